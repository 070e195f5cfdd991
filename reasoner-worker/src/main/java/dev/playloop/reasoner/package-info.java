/// Turns into decisions, by one LLM call each.
@NullMarked
package dev.playloop.reasoner;

import org.jspecify.annotations.NullMarked;
