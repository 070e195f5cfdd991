/// Erases a data subject from the journal's keys, and from the topics beside it.
@NullMarked
package dev.playloop.audit.erase;

import org.jspecify.annotations.NullMarked;
