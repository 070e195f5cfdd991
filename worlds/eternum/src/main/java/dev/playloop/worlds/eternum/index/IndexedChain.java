package dev.playloop.worlds.eternum.index;

import dev.playloop.schemas.Require;
import dev.playloop.worlds.chain.Felt;

/// What is indexed, and how.
///
/// @param chainId of the chain, so that another one is not taken for it
/// @param world the contract whose records are indexed
/// @param fromBlock where it was deployed; nothing is read below
/// @param depth how many of the newest blocks may still be replaced. What is replaced deeper down
///   has the index made anew
public record IndexedChain(Felt chainId, Felt world, long fromBlock, int depth) {
  /// A depth of 128 blocks.
  public static final int STANDARD_DEPTH = 128;

  private static final int MAX_DEPTH = 10_000;

  public IndexedChain {
    Require.range("fromBlock", fromBlock, 0, Long.MAX_VALUE);
    Require.range("depth", depth, 1, MAX_DEPTH);
  }

  /// Of a chain's first block on, to the standard depth.
  public static IndexedChain of(Felt chainId, Felt world) {
    return new IndexedChain(chainId, world, 0, STANDARD_DEPTH);
  }

  /// Changes with whatever would make other rows.
  String identity(IndexedModels models) {
    return chainId.hex()
        + " "
        + world.hex()
        + " "
        + fromBlock
        + " "
        + models.fingerprint().substring(0, 16);
  }
}
