/// The agent loop as pure functions: [Fold] turns a state and an input into the next state and
/// commands. No Kafka, no clock, no randomness, no I/O.
@NullMarked
package dev.playloop.loop;

import org.jspecify.annotations.NullMarked;
