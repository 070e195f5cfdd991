package dev.playloop.worlds.chain.simulator;

/// What contracts know of the block in which they run.
///
/// @param timestamp seconds since 1970
public record BlockContext(long number, long timestamp, GasPrices prices) {}
