package dev.playloop.worlds.eternum.rows;

import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One file of rows: those of an entrypoint.
///
/// @param tree the file; see `contracts/README.md` for its form
record RowFile(String name, JsonNode tree, JsonNode boards) {
  /// Maven runs tests in the module's folder.
  private static final Path FOLDER = Path.of("contracts/rows");

  private static final String BOARDS = "boards.json";

  /// One row with what its file says for all of its rows.
  record Row(String name, JsonNode tree, JsonNode file, JsonNode boards) {
    /// The row's own, or else the file's.
    @Nullable JsonNode said(String field) {
      JsonNode own = tree.get(field);
      return own == null ? file.get(field) : own;
    }

    /// Its board where the row changes nothing on it; null where it does.
    @Nullable String sharedBoard() {
      JsonNode board = said("board");
      boolean harmless = tree.has("refusal") && !tree.has("steps");
      return harmless && board != null ? board.stringValue() : null;
    }

    List<JsonNode> steps() {
      List<JsonNode> steps = new ArrayList<>();
      JsonNode board = said("board");
      if (board != null) {
        JsonNode named = boards.get(board.stringValue());
        if (named == null) {
          throw new IllegalArgumentException("no board " + board);
        }
        named.forEach(steps::add);
      }
      tree.path("steps").forEach(steps::add);
      return steps;
    }
  }

  static List<RowFile> all() throws IOException {
    JsonNode boards = read(FOLDER.resolve(BOARDS));
    List<RowFile> files = new ArrayList<>();
    try (Stream<Path> found = Files.list(FOLDER)) {
      for (Path file : found.sorted().toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith(".json") && !name.equals(BOARDS)) {
          files.add(new RowFile(name, read(file), boards));
        }
      }
    }
    return files;
  }

  private static JsonNode read(Path file) throws IOException {
    return Json.tree(Files.readString(file));
  }

  List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (JsonNode row : tree.path("rows")) {
      rows.add(new Row(row.path("row").stringValue(), row, tree, boards));
    }
    return rows;
  }
}
