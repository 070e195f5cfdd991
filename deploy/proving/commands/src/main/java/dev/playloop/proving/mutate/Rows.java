package dev.playloop.proving.mutate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// Reads the files of mutations: blocks of `key: value` lines with empty lines between them and `#`
/// before comments. In `find` and `with`, `\n` is a line break and `\\` a backslash.
final class Rows {
  private static final Set<String> KEYS = Set.of("name", "file", "find", "with", "test");

  /// Where they lie, from the tree's root.
  static final Path FOLDER = Path.of("deploy", "proving", "mutations");

  private Rows() {}

  /// All rows of all files, in the files' order. Names are unique.
  static List<Row> load(Path root) {
    List<Row> rows = new ArrayList<>();
    try (Stream<Path> files = Files.list(root.resolve(FOLDER))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".txt")).sorted().toList()) {
        rows.addAll(parse(String.valueOf(file.getFileName()), Files.readString(file)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("can't read the mutations", e);
    }
    Set<String> names = new HashSet<>();
    for (Row row : rows) {
      if (!names.add(row.name())) {
        throw new InvalidRowException(row.from() + ": the name " + row.name() + " stands twice");
      }
    }
    return rows;
  }

  /// The rows whose name begins with one of `names`, in the files' order; without names, all.
  static List<Row> select(List<Row> rows, List<String> names) {
    for (String name : names) {
      if (rows.stream().noneMatch(row -> row.name().startsWith(name))) {
        throw new InvalidRowException("no mutation's name begins with " + name);
      }
    }
    return rows.stream()
        .filter(row -> names.isEmpty() || names.stream().anyMatch(row.name()::startsWith))
        .toList();
  }

  static List<Row> parse(String from, String text) {
    List<Row> rows = new ArrayList<>();
    Map<String, String> block = new HashMap<>();
    int line = 0;
    int begun = 1;
    for (String read : (text + "\n\n").lines().toList()) {
      line++;
      if (read.isBlank()) {
        if (!block.isEmpty()) {
          rows.add(row(from + ":" + begun, block));
          block.clear();
        }
        begun = line + 1;
      } else if (!read.startsWith("#")) {
        put(block, from + ":" + line, read);
      }
    }
    return rows;
  }

  private static void put(Map<String, String> block, String where, String line) {
    int colon = line.indexOf(':');
    String key = colon < 0 ? line : line.substring(0, colon);
    if (colon < 0 || !KEYS.contains(key)) {
      throw new InvalidRowException(
          where + ": expected name, file, find, with or test and a colon, got " + line);
    }
    // One blank behind the colon belongs to the form; more of them belong to the text.
    String value = line.substring(colon + 1);
    if (block.put(key, value.startsWith(" ") ? value.substring(1) : value) != null) {
      throw new InvalidRowException(where + ": " + key + " stands twice in one row");
    }
  }

  private static Row row(String from, Map<String, String> block) {
    for (String key : KEYS) {
      if (!block.containsKey(key)) {
        throw new InvalidRowException(from + ": the row has no " + key);
      }
    }
    String find = unescape(block.getOrDefault("find", ""));
    if (find.isEmpty()) {
      throw new InvalidRowException(from + ": find is empty");
    }
    Path file = Path.of(block.getOrDefault("file", "").strip());
    if (file.isAbsolute() || !file.normalize().equals(file) || file.startsWith("..")) {
      throw new InvalidRowException(from + ": file: expected a path from the root, got " + file);
    }
    if (file.toString().contains("src/test/")) {
      throw new InvalidRowException(from + ": file: a row breaks the product, not a test");
    }
    return new Row(
        block.getOrDefault("name", "").strip(),
        file,
        new Row.Edit(find, unescape(block.getOrDefault("with", ""))),
        TestName.parse(block.getOrDefault("test", "").strip()),
        from);
  }

  private static String unescape(String text) {
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      char next = c == '\\' && i + 1 < text.length() ? text.charAt(i + 1) : 0;
      if (next == 'n' || next == '\\') {
        plain.append(next == 'n' ? '\n' : '\\');
        i++;
      } else {
        plain.append(c);
      }
    }
    return plain.toString();
  }
}
