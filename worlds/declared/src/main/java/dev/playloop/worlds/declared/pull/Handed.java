package dev.playloop.worlds.declared.pull;

import java.time.Instant;

/// What a puller gets.
///
/// @param again it is to say what became of it, and must not act
/// @param until when an answer is not waited for any more
record Handed(Order order, boolean again, Instant until) {}
