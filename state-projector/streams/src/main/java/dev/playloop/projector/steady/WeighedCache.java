package dev.playloop.projector.steady;

import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/// What is read from a store and in use, up to a bound of what it takes in memory; what was not
/// used for longest goes first, and what alone is heavier than the bound is not kept. Owned by the
/// task's thread.
///
/// @param <K> what it is found by
/// @param <V> what is kept
public final class WeighedCache<K, V> {
  private final long max;
  private final LinkedHashMap<K, Weighed<V>> held = new LinkedHashMap<>(64, 0.75f, true);
  private long weight;

  private record Weighed<V>(V value, long weight) {}

  /// Keeps values of together at most `max` bytes.
  public WeighedCache(long max) {
    this.max = max;
  }

  public @Nullable V get(K key) {
    Weighed<V> known = held.get(key);
    return known == null ? null : known.value();
  }

  /// Keeps a value in place of the one before; `takes` is its weight in bytes.
  public void put(K key, V value, long takes) {
    remove(key);
    if (takes > max) {
      return;
    }
    held.put(key, new Weighed<>(value, takes));
    weight += takes;
    var oldest = held.values().iterator();
    while (weight > max) {
      weight -= oldest.next().weight();
      oldest.remove();
    }
  }

  public void remove(K key) {
    Weighed<V> dropped = held.remove(key);
    weight -= dropped == null ? 0 : dropped.weight();
  }

  /// What is kept takes, in bytes.
  public long weight() {
    return weight;
  }
}
