package dev.playloop.worlds.chain.backend;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What tells one chain from another, also from an empty one that answers in its place. Immutable.
///
/// @param id the chain's id
/// @param genesis the hash of block 0
/// @param classes of each contract that is called, by its address, the hash of its class
public record ChainMark(String id, String genesis, Map<String, String> classes) {
  private static final String NOTHING = "nothing";

  public ChainMark {
    classes = Map.copyOf(classes);
  }

  /// In a sentence what `seen` has other than this; null where nothing.
  public @Nullable String differs(ChainMark seen) {
    if (!id.equals(seen.id)) {
      return "chain id: expected %s, got %s".formatted(id, seen.id);
    }
    if (!genesis.equals(seen.genesis)) {
      return "hash of block 0: expected %s, got %s".formatted(genesis, seen.genesis);
    }
    SortedMap<String, String> sorted = new TreeMap<>(classes);
    for (Map.Entry<String, String> contract : sorted.entrySet()) {
      String other = seen.classes.getOrDefault(contract.getKey(), NOTHING);
      if (!other.equals(contract.getValue())) {
        return "class of contract %s: expected %s, got %s"
            .formatted(contract.getKey(), contract.getValue(), other);
      }
    }
    return null;
  }
}
