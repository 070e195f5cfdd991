/// The memory of who said what to an agent, and what it answered: kept apart from its state.
@org.jspecify.annotations.NullMarked
package dev.playloop.loop.talk;
