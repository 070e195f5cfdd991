package dev.playloop.schemas.topic;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/// A topic with its types. `retention` null means for ever; `maxRecordBytes` is the largest value a
/// sender may write (senders cut or refuse before the producer sees the record).
public record Topic<K, V>(
    String name,
    Serde<K> key,
    Serde<V> value,
    int partitions,
    Cleanup cleanup,
    @Nullable Duration retention,
    int maxRecordBytes,
    String compression) {
  /// Room for key, headers and batch overhead above the largest value.
  public static final int OVERHEAD_BYTES = 64 * 1024;

  /// How long an overwritten record of a compacted topic may lie before it is cleaned away.
  public static final Duration COMPACTED_WITHIN = Duration.ofHours(1);

  /// A log of small records for ever in one partition, compressed as their senders like it.
  public static <K, V> Topic<K, V> of(String name, Serde<K> key, Serde<V> value) {
    return new Topic<>(name, key, value, 1, Cleanup.DELETE, null, 16 * 1024, "producer");
  }

  public Topic<K, V> partitions(int partitions) {
    return new Topic<>(
        name, key, value, partitions, cleanup, retention, maxRecordBytes, compression);
  }

  public Topic<K, V> cleanup(Cleanup cleanup) {
    return new Topic<>(
        name, key, value, partitions, cleanup, retention, maxRecordBytes, compression);
  }

  public Topic<K, V> retention(@Nullable Duration retention) {
    return new Topic<>(
        name, key, value, partitions, cleanup, retention, maxRecordBytes, compression);
  }

  public Topic<K, V> maxRecordBytes(int maxRecordBytes) {
    return new Topic<>(
        name, key, value, partitions, cleanup, retention, maxRecordBytes, compression);
  }

  public Topic<K, V> compression(String compression) {
    return new Topic<>(
        name, key, value, partitions, cleanup, retention, maxRecordBytes, compression);
  }

  /// The partition where Kafka's Java clients put what has this key.
  public int home(String key) {
    return home(key, partitions);
  }

  /// The same of any topic with so many partitions.
  public static int home(String key, int partitions) {
    return Utils.toPositive(Utils.murmur2(key.getBytes(StandardCharsets.UTF_8))) % partitions;
  }

  /// What the topic is created with.
  public Map<String, String> config() {
    Map<String, String> config = new TreeMap<>();
    config.put("cleanup.policy", cleanup.policy());
    config.put("message.timestamp.type", "LogAppendTime");
    config.put("max.message.bytes", String.valueOf(maxRecordBytes + OVERHEAD_BYTES));
    config.put("retention.ms", retention == null ? "-1" : String.valueOf(retention.toMillis()));
    config.put("compression.type", compression);
    if (cleanup == Cleanup.COMPACT) {
      // What was overwritten or dropped, erased text and keys too, must not lie there for days.
      config.put("max.compaction.lag.ms", String.valueOf(COMPACTED_WITHIN.toMillis()));
    }
    return config;
  }
}
