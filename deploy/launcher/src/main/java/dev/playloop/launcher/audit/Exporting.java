package dev.playloop.launcher.audit;

import dev.playloop.audit.ExportFormat.CatalogueLine;
import dev.playloop.audit.ExportFormat.Header;
import dev.playloop.audit.ExportFormat.Kind;
import dev.playloop.audit.ExportFormat.Tools;
import dev.playloop.audit.ExportParts;
import dev.playloop.audit.ExportWriter;
import dev.playloop.audit.Heads;
import dev.playloop.audit.JournalRecord;
import dev.playloop.audit.JournalSource;
import dev.playloop.journal.FoldRelease;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.launcher.OutputFile;
import dev.playloop.loop.LoopPolicy;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.worlds.model.LoopTool;
import dev.playloop.worlds.model.World;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Writes a cluster's journal and what belongs to it into one file.
public final class Exporting {
  private Exporting() {}

  /// What was written.
  public record Exported(long entries, Heads heads) {}

  /// Writes `out`. Throws [dev.playloop.launcher.UserProblem] where that can't be.
  public static Exported export(KafkaSettings kafka, JournalSource journal, OutputFile out) {
    return out.write(stream -> write(kafka, journal, stream));
  }

  /// What compares an export's parts with its entries, by the tools of this build.
  static ExportParts parts() {
    return new ExportParts(build(), catalogues());
  }

  private static FoldRelease build() {
    return FoldRelease.of(LoopPolicy.DEFAULT, InstalledWorlds.worlds());
  }

  private static List<CatalogueLine> catalogues() {
    LoopPolicy policy = LoopPolicy.DEFAULT;
    return InstalledWorlds.worlds().stream()
        .map(List::of)
        .map(one -> CatalogueLine.of(FoldRelease.of(policy, one), policy.toString(), tools(one)))
        .toList();
  }

  private static Exported write(KafkaSettings kafka, JournalSource journal, OutputStream stream)
      throws IOException {
    ExportWriter writer =
        new ExportWriter(stream, Header.of(Instant.now(), build(), journal.extents()));
    for (CatalogueLine line : catalogues()) {
      writer.catalogue(line);
    }
    for (JournalRecord agent : newest(kafka, kafka.topics().agents())) {
      writer.record(Kind.AGENT, agent);
    }
    checkpoints(kafka, writer);
    long[] entries = {0};
    journal.read(record -> {
      entries[0]++;
      record(writer, Kind.ENTRY, record);
    });
    return new Exported(entries[0], writer.end());
  }

  /// A cluster of before there were checkpoints has no such topic.
  private static void checkpoints(KafkaSettings kafka, ExportWriter writer) {
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
  private static List<JournalRecord> newest(KafkaSettings kafka, Topic<?, ?> topic) {
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
        java.util.Comparator.comparingInt(JournalRecord::partition)
            .thenComparingLong(JournalRecord::offset));
    return ordered;
  }

  private static List<Tools> tools(List<World> worlds) {
    List<Tools> tools = new ArrayList<>();
    tools.add(tools("loop", LoopTool.CATALOGUE));
    worlds.forEach(world -> tools.add(tools(world.name(), world.tools())));
    return tools;
  }

  private static Tools tools(String of, ToolCatalogue catalogue) {
    return new Tools(
        of, catalogue.hash(), catalogue.specs().stream().map(ToolSpec::declaration).toList());
  }
}
