package dev.playloop.worlds.chain.node;

import org.jspecify.annotations.Nullable;

/// What a node says of a transaction that it knows.
///
/// @param reverted null until it is executed
/// @param reason why it was reverted, as the node says it; null where it was not
public record TransactionStatus(
    Finality finality, @Nullable Boolean reverted, @Nullable String reason) {}
