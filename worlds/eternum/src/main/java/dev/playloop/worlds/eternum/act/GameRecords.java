package dev.playloop.worlds.eternum.act;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Selector;

/// Where a game keeps its records, and how it names their models in events.
///
/// @param world the contract that holds them
/// @param namespace before each model's name, such as `s2`
public record GameRecords(Felt world, String namespace) {
  Felt selector(String model) {
    return Selector.of(namespace + "-" + model);
  }
}
