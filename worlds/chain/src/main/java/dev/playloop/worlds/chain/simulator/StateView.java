package dev.playloop.worlds.chain.simulator;

import dev.playloop.worlds.chain.Felt;

/// The chain's state at one point of it.
@FunctionalInterface
public interface StateView {
  /// Zero where nothing was written.
  Felt read(StateCell cell);

  default boolean isContract(Felt address) {
    return !read(StateCell.classHash(address)).isZero();
  }
}
