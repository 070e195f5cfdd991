package dev.playloop.chaos;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Every deposit that really happened, in order. Thread-safe.
final class EffectLog {
  private final List<Effect> effects = new ArrayList<>();

  /// @param at when the request arrived, by the checker's clock
  record Effect(String action, Instant at, Instant notAfter) {}

  synchronized void add(Effect effect) {
    effects.add(effect);
  }

  synchronized long count(String action) {
    return effects.stream().filter(effect -> effect.action().equals(action)).count();
  }

  synchronized List<Effect> all() {
    return List.copyOf(effects);
  }
}
