package dev.playloop.console.source;

import dev.playloop.audit.ExportFile;
import dev.playloop.audit.JournalRecord;
import dev.playloop.audit.JournalSource;
import dev.playloop.audit.evidence.Evidence;
import dev.playloop.console.index.Spot;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.seal.KeyRing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The journal in an export. Whoever looks for an entry reads the file from there: it must not
/// change while this is open.
public final class FileJournal implements ConsoleJournal {
  private final Path path;
  private final String identity;

  private FileJournal(Path path, String identity) {
    this.path = path;
    this.identity = identity;
  }

  /// Throws as [Evidence#ofFile] does where it is no export.
  public static FileJournal of(Path path) {
    try (Evidence evidence = Evidence.ofFile(path)) {
      ExportFile file = Objects.requireNonNull(evidence.file());
      return new FileJournal(
          path,
          "export "
              + Json.text(file.header())
              + " of "
              + Files.size(path)
              + " bytes, last changed "
              + Files.getLastModifiedTime(path));
    } catch (IOException e) {
      throw new UncheckedIOException("can't read " + path, e);
    }
  }

  @Override
  public String name() {
    return String.valueOf(path.getFileName());
  }

  @Override
  public String identity() {
    return identity;
  }

  @Override
  public @Nullable KafkaSettings kafka() {
    return null;
  }

  @Override
  public KeyRing keys() {
    return KeyRing.NONE;
  }

  @Override
  public boolean sealed() {
    return false;
  }

  @Override
  public JournalSource stretch(AgentId agent, Spot from, Spot to) {
    List<JournalRecord> records = new ArrayList<>();
    int partition = from.row().partition();
    try {
      ExportFile.open(path)
          .from(
              from.place(),
              record -> {
                if (record.partition() == partition && record.key().equals(agent.value())) {
                  records.add(record);
                }
                return record.partition() != partition || record.offset() < to.row().offset();
              });
    } catch (IOException e) {
      throw new UncheckedIOException("can't read " + path, e);
    }
    return Stretch.of(from, to, records);
  }

  @Override
  public Evidence evidence() {
    return Evidence.ofFile(path);
  }

  @Override
  public Feed feed(Feed.Goal goal) {
    return FileFeed.start(path, goal);
  }

  @Override
  public void close() {
    // Each read opens and closes the file itself.
  }
}
