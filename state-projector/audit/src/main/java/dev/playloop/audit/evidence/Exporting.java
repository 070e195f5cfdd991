package dev.playloop.audit.evidence;

import dev.playloop.audit.ExportFormat.CatalogueLine;
import dev.playloop.audit.ExportFormat.Header;
import dev.playloop.audit.ExportFormat.Kind;
import dev.playloop.audit.ExportWriter;
import dev.playloop.audit.FoldBuild;
import dev.playloop.audit.Heads;
import dev.playloop.audit.JournalRecord;
import dev.playloop.audit.JournalSource;
import dev.playloop.audit.log.TopicJournal;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.world.WorldRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Writes a cluster's journal and what belongs to it as one export. Used by one thread.
public final class Exporting {
  private final FoldBuild build;
  private final KafkaSettings kafka;

  public Exporting(FoldBuild build, KafkaSettings kafka) {
    this.build = build;
    this.kafka = kafka;
  }

  /// What was written.
  public record Exported(long entries, Heads heads) {}

  /// Writes `journal`, which is this cluster's or a part of it.
  public Exported export(JournalSource journal, OutputStream stream) throws IOException {
    ExportWriter writer =
        new ExportWriter(stream, Header.of(Instant.now(), build.release(), journal.extents()));
    for (CatalogueLine line : build.catalogues()) {
      writer.catalogue(line);
    }
    for (JournalRecord agent : newest(kafka.topics().agents())) {
      writer.record(Kind.AGENT, agent);
    }
    principals(writer);
    worlds(writer);
    checkpoints(writer);
    long[] entries = {0};
    journal.read(record -> {
      entries[0]++;
      record(writer, Kind.ENTRY, record);
    });
    return new Exported(entries[0], writer.end());
  }

  /// Those who sign, revoked ones too, and no others: who may only ask is nobody's business. A
  /// cluster of before there were principals has no such topic.
  private void principals(ExportWriter writer) throws IOException {
    Topic<String, Principal> topic = kafka.topics().principals();
    if (TopicJournal.exists(kafka, topic)) {
      for (JournalRecord record : newest(topic)) {
        if (signs(record)) {
          writer.record(Kind.PRINCIPAL, record);
        }
      }
    }
  }

  private static boolean signs(JournalRecord record) {
    try {
      return Json.read(record.value(), Principal.class).publicKey() != null;
    } catch (InvalidValueException e) {
      return false; // nobody could read it while it counted
    }
  }

  /// All of them, since any entry may name an older one. A cluster of before there were such worlds
  /// has no such topic.
  private void worlds(ExportWriter writer) throws IOException {
    Topic<String, WorldRecord> topic = kafka.topics().worlds();
    if (TopicJournal.exists(kafka, topic)) {
      for (JournalRecord record : newest(topic)) {
        writer.record(Kind.WORLD, record);
      }
    }
  }

  /// A cluster of before there were checkpoints has no such topic.
  private void checkpoints(ExportWriter writer) {
    if (TopicJournal.exists(kafka, kafka.topics().checkpoints())) {
      try (TopicJournal all = TopicJournal.open(kafka, kafka.topics().checkpoints())) {
        all.read(record -> record(writer, Kind.CHECKPOINT, record));
      }
    }
  }

  private static void record(ExportWriter writer, Kind kind, JournalRecord record) {
    try {
      writer.record(kind, record);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The newest record of each key that is not deleted, in the order of partitions and offsets.
  private List<JournalRecord> newest(Topic<?, ?> topic) {
    Map<String, JournalRecord> newest = new TreeMap<>();
    try (TopicJournal all = TopicJournal.open(kafka, topic)) {
      all.read(record -> {
        if (record.value().length == 0) {
          newest.remove(record.key());
        } else {
          newest.put(record.key(), record);
        }
      });
    }
    List<JournalRecord> ordered = new ArrayList<>(newest.values());
    ordered.sort(
        Comparator.comparingInt(JournalRecord::partition).thenComparingLong(JournalRecord::offset));
    return ordered;
  }
}
