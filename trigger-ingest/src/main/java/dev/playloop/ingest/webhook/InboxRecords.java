package dev.playloop.ingest.webhook;

import dev.playloop.ingest.webhook.ApprovalNews.News;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.schemas.approval.ApprovalInbox;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.topic.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The news of the topic `approvals`, on and on from some offsets; what lies before them is read
/// too, and known, but no news. Used by one thread.
final class InboxRecords implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(InboxRecords.class);

  private final Topic<AgentId, ApprovalInbox> topic;
  private final TopicReader reader;
  private final ApprovalNews news = new ApprovalNews();

  private InboxRecords(Topic<AgentId, ApprovalInbox> topic, TopicReader reader) {
    this.topic = topic;
    this.reader = reader;
  }

  /// `offsets` by partition; a partition without one has only news.
  static InboxRecords from(KafkaSettings kafka, Map<Integer, Long> offsets) {
    Topic<AgentId, ApprovalInbox> topic = kafka.topics().approvals();
    InboxRecords records =
        new InboxRecords(topic, TopicReading.of(kafka, topic).prompt().fromBeginning());
    boolean read = false;
    try {
      records.skip(offsets);
      read = true;
      return records;
    } finally {
      if (!read) {
        records.close();
      }
    }
  }

  /// Nothing lies behind the end of a topic that was made anew.
  private void skip(Map<Integer, Long> offsets) {
    Map<TopicPartition, Long> ends = reader.ends();
    Map<TopicPartition, Long> told = new HashMap<>();
    offsets.forEach((partition, offset) -> {
      TopicPartition place = new TopicPartition(topic.name(), partition);
      if (ends.containsKey(place)) {
        told.put(place, Math.min(offset, ends.getOrDefault(place, 0L)));
      }
    });
    reader.readTo(told, record -> add(record, new ArrayList<>()));
  }

  List<News> poll(Duration timeout) {
    List<News> all = new ArrayList<>();
    reader.poll(timeout).forEach(record -> add(record, all));
    return all;
  }

  private void add(ConsumerRecord<byte[], byte[]> record, List<News> all) {
    try {
      AgentId agent = topic.key().deserializer().deserialize(topic.name(), record.key());
      ApprovalInbox inbox =
          record.value() == null
              ? null
              : topic.value().deserializer().deserialize(topic.name(), record.value());
      all.addAll(news.of(agent, inbox, Instant.ofEpochMilli(record.timestamp())));
    } catch (RuntimeException | StackOverflowError e) {
      // Whatever stands there, the others are told.
      LOG.warn("{}@{} is no inbox, and nobody is told of it", topic.name(), record.offset());
    }
  }

  /// What to read next, by partition.
  Map<Integer, Long> offsets() {
    Map<Integer, Long> offsets = new TreeMap<>();
    reader.positions().forEach((place, offset) -> offsets.put(place.partition(), offset));
    return offsets;
  }

  @Override
  public void close() {
    reader.close();
  }
}
