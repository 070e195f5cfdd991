package dev.playloop.audit;

import dev.playloop.audit.ExportFormat.CatalogueLine;
import dev.playloop.audit.ExportFormat.End;
import dev.playloop.audit.ExportFormat.Header;
import dev.playloop.audit.ExportFormat.Kind;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.CheckedJson;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// An export on disk, read line by line. A line that is none refuses the file with its number and
/// field. Used by one thread.
public final class ExportFile implements JournalSource {
  private static final int FIRST_FORMAT = 1;

  private final String name;
  private final Bytes bytes;
  private final Header header;
  private @Nullable Ending ending;
  private long place;

  private ExportFile(String name, Bytes bytes, Header header) {
    this.name = name;
    this.bytes = bytes;
    this.header = header;
  }

  /// Where its bytes come from, each time anew.
  @FunctionalInterface
  public interface Bytes {
    InputStream open() throws IOException;
  }

  /// What the last line says, and whether the file is still the one that was written.
  public record Ending(End said, String sha256) {
    public boolean isAsWritten() {
      return said.sha256().equals(sha256);
    }
  }

  /// Reads the first line. Throws [InvalidExportException] where it is no export of this version,
  /// and [AuditException] where it is one of an older format.
  public static ExportFile open(Path file) throws IOException {
    return open(file.toString(), () -> Files.newInputStream(file));
  }

  /// The same for an export that is no file; `name` is what messages call it.
  public static ExportFile open(String name, Bytes bytes) throws IOException {
    try (InputStream in = bytes.open()) {
      ExportLines lines = new ExportLines(name, in);
      byte[] first = lines.next();
      if (first == null) {
        throw lines.refused("type", "'export' in the first line", "an empty file");
      }
      return new ExportFile(name, bytes, header(lines, first));
    }
  }

  public Header header() {
    return header;
  }

  /// The end as the last read found it.
  public @Nullable Ending ending() {
    return ending;
  }

  @Override
  public List<Extent> extents() {
    return header.journal();
  }

  @Override
  public void read(Visitor visitor) {
    read(
        (kind, record) -> {
          if (kind == Kind.ENTRY) {
            visitor.take(record);
          }
        },
        _ -> {});
  }

  /// Who reads the records of all kinds.
  @FunctionalInterface
  public interface RecordVisitor {
    void take(Kind kind, JournalRecord record);
  }

  /// Who reads the catalogues.
  @FunctionalInterface
  public interface CatalogueVisitor {
    void take(CatalogueLine catalogue);
  }

  /// At which byte the line begins whose record is being handed over, for [#from].
  public long place() {
    return place;
  }

  /// Who reads entries until there are enough.
  @FunctionalInterface
  public interface EntryVisitor {
    /// False: no more is wanted.
    boolean take(JournalRecord record);
  }

