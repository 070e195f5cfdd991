package dev.playloop.fence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What a rule still finds although it should not, one `name count` a line in a file beside these
/// tests. The list may only shrink: something new fails, and so does a line whose violation is
/// gone. `-Dgolden.update` writes the list anew, unless it would grow.
record Frozen(Path file, Map<String, Integer> listed) {
  private static final String FOLDER =
      "deploy/proving/fence/src/test/resources/dev/playloop/fence/";

  static Frozen of(String name) throws IOException {
    Path file = Tree.root().resolve(FOLDER + name);
    Map<String, Integer> listed = new TreeMap<>();
    for (String line : Files.readAllLines(file)) {
      if (!line.isBlank() && !line.startsWith("#")) {
        String[] parts = line.strip().split(" ", 2);
        listed.merge(parts[0], parts.length > 1 ? Integer.parseInt(parts[1]) : 1, Integer::sum);
      }
    }
    return new Frozen(file, listed);
  }

  /// Each of the names once.
  void compare(String what, List<String> found) throws IOException {
    Map<String, Integer> counted = new TreeMap<>();
    found.forEach(name -> counted.merge(name, 1, Integer::sum));
    compare(what, counted);
  }

  void compare(String what, Map<String, Integer> found) throws IOException {
    System.out.printf("%s: %d in %d places%n", what, sum(found), found.size());
    if (System.getProperty("golden.update") != null && sum(found) <= sum(listed)) {
      write(found);
      return;
    }
    List<String> differences = new ArrayList<>();
    Map<String, Integer> names = new TreeMap<>(listed);
    names.putAll(found);
    for (String name : names.keySet()) {
      int is = found.getOrDefault(name, 0);
      int was = listed.getOrDefault(name, 0);
      if (is > was) {
        differences.add("new: " + name + ", " + is + " instead of " + was);
      } else if (is < was) {
        differences.add(
            "gone, so take it off " + file.getFileName() + ": " + name + " " + was + " → " + is);
      }
    }
    assertThat(differences).as("%s (-Dgolden.update takes off what is gone)", what).isEmpty();
  }

  private void write(Map<String, Integer> found) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith("#")) {
        text.append(line).append('\n');
      }
    }
    found.forEach(
        (name, count) -> text.append(name).append(count == 1 ? "" : " " + count).append('\n'));
    Files.writeString(file, text);
  }

  private static int sum(Map<String, Integer> counts) {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }
}
