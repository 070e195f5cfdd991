package dev.playloop.worlds.eternum.index;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.crypto.Poseidon;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The ids of records by their keys: a hash that takes longer than all else about an event, so that
/// the newest ones are kept. Used by one thread.
final class EntityIds {
  private static final int KEPT = 10_000;

  private final Map<List<Felt>, Felt> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<List<Felt>, Felt> eldest) {
          return size() > KEPT;
        }
      };

  Felt of(List<Felt> keys) {
    return known.computeIfAbsent(List.copyOf(keys), Poseidon::hash);
  }
}