  /// Reads the entries from the line on that begins at that byte: a part of a file that was read as
  /// a whole before, and is not checked again.
  public void from(long place, EntryVisitor visitor) {
    try (InputStream in = bytes.open()) {
      in.skipNBytes(place);
      ExportLines lines = new ExportLines(name, in);
      for (byte[] line = lines.next(); line != null; line = lines.next()) {
        RecordLine found = RecordLine.of(lines, line);
        if (found == null || (found.kind() == Kind.ENTRY && !visitor.take(found.record()))) {
          return;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("can't read " + name, e);
    }
  }

  /// Reads every line, in the order of the file.
  public void read(RecordVisitor records, CatalogueVisitor catalogues) {
    try (InputStream in = bytes.open()) {
      ExportLines lines = new ExportLines(name, in);
      byte[] line = lines.next();
      if (line == null) {
        throw lines.refused("type", "'export' in the first line", "an empty file");
      }
      header(lines, line);
      ending = read(lines, line, records, catalogues);
    } catch (IOException e) {
      throw new UncheckedIOException("can't read " + name, e);
    }
  }

  private Ending read(
      ExportLines lines, byte[] first, RecordVisitor records, CatalogueVisitor catalogues)
      throws IOException {
    Map<Kind, Map<Integer, Long>> last = new HashMap<>();
    lines.hash(first);
    for (byte[] line = lines.next(); line != null; line = lines.next()) {
      RecordLine found = RecordLine.of(lines, line);
      if (found != null) {
        inOrder(lines, last, found);
        if (found.kind() == Kind.ENTRY) {
          within(lines, found.record());
        }
        lines.hash(line);
        place = lines.begin();
        records.take(found.kind(), found.record());
        continue;
      }
      JsonNode tree = tree(lines, line);
      if (type(tree).equals(ExportFormat.END)) {
        End said = value(lines, tree, End.class);
        Ending end = new Ending(said, HexFormat.of().formatHex(lines.digest()));
        if (lines.next() != null) {
          throw lines.refused("type", "nothing behind the line 'end'", "another line");
        }
        return end;
      }
      catalogues.take(value(lines, tree, CatalogueLine.class));
      lines.hash(line);
    }
    throw lines.refused("type", "a last line 'end'", "the end of the file: it was cut");
  }

  private static void inOrder(
      ExportLines lines, Map<Kind, Map<Integer, Long>> last, RecordLine found) {
    JournalRecord record = found.record();
    Long before =
        last.computeIfAbsent(found.kind(), _ -> new HashMap<>())
            .put(record.partition(), record.offset());
    if (before != null && before >= record.offset()) {
      throw lines.refused("offset", "more than " + before, String.valueOf(record.offset()));
    }
  }

  private void within(ExportLines lines, JournalRecord record) {
    for (Extent extent : header.journal()) {
      if (extent.partition() == record.partition()) {
        if (record.offset() < extent.from() || record.offset() >= extent.to()) {
          throw lines.refused(
              "offset",
              "one from " + extent.from() + " and below " + extent.to() + ", as the header says",
              String.valueOf(record.offset()));
        }
        return;
      }
    }
    throw lines.refused(
        "partition", "one that the header names", String.valueOf(record.partition()));
  }

  private static Header header(ExportLines lines, byte[] line) {
    JsonNode tree = tree(lines, line);
    if (!type(tree).equals(ExportFormat.HEADER)) {
      throw lines.refused("type", "'export' in the first line", shown(type(tree)));
    }
    JsonNode version = tree.get("v");
    if (version != null && version.isInt() && version.asInt() == FIRST_FORMAT) {
      throw new AuditException(
          new AuditProblem.OldFormat(lines.file(), FIRST_FORMAT, ExportFormat.VERSION));
    }
    if (version == null || !version.isInt() || version.asInt() != ExportFormat.VERSION) {
      throw lines.refused(
          "v",
          ExportFormat.VERSION + ", the version that this release reads",
          version == null ? "nothing" : version.toString());
    }
    return value(lines, tree, Header.class);
  }

  private static JsonNode tree(ExportLines lines, byte[] line) {
    try {
      JsonNode tree = CheckedJson.of(line, Edge.REQUEST).tree();
      if (!tree.isObject()) {
        throw lines.refused("line", "a JSON object", shown(tree.toString()));
      }
      List<String> known = new ArrayList<>(List.of(ExportFormat.CATALOGUE, ExportFormat.END));
      known.add(ExportFormat.HEADER);
      if (!known.contains(type(tree))) {
        for (Kind kind : Kind.values()) {
          known.add(kind.type());
        }
        throw lines.refused("type", "one of " + known, shown(type(tree)));
      }
      return tree;
    } catch (InvalidValueException e) {
      throw lines.refused("line", "a JSON object", e.got());
    }
  }

  private static <T> T value(ExportLines lines, JsonNode tree, Class<T> type) {
    try {
      return Json.readStrict(tree, type);
    } catch (InvalidValueException e) {
      throw lines.refused(e.field(), e.expected(), e.got());
    }
  }

  private static String type(JsonNode tree) {
    JsonNode type = tree.get("type");
    return type != null && type.isString() ? type.stringValue() : "";
  }

  private static String shown(String text) {
    return text.isEmpty() ? "nothing" : text.length() <= 60 ? "'" + text + "'" : "a longer text";
  }

  @Override
  public void close() {
    // Each read opens and closes the file itself.
  }
}
