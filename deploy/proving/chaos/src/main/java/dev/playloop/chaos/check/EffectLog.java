package dev.playloop.chaos.check;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Every deposit that really happened, in order. Thread-safe.
public final class EffectLog {
  private final List<Effect> effects = new ArrayList<>();

  /// @param at when the request arrived, by the checker's clock
  public record Effect(String action, Instant at, Instant notAfter) {}

  public synchronized void add(Effect effect) {
    effects.add(effect);
  }

  public synchronized long count(String action) {
    return effects.stream().filter(effect -> effect.action().equals(action)).count();
  }

  public synchronized List<Effect> all() {
    return List.copyOf(effects);
  }
}
