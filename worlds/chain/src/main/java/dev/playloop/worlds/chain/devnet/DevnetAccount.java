package dev.playloop.worlds.chain.devnet;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.crypto.KeySigner;

/// An account that a devnet has from its first block on, with 1,000 STRK.
public record DevnetAccount(Felt address, KeySigner signer) {}
