package dev.playloop.kit.worker;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// What a worker owned after a round of its poll loop, for whoever asks from outside. Immutable.
///
/// @param ready how many of the partitions are fed
/// @param standstill which of them stands still, in words; null where none does
record Owned<K, V>(List<Partition<K, V>> partitions, int ready, @Nullable String standstill) {
  Owned {
    partitions = List.copyOf(partitions);
  }

  static <K, V> Owned<K, V> nothing() {
    return new Owned<>(List.of(), 0, null);
  }

  static <K, V> Owned<K, V> of(Collection<Partition<K, V>> held, long nowNanos) {
    int ready = 0;
    String stands = null;
    for (Partition<K, V> one : held) {
      ready += one.isFeeding() && !one.isLost() ? 1 : 0;
      String still = one.standstill(nowNanos);
      stands = still == null ? stands : still;
    }
    return new Owned<>(List.copyOf(held), ready, stands);
  }

  Set<TopicPartition> ids() {
    return partitions.stream().map(Partition::id).collect(Collectors.toUnmodifiableSet());
  }

  /// Asked of the partitions now: a scrape wants no age of half a second ago.
  WaitingSince waits() {
    return partitions.stream()
        .map(Partition::waits)
        .reduce(WaitingSince.NOTHING, WaitingSince::and);
  }
}
