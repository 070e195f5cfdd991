package dev.playloop.console.source;

import dev.playloop.audit.AuditException;
import dev.playloop.audit.AuditProblem;
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
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The journal in an export. Whoever looks for an entry reads the file from there. A file that is
/// another one by then, as after the next run, is not read: the index is of the first.
public final class FileJournal implements ConsoleJournal {
  private final Path path;
  private final String identity;
  private final Mark mark;

  private FileJournal(Path path, String identity, Mark mark) {
    this.path = path;
    this.identity = identity;
    this.mark = mark;
  }

  /// What tells one file from another of its name.
  private record Mark(long size, FileTime changed, @Nullable Object key) {
    static Mark of(Path path) throws IOException {
      BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class);
      return new Mark(now.size(), now.lastModifiedTime(), now.fileKey());
    }
  }

  /// Throws as [Evidence#ofFile] does where it is no export.
  public static FileJournal of(Path path) {
    try {
      Mark mark = Mark.of(path);
      try (Evidence evidence = Evidence.ofFile(path)) {
        ExportFile file = Objects.requireNonNull(evidence.file());
        String header = Json.text(file.header());
        return new FileJournal(
            path,
            "export " + header + " of " + mark.size() + " bytes, last changed " + mark.changed(),
            mark);
      }
    } catch (NoSuchFileException e) {
      throw new AuditException(new AuditProblem.NoFile(path), e);
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
    requireTheSame();
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
    requireTheSame();
    return Evidence.ofFile(path);
  }

  private void requireTheSame() {
    try {
      if (!Mark.of(path).equals(mark)) {
        throw new AuditException(
            new AuditProblem.UnreadableFile(
                path, "it was replaced since it was opened; open it again"));
      }
    } catch (IOException e) {
      throw new AuditException(new AuditProblem.NoFile(path), e);
    }
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
