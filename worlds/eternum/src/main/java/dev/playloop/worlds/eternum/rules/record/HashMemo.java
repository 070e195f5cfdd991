package dev.playloop.worlds.eternum.rules.record;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Poseidon;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Poseidon hashes that were computed before. A game asks for the same few records in every call,
/// and a hash costs more than all the rest of a rule. Thread-safe; forgets all when it is full.
final class HashMemo {
  private static final int MOST = 50_000;

  /// Longer lists are no keys of ours.
  private static final int LONGEST = 8;

  private final Map<List<Felt>, Felt> known = new ConcurrentHashMap<>();

  Felt of(List<Felt> words) {
    if (words.size() > LONGEST) {
      return Poseidon.hash(words);
    }
    Felt before = known.get(words);
    if (before != null) {
      return before;
    }
    if (known.size() >= MOST) {
      known.clear();
    }
    Felt hash = Poseidon.hash(words);
    known.put(List.copyOf(words), hash);
    return hash;
  }
}
