package dev.playloop.audit.log;

import dev.playloop.audit.AuditException;
import dev.playloop.audit.AuditProblem;
import dev.playloop.audit.JournalRecord;
import dev.playloop.audit.JournalSource;
import dev.playloop.journal.JournalReader;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.topic.JournalHeaders;
import dev.playloop.schemas.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/// A topic up to what was committed when it was opened. A record that can't be fetched ends the
/// reading. Used by one thread.
public final class TopicJournal implements JournalSource {
  private static final Duration ASK = Duration.ofSeconds(15);

  private final String topic;
  private final TopicReader reader;
  private final Map<TopicPartition, Extent> extents = new HashMap<>();

  private TopicJournal(String topic, TopicReader reader) {
    this.topic = topic;
    this.reader = reader;
  }

  /// Opens a topic. Throws [AuditException] where it is not there.
  public static TopicJournal open(KafkaSettings kafka, Topic<?, ?> topic) {
    TopicJournal journal = new TopicJournal(topic.name(), reader(kafka, topic));
    boolean opened = false;
    try {
      journal.measure();
      opened = true;
      return journal;
    } catch (UnknownTopicOrPartitionException e) {
      throw new AuditException(new AuditProblem.NoTopic(topic.name()), e);
    } finally {
      if (!opened) {
        journal.close();
      }
    }
  }

  /// Whether the cluster has this topic.
  public static boolean exists(KafkaSettings kafka, Topic<?, ?> topic) {
    try (TopicReader reader = reader(kafka, topic)) {
      return !reader.partitions().isEmpty();
    } catch (UnknownTopicOrPartitionException e) {
      return false;
    }
  }

  private static TopicReader reader(KafkaSettings kafka, Topic<?, ?> topic) {
    return TopicReading.of(kafka, topic).strict().prompt().asking(ASK).fromBeginning();
  }

  private void measure() {
    Map<TopicPartition, Long> from = reader.begins();
    reader
        .ends()
        .forEach((partition, end) ->
            extents.put(
                partition,
                new Extent(partition.partition(), from.getOrDefault(partition, 0L), end)));
  }

  @Override
  public List<Extent> extents() {
    Map<Integer, Extent> byNumber = new TreeMap<>();
    extents.values().forEach(extent -> byNumber.put(extent.partition(), extent));
    return List.copyOf(byNumber.values());
  }

  /// Throws [AuditException] where the cluster falls silent before the end, and where the first
  /// record of a partition was written in an older format. One behind it is for the visitor: who
  /// forges one must not end the whole reading.
  @Override
  public void read(Visitor visitor) {
    Map<TopicPartition, Long> ends = new HashMap<>();
    extents.forEach((partition, extent) -> ends.put(partition, extent.to()));
    reader.rewind();
    try {
      Set<Integer> begun = new HashSet<>();
      reader.readTo(ends, record -> take(record, begun.add(record.partition()), visitor));
    } catch (TimeoutException e) {
      throw new AuditException(new AuditProblem.TopicSilent(topic), e);
    }
  }

  static AuditException older(String topic) {
    return new AuditException(new AuditProblem.OldFormat(topic, 1, JournalEntry.VERSION));
  }

  private void take(ConsumerRecord<byte[], byte[]> record, boolean first, Visitor visitor) {
    JournalEntry entry = JournalHeaders.read(record.headers(), record.value());
    if (first && JournalReader.isFirstFormat(entry)) {
      throw older(topic);
    }
    visitor.take(record(record, entry));
  }

  /// A record as it lies on the topic.
  public static JournalRecord record(ConsumerRecord<byte[], byte[]> record) {
    return record(record, JournalHeaders.read(record.headers(), record.value()));
  }

  private static JournalRecord record(ConsumerRecord<byte[], byte[]> record, JournalEntry entry) {
    return new JournalRecord(
        record.partition(),
        record.offset(),
        record.timestamp(),
        record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8),
        entry);
  }

  @Override
  public void close() {
    reader.close();
  }
}
