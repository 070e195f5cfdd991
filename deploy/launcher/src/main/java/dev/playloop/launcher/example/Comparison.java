package dev.playloop.launcher.example;

import dev.playloop.launcher.UserProblem;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.config.Expectations;
import dev.playloop.worlds.model.WorldSql;
import dev.playloop.worlds.postgres.RefusedSql;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What came of an example beside what was expected.
///
/// @param differences how they differ, in sentences; empty where everything fits
/// @param counts the numbers that the summary shows, in the order of the file: the one value that
///   each query gives
record Comparison(List<String> differences, Map<String, JsonNode> counts) {
  public Comparison {
    differences = List.copyOf(differences);
    counts = Collections.unmodifiableMap(new LinkedHashMap<>(counts));
  }

  /// Where what is expected is asked.
  ///
  /// @param sql the world's database, where it has one
  record Witnesses(Optional<WorldSql> sql, ExampleGame game) {}

  /// A query that the database refuses is a difference like any other: the rest is still compared.
  public static Comparison of(@Nullable Expectations expect, PlayReport report, Witnesses witnesses)
      throws InterruptedException {
    Optional<WorldSql> sql = witnesses.sql();
    List<String> differences = new ArrayList<>();
    Map<String, JsonNode> counts = new LinkedHashMap<>();
    if (expect == null) {
      return new Comparison(differences, counts);
    }
    for (Expectations.Expected expected : expect.triggers()) {
      differences.addAll(differences(expected, report));
    }
    if (!expect.sql().isEmpty() && sql.isEmpty()) {
      throw UserProblem.usage(
          "expect.yaml has sql checks, but no world of this example has a database",
          "remove 'sql' from expect.yaml.");
    }
    sql.ifPresent(database -> ask(expect, database, differences, counts));
    for (Expectations.GameCheck check : expect.game()) {
      differences.addAll(differences(check, witnesses.game()));
    }
    return new Comparison(differences, counts);
  }

  private static List<String> differences(Expectations.GameCheck check, ExampleGame game)
      throws InterruptedException {
    try {
      return game.rows(check.ask())
          .map(check::differences)
          .orElseThrow(() ->
              UserProblem.usage(
                  "expect.yaml asks the game, but this build has none of that world",
                  "remove 'game' from expect.yaml."));
    } catch (InvalidValueException e) {
      return List.of(String.valueOf(e.getMessage()));
    }
  }

  private static void ask(
      Expectations expect,
      WorldSql database,
      List<String> differences,
      Map<String, JsonNode> counts) {
    for (int i = 0; i < expect.sql().size(); i++) {
      Expectations.SqlCheck check = expect.sql().get(i);
      ask(
          database,
          "sql[" + i + "].query",
          check.query(),
          rows -> differences.addAll(check.differences(rows)),
          differences);
    }
    for (int i = 0; i < expect.counts().size(); i++) {
      Expectations.Count count = expect.counts().get(i);
      ask(
          database,
          "counts[" + i + "].query",
          count.query(),
          rows ->
              rows.stream()
                  .flatMap(row -> row.values().stream())
                  .findFirst()
                  .ifPresent(value -> counts.put(count.name(), value)),
          differences);
    }
  }

  private static void ask(
      WorldSql database,
      String field,
      String query,
      Consumer<List<Map<String, JsonNode>>> rows,
      List<String> differences) {
    List<Map<String, JsonNode>> found;
    try {
      found = database.query(query);
    } catch (RefusedSql | IllegalArgumentException e) {
      differences.add(
          "expect.yaml: " + field + ": the database refuses '" + query + "': " + e.getMessage());
      return;
    }
    rows.accept(found);
  }

  private static List<String> differences(Expectations.Expected expected, PlayReport report) {
    Optional<RunRecord> run = report.runOf(expected.trigger());
    if (run.isPresent() && expected.dropped() == null) {
      List<String> found =
          new ArrayList<>(expected.differences(run.get().closed(), run.get().texts()));
      found.addAll(expected.unlike(run.get().approvals()));
      return found;
    }
    Optional<PlayReport.Drop> drop = report.dropOf(expected.trigger());
    if (expected.dropped() != null && drop.isPresent()) {
      return drop.get().reason() == expected.dropped()
          ? List.of()
          : List.of(
              expected.trigger()
                  + ": expected a drop "
                  + expected.dropped()
                  + ", got "
                  + drop.get().reason());
    }
    String got =
        run.map(r -> "a run that ended " + r.closed().outcome())
            .or(() -> drop.map(d -> "a drop " + d.reason()))
            .orElse("nothing");
    String want =
        expected.dropped() == null
            ? "a run that ends " + expected.outcome()
            : "a drop " + expected.dropped();
    return List.of(expected.trigger() + ": expected " + want + ", got " + got);
  }
}
