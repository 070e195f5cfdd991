package dev.playloop.ingest;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.topic.Topic;
import java.math.BigDecimal;
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

/// What model calls have cost, as the decisions tell it, on and on from some offsets. Used by one
/// thread.
interface SpentRecords extends AutoCloseable {
  /// A decision of an agent of `world` that was written at `at`.
  record Spent(String world, BigDecimal usd, Instant at) {}

  /// Begins to read from these offsets by partition, where there is none from `since` on.
  @FunctionalInterface
  interface Opener {
    SpentRecords from(Map<Integer, Long> offsets, Instant since);
  }

  /// The next ones; none where there are none in time.
  List<Spent> poll(Duration timeout);

  /// What to read next, by partition.
  Map<Integer, Long> offsets();

  @Override
  void close();

  static Opener of(KafkaSettings kafka) {
    Topic<AgentId, Decision> decisions = kafka.topics().decisions();
    return (offsets, since) -> {
      Map<TopicPartition, Long> positions = new HashMap<>();
      offsets.forEach((partition, offset) ->
          positions.put(new TopicPartition(decisions.name(), partition), offset));
      return new OfTopic(decisions, TopicReading.of(kafka, decisions).from(positions, since));
    };
  }

  /// Those of the topic.
  final class OfTopic implements SpentRecords {
    private static final Logger LOG = LoggerFactory.getLogger(SpentRecords.class);

    private final Topic<AgentId, Decision> topic;
    private final TopicReader reader;

    private OfTopic(Topic<AgentId, Decision> topic, TopicReader reader) {
      this.topic = topic;
      this.reader = reader;
    }

    @Override
    public List<Spent> poll(Duration timeout) {
      List<Spent> spent = new ArrayList<>();
      for (ConsumerRecord<byte[], byte[]> record : reader.poll(timeout)) {
        add(record, spent);
      }
      return spent;
    }

    private void add(ConsumerRecord<byte[], byte[]> record, List<Spent> spent) {
      try {
        Decision decision = topic.value().deserializer().deserialize(topic.name(), record.value());
        if (decision != null && decision.costUsd().signum() > 0) {
          spent.add(
              new Spent(
                  decision.agent().world(),
                  decision.costUsd(),
                  Instant.ofEpochMilli(record.timestamp())));
        }
      } catch (RuntimeException | StackOverflowError e) {
        // The loop books the most that its call can have cost; here nobody knows that.
        LOG.warn("{}@{} is no decision: its cost is not counted", topic.name(), record.offset());
      }
    }

    @Override
    public Map<Integer, Long> offsets() {
      Map<Integer, Long> offsets = new TreeMap<>();
      reader.positions().forEach((place, offset) -> offsets.put(place.partition(), offset));
      return offsets;
    }

    @Override
    public void close() {
      reader.close();
    }
  }
}
