/// What anybody can hold a game to that wants to be asked by the contract: a list of checks, each
/// with a sentence for what it found.
@NullMarked
package dev.playloop.worlds.declared.conformance;

import org.jspecify.annotations.NullMarked;
