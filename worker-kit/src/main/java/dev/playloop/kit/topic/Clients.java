package dev.playloop.kit.topic;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.health.BrokerClock;
import dev.playloop.schemas.topic.Topic;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/// The Kafka clients of workers, with the settings that the guarantees and the speed rest on.
public final class Clients {
  private static final int MIB = 1024 * 1024;

  /// Properties that exist under the classic group protocol only.
  private static final Map<String, String> CLASSIC =
      Map.of(
          "session.timeout.ms",
          "6000",
          "heartbeat.interval.ms",
          "2000",
          "partition.assignment.strategy",
          "org.apache.kafka.clients.consumer.CooperativeStickyAssignor");

  /// For records that are large and many: few are fetched and unpacked at a time. What was asked
  /// for beyond an end is waited for, before anything else can be read.
  public static final Map<String, String> FEW_AT_ONCE =
      Map.of(
          "max.poll.records",
          "16",
          "max.partition.fetch.bytes",
          String.valueOf(MIB / 4),
          "fetch.max.wait.ms",
          "50");

  /// Half as much on disk as with snappy, for as little of the processors where the level is the
  /// lowest. Its buffers are used again; lz4 makes 128 KiB of them for each batch, most of which
  /// are small.
  public static final Map<String, String> COMPRESSION =
      Map.of("compression.type", "zstd", "compression.zstd.level", "1");

  private Clients() {}

  public static boolean isClassic(KafkaSettings kafka) {
    return "classic".equalsIgnoreCase(kafka.client().getOrDefault("group.protocol", "classic"));
  }

  /// A member of `groupId` that commits nothing by itself.
  public static Consumer<byte[], byte[]> member(
      KafkaSettings kafka, String groupId, Topic<?, ?> input) {
    return member(kafka, groupId, input, Map.of());
  }

  /// For tests.
  ///
  /// @param more instead of what stands here, where members are of the classic protocol
  static Consumer<byte[], byte[]> member(
      KafkaSettings kafka, String groupId, Topic<?, ?> input, Map<String, String> more) {
    Map<String, Object> config = kafka.with(reader(input.maxRecordBytes()));
    config.put("group.id", groupId);
    config.put("max.poll.records", "2000");
    if (isClassic(kafka)) {
      config.putAll(CLASSIC);
      config.putAll(more);
    }
    if (kafka.instance() != null) {
      config.put("group.instance.id", kafka.instance());
    }
    return new BoundedConsumer(config);
  }

  /// A consumer of given partitions of these topics, in no group.
  public static Consumer<byte[], byte[]> reader(
      KafkaSettings kafka, Collection<? extends Topic<?, ?>> topics, Map<String, String> more) {
    Map<String, Object> config = kafka.plain(reader(largest(topics)));
    config.putAll(more);
    return new BoundedConsumer(config);
  }

  private static int largest(Collection<? extends Topic<?, ?>> topics) {
    return topics.stream().mapToInt(Topic::maxRecordBytes).max().orElse(MIB);
  }

  private static Map<String, Object> reader(int maxRecordBytes) {
    int largest = maxRecordBytes + Topic.OVERHEAD_BYTES;
    Map<String, Object> config = new HashMap<>();
    config.put("isolation.level", "read_committed");
    config.put("auto.offset.reset", "earliest");
    config.put("enable.auto.commit", "false");
    config.put("allow.auto.create.topics", "false");
    config.put("enable.metrics.push", "false");
    config.put("max.partition.fetch.bytes", String.valueOf(Math.max(MIB, largest)));
    config.put("fetch.max.bytes", String.valueOf(Math.max(16 * MIB, largest)));
    return config;
  }

  /// The producer behind one fence.
  public static Producer<byte[], byte[]> transactional(
      KafkaSettings kafka, String transactionalId, Collection<Topic<?, ?>> outputs) {
    Map<String, Object> config = writer(outputs);
    config.put("transactional.id", transactionalId);
    config.put("client.id", transactionalId);
    config.put("transaction.timeout.ms", "10000");
    return producer(kafka, config);
  }

  /// A plain idempotent producer.
  public static Producer<byte[], byte[]> plain(
      KafkaSettings kafka, Collection<Topic<?, ?>> outputs) {
    return producer(kafka, writer(outputs));
  }

  private static Map<String, Object> writer(Collection<Topic<?, ?>> outputs) {
    int largest = largest(outputs);
    Map<String, Object> config = new HashMap<>();
    config.put("acks", "all");
    config.put("linger.ms", "0");
    config.putAll(COMPRESSION);
    config.putAll(BrokerClock.CONFIG);
    config.put("max.request.size", String.valueOf(largest + Topic.OVERHEAD_BYTES));
    config.put("buffer.memory", String.valueOf(Math.max(8 * MIB, 2 * largest)));
    // Without these back-to-back transactions stall: the next one meets the last one's end.
    config.put("retry.backoff.ms", "2");
    config.put("retry.backoff.max.ms", "5");
    config.put("request.timeout.ms", "10000");
    config.put("delivery.timeout.ms", "20000");
    config.put("max.block.ms", "20000");
    config.put("enable.metrics.push", "false");
    return config;
  }

  private static Producer<byte[], byte[]> producer(
      KafkaSettings kafka, Map<String, Object> config) {
    return new KafkaProducer<>(
        kafka.plain(config), new ByteArraySerializer(), new ByteArraySerializer());
  }
}
