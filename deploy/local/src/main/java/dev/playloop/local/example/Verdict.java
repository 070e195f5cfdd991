package dev.playloop.local.example;

import dev.playloop.local.InstalledWorld;
import dev.playloop.local.UserProblem;
import dev.playloop.schemas.config.Expectations;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
