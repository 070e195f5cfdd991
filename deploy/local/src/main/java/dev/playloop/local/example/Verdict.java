package dev.playloop.local.example;

import dev.playloop.local.InstalledWorld;
import dev.playloop.local.UserProblem;
import dev.playloop.schemas.config.Expectations;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Holds what came of an example beside what was expected.
public final class Verdict {
  private Verdict() {}

  /// How they differ, in sentences; empty where everything fits.
  public static List<String> differences(
      @Nullable Expectations expect, PlayReport report, Optional<InstalledWorld.Sql> sql) {
    List<String> found = new ArrayList<>();
    if (expect == null) {
      return found;
    }
    for (Expectations.Expected expected : expect.triggers()) {
      found.addAll(differences(expected, report));
    }
    if (!expect.sql().isEmpty() && sql.isEmpty()) {
      throw UserProblem.usage(
          "expect.yaml has sql checks, but no world of this example has a database",
          "remove 'sql' from expect.yaml.");
    }
    for (Expectations.SqlCheck check : expect.sql()) {
      sql.ifPresent(database -> found.addAll(check.differences(database.query(check.query()))));
    }
    return found;
  }

  /// The numbers that the summary shows, in the order of the file: the one value that each query
  /// gives.
  public static Map<String, JsonNode> counts(
      @Nullable Expectations expect, Optional<InstalledWorld.Sql> sql) {
    Map<String, JsonNode> counts = new LinkedHashMap<>();
    for (Expectations.Count count :
        expect == null ? List.<Expectations.Count>of() : expect.counts()) {
      sql.map(database -> database.query(count.query())).stream()
          .flatMap(List::stream)
          .flatMap(row -> row.values().stream())
          .findFirst()
          .ifPresent(value -> counts.put(count.name(), value));
    }
    return counts;
  }

  private static List<String> differences(Expectations.Expected expected, PlayReport report) {
    Optional<RunRecord> run = report.runOf(expected.trigger());
    if (run.isPresent() && expected.dropped() == null) {
      return expected.differences(run.get().closed(), run.get().texts());
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
