package dev.playloop.launcher.audit;

import dev.playloop.audit.JournalRecord;
import dev.playloop.audit.JournalSource;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.launcher.UserProblem;
import dev.playloop.schemas.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/// A topic up to what was committed when it was opened. Reads without a group and leaves no trace
/// on the cluster. Used by one thread.
public final class TopicJournal implements JournalSource {
  private static final Duration TIMEOUT = Duration.ofSeconds(15);
  private static final Duration SILENCE = Duration.ofSeconds(30);

  private final String topic;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Map<TopicPartition, Extent> extents = new HashMap<>();

  private TopicJournal(String topic, KafkaConsumer<byte[], byte[]> consumer) {
    this.topic = topic;
    this.consumer = consumer;
  }

  /// Opens a topic. Throws [UserProblem] where it is not there.
  public static TopicJournal open(KafkaSettings kafka, Topic<?, ?> topic) {
    Map<String, Object> config =
        kafka.with(
            Map.of(
                ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed",
                ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, "50",
                ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, "5242880",
                ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "2000",
                ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, "15000",
                ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false"));
    TopicJournal journal =
        new TopicJournal(
            topic.name(),
            new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer()));
    boolean opened = false;
    try {
      journal.measure();
      opened = true;
      return journal;
    } finally {
      if (!opened) {
        journal.close();
      }
    }
  }

  /// Whether the cluster has this topic.
  static boolean exists(KafkaSettings kafka, Topic<?, ?> topic) {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            kafka.with(Map.of(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false")),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      return consumer.listTopics(TIMEOUT).containsKey(topic.name());
    }
  }

  private void measure() {
    List<PartitionInfo> found = consumer.partitionsFor(topic, TIMEOUT);
    if (found == null || found.isEmpty()) {
      throw UserProblem.environment(
          "the cluster has no topic '" + topic + "'",
          "'./playloop topics create' makes it; PLAYLOOP_PREFIX says how names begin.",
          null);
    }
    List<TopicPartition> partitions =
        found.stream().map(p -> new TopicPartition(topic, p.partition())).toList();
    Map<TopicPartition, Long> from = consumer.beginningOffsets(partitions, TIMEOUT);
    consumer
        .endOffsets(partitions, TIMEOUT)
        .forEach((partition, end) ->
            extents.put(
                partition,
                new Extent(partition.partition(), from.getOrDefault(partition, 0L), end)));
    consumer.assign(partitions);
  }

  @Override
  public List<Extent> extents() {
    Map<Integer, Extent> byNumber = new TreeMap<>();
    extents.values().forEach(extent -> byNumber.put(extent.partition(), extent));
    return List.copyOf(byNumber.values());
  }

  /// Throws [UserProblem] where the cluster falls silent before the end.
  @Override
  public void read(Visitor visitor) {
    consumer.assign(extents.keySet());
    consumer.resume(extents.keySet()); // they were paused where it was read before
    consumer.seekToBeginning(extents.keySet());
    long heard = System.nanoTime();
    while (pauseFinished()) {
      ConsumerRecords<byte[], byte[]> batch = consumer.poll(Duration.ofMillis(200));
      for (ConsumerRecord<byte[], byte[]> record : batch) {
        take(record, visitor);
      }
      if (!batch.isEmpty()) {
        heard = System.nanoTime();
      } else if (System.nanoTime() - heard > SILENCE.toNanos()) {
        throw UserProblem.environment(
            "the cluster sends nothing more of '" + topic + "'",
            "look at the broker's log, then try again.",
            null);
      }
    }
  }

  private void take(ConsumerRecord<byte[], byte[]> record, Visitor visitor) {
    Extent extent = extents.get(new TopicPartition(topic, record.partition()));
    if (extent == null || record.offset() >= extent.to()) {
      return;
    }
    visitor.take(
        new JournalRecord(
            record.partition(),
            record.offset(),
            record.timestamp(),
            record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8),
            record.value() == null ? new byte[0] : record.value()));
  }

  /// Whether anything is left; finished partitions are fetched no more.
  private boolean pauseFinished() {
    List<TopicPartition> finished =
        extents.entrySet().stream()
            .filter(e -> consumer.position(e.getKey(), TIMEOUT) >= e.getValue().to())
            .map(Map.Entry::getKey)
            .toList();
    consumer.pause(finished);
    return finished.size() < extents.size();
  }

  @Override
  public void close() {
    consumer.close();
  }
}
