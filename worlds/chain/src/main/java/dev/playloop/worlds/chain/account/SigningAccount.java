package dev.playloop.worlds.chain.account;

import dev.playloop.worlds.chain.AccountKey;
import dev.playloop.worlds.chain.Felt;
import org.jspecify.annotations.Nullable;

/// An account that this executor signs for.
///
/// @param calls what it may call; null: whatever its world allows
public record SigningAccount(
    Felt address, AccountKey signer, FeeCaps caps, @Nullable CallPolicy calls) {}
