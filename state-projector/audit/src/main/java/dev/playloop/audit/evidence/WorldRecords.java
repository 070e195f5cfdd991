package dev.playloop.audit.evidence;

import dev.playloop.audit.ExportFile;
import dev.playloop.audit.ExportFormat.Kind;
import dev.playloop.audit.JournalRecord;
import dev.playloop.audit.log.TopicJournal;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.world.WorldRecord;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What is declared of worlds that are data, by the records' keys; one that can't be read is told
/// and left out.
final class WorldRecords {
  private static final Logger LOG = LoggerFactory.getLogger(WorldRecords.class);

  private final Map<String, WorldRecord> records = new TreeMap<>();

  private WorldRecords() {}

  /// Of a cluster; one of before there were such worlds has no such topic.
  static Map<String, WorldRecord> of(KafkaSettings kafka) {
    WorldRecords read = new WorldRecords();
    Topic<String, WorldRecord> topic = kafka.topics().worlds();
    if (TopicJournal.exists(kafka, topic)) {
      try (TopicJournal all = TopicJournal.open(kafka, topic)) {
        all.read(read::take);
      }
    }
    return read.records;
  }

  /// As an export carries it.
  static Map<String, WorldRecord> of(ExportFile file) {
    WorldRecords read = new WorldRecords();
    file.read(
        (kind, record) -> {
          if (kind == Kind.WORLD) {
            read.take(record);
          }
        },
        _ -> {});
    return read.records;
  }

  private void take(JournalRecord record) {
    if (record.value().length == 0) {
      records.remove(record.key());
      return;
    }
    try {
      records.put(record.key(), Json.read(record.value(), WorldRecord.class));
    } catch (InvalidValueException e) {
      LOG.warn("the record of the world {} can't be read: {}", record.key(), e.getMessage());
    }
  }
}
