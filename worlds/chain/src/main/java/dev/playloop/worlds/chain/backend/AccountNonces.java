package dev.playloop.worlds.chain.backend;

/// An account's next nonce.
///
/// @param pending with what is executed and in no block yet
/// @param latest as of the newest block
public record AccountNonces(long pending, long latest) {}
