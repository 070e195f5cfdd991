/// The crash suite of worlds that are data: games as processes that are killed, frozen, cut off and
/// made to forget, while their executor dies between intent and outcome.
@NullMarked
package dev.playloop.chaos.declared;

import org.jspecify.annotations.NullMarked;
