/// What an operator sees and does, as values: steps, stories, agents, triggers, controls. Whoever
/// shows them, such as the command line, is a thin face of this; nothing here prints.
@NullMarked
package dev.playloop.operator;

import org.jspecify.annotations.NullMarked;
