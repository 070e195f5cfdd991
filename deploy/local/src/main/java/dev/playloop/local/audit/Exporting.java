package dev.playloop.local.audit;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.local.InstalledWorld;
import dev.playloop.local.UserProblem;
import dev.playloop.projector.audit.ExportFormat.CatalogueLine;
import dev.playloop.projector.audit.ExportFormat.Header;
import dev.playloop.projector.audit.ExportFormat.Kind;
import dev.playloop.projector.audit.ExportFormat.Tools;
import dev.playloop.projector.audit.ExportWriter;
import dev.playloop.projector.audit.Heads;
import dev.playloop.projector.audit.JournalRecord;
import dev.playloop.projector.audit.JournalSource;
import dev.playloop.projector.journal.Release;
import dev.playloop.projector.loop.LoopPolicy;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.worlds.model.LoopTool;
import dev.playloop.worlds.model.World;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Writes a cluster's journal and what belongs to it into one file. The file appears under its name
/// when it is whole.
public final class Exporting {
  private Exporting() {}

  /// What was written.
  public record Exported(long entries, Heads heads) {}

  /// Writes `out`. Throws [UserProblem] where that can't be.
  public static Exported export(KafkaSettings kafka, JournalSource journal, Path out) {
    Path absolute = out.toAbsolutePath();
    Path part = absolute.resolveSibling(absolute.getFileName() + ".part");
    try {
      Exported exported;
      try (OutputStream stream = new BufferedOutputStream(Files.newOutputStream(part), 1 << 16)) {
        exported = write(kafka, journal, stream);
      }
      Files.move(part, absolute, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
      return exported;
    } catch (IOException | UncheckedIOException e) {
      throw UserProblem.environment(
          "can't write " + out + ": " + e.getMessage(),
          "name a file in a folder that is there and may be written to.",
          e);
    }
  }

  private static Exported write(KafkaSettings kafka, JournalSource journal, OutputStream stream)
      throws IOException {
    List<World> worlds = InstalledWorld.worlds();
    LoopPolicy policy = LoopPolicy.DEFAULT;
    Release release = Release.of(policy, worlds);
    ExportWriter writer =
        new ExportWriter(stream, Header.of(Instant.now(), release, journal.extents()));
    for (World world : worlds) {
      List<World> one = List.of(world);
      writer.catalogue(CatalogueLine.of(Release.of(policy, one), policy.toString(), tools(one)));
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
