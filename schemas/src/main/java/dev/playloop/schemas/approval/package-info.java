/// What a person is asked before a write goes out, and by which rule.
@NullMarked
package dev.playloop.schemas.approval;

import org.jspecify.annotations.NullMarked;
