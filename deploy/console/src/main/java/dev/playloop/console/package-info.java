/// People watch and steer agents in a browser: what the page asks, answered from an index of the
/// journal, the journal itself, and the operator's verbs.
@NullMarked
package dev.playloop.console;

import org.jspecify.annotations.NullMarked;
