package dev.playloop.kit.worker;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.Letters;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.schemas.event.SourceState;
import dev.playloop.schemas.id.SourceId;
import dev.playloop.schemas.topic.Topic;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// How far the sources of a partition have come. Small: a cursor a source.
final class SourceCursors {
  private static final Logger LOG = LoggerFactory.getLogger(SourceCursors.class);

  private SourceCursors() {}

  /// What stands there now. Throws Kafka's exceptions where the cluster is away.
  static Map<SourceId, String> read(KafkaSettings kafka, int partition) {
    Topic<SourceId, SourceState> cursors = kafka.topics().sourceCursors();
    Map<SourceId, String> known = new HashMap<>();
    TopicReading reading = TopicReading.of(kafka, cursors).partition(partition);
    try (TopicReader reader = reading.fromBeginning()) {
      reader.readToEnd(record -> keep(cursors, record, known));
    }
    return known;
  }

  /// A cursor that can't be read is none: its source goes on from the one before.
  private static void keep(
      Topic<SourceId, SourceState> cursors,
      ConsumerRecord<byte[], byte[]> record,
      Map<SourceId, String> known) {
    try {
      SourceState state =
          cursors.value().deserializer().deserialize(record.topic(), record.value());
      if (state != null) {
        known.put(state.source(), state.cursor());
      }
    } catch (RuntimeException | StackOverflowError e) {
      LOG.error(
          "{}-{}@{} is no cursor: {}",
          record.topic(),
          record.partition(),
          record.offset(),
          Letters.text(e));
    }
  }
}
