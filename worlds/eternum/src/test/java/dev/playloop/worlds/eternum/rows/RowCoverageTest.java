package dev.playloop.worlds.eternum.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The rows leave out nothing: no entrypoint, and no refusal that the contracts can give.
final class RowCoverageTest {
  private static final Path SOURCES = Path.of("contracts/src");
  private static final Path ACTIONS = Path.of("../../../shared/reference/eternum-actions.json");

  /// `assert!(…, "text {}", …)`, `panic!("text", …)` and `assert(…, 'text')`.
  private static final List<Pattern> REFUSALS =
      List.of(
          Pattern.compile("assert!\\(\\s*[^\"]*?\"([^\"]*)\""),
          Pattern.compile("panic!\\(\"([^\"]*)\""),
          Pattern.compile("assert\\([^;\"]*?'([^']*)'\\)"));

  /// What four accounts and the registered systems can't bring about.
  private static final Set<String> UNREACHED =
      Set.of("record too long", "the guild has {} members");

  @Test
  void eachFileHasARefusalAndAllButTheGuardedOnesASuccess() throws IOException {
    for (RowFile file : RowFile.all()) {
      List<JsonNode> rows = new ArrayList<>();
      file.tree().path("rows").forEach(rows::add);
      assertThat(rows).as(file.name()).anyMatch(row -> row.has("refusal"));
      if (!file.name().startsWith("world.")) {
        assertThat(rows).as(file.name()).anyMatch(row -> !row.has("refusal"));
      }
      assertThat(file.tree().path("storage").size()).as(file.name()).isPositive();
      assertThat(file.tree().path("leavesOut").isArray()).as(file.name()).isTrue();
      assertThat(rows.stream().map(row -> row.path("row").stringValue()).toList())
          .as(file.name())
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void eachRefusalOfTheContractsHasARow() throws IOException {
    List<String> rows = new ArrayList<>();
    for (RowFile file : RowFile.all()) {
      for (JsonNode row : file.tree().path("rows")) {
        if (row.has("refusal")) {
          rows.add(row.path("refusal").stringValue());
        }
      }
    }
    Set<String> missing = new TreeSet<>(texts());
    missing.removeIf(text -> rows.stream().anyMatch(row -> says(row, text)));
    missing.removeAll(UNREACHED);
    assertThat(missing).isEmpty();
  }

  /// A row may say a part of the text only, where a number in it is not known before.
  private static boolean says(String row, String text) {
    List<String> parts = List.of(text.split("\\{}", -1));
    String whole = String.join(".*", parts.stream().map(Pattern::quote).toList());
    boolean part =
        parts.stream().anyMatch(p -> !p.isBlank() && row.strip().startsWith(p.strip()))
            && row.length() >= SHORTEST;
    return row.matches(whole) || part;
  }

  private static final int SHORTEST = 8;

  private static Set<String> texts() throws IOException {
    Set<String> texts = new TreeSet<>();
    try (Stream<Path> files = Files.walk(SOURCES)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".cairo")).toList()) {
        String source = Files.readString(file);
        for (Pattern pattern : REFUSALS) {
          Matcher found = pattern.matcher(source);
          while (found.find()) {
            texts.add(found.group(1));
          }
        }
      }
    }
    assertThat(texts).hasSizeGreaterThan(90);
    return texts;
  }

  @Test
  void eachActionsEntrypointHasItsFile() throws IOException {
    Assumptions.assumeTrue(Files.exists(ACTIONS), "NOT RUN: no " + ACTIONS);
    Set<String> entrypoints = new TreeSet<>();
    for (JsonNode action : Json.tree(Files.readString(ACTIONS)).path("actions")) {
      entrypoints.add(
          action.path("system").stringValue() + "." + action.path("entrypoint").stringValue());
    }
    assertThat(entrypoints).hasSize(33);
    List<String> files = new ArrayList<>();
    for (RowFile file : RowFile.all()) {
      assertThat(file.name()).isEqualTo(file.tree().path("entrypoint").stringValue() + ".json");
      files.add(file.tree().path("entrypoint").stringValue());
    }
    assertThat(files).containsAll(entrypoints);
  }
}
