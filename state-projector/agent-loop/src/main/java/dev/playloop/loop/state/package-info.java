/// What an agent's loop is made of: its state as values, what goes in and what comes out, and the
/// drafts that a fold writes on. Only the loop touches a draft; all others see the values.
@NullMarked
package dev.playloop.loop.state;

import org.jspecify.annotations.NullMarked;
