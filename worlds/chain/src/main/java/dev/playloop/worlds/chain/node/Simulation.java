package dev.playloop.worlds.chain.node;

import org.jspecify.annotations.Nullable;

/// What a transaction would come to on the state that was asked for, without effect.
///
/// @param reason why it would be reverted, as the node says it; null where it would not
public record Simulation(FeeEstimate fee, @Nullable String reason) {}
