package dev.playloop.proving.mutate;

import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `./playloop mutate`: prints what became of each row, and ends with 1 if any was not caught.
@Command(
    name = "mutate",
    mixinStandardHelpOptions = true,
    description = {
      "Breaks one line at a time in a copy of this checkout and expects the named test to fail.",
      "The lines are listed in deploy/proving/mutations. Exit code 0 only if all are caught."
    })
public final class MutateCommand implements Callable<Integer> {
  private static final int USAGE = 2;

  @Parameters(
      arity = "0..*",
      paramLabel = "NAME",
      description = "only rows whose name begins with one of these")
  private List<String> names = new ArrayList<>();

  @Option(names = "--list", description = "print the rows, and run nothing")
  private boolean list;

  @Option(
      names = "--parallel",
      defaultValue = "1",
      description = "rows at the same time, each in a copy of its own (${DEFAULT-VALUE})")
  private int parallel;

  @Option(
      names = "--limit",
      defaultValue = "300",
      description = "seconds that one test may take (${DEFAULT-VALUE})")
  private int limit;

  @Option(
      names = "--excluded-tags",
      defaultValue = "mgba,mgba-http",
      description = "tests with these tags are left out (${DEFAULT-VALUE})")
  private String excludedTags = "";

  @Option(names = "--json", description = "print one JSON object a row")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    Checkout checkout = new Checkout(home());
    List<Row> rows;
    try {
      rows = Rows.select(Rows.load(checkout.root()), names);
    } catch (InvalidRowException e) {
      err.println("playloop: " + e.getMessage());
      return USAGE;
    }
    if (list) {
      rows.forEach(row -> out.printf("%-40s %s%n", row.name(), row.test()));
      return 0;
    }
    err.println("playloop: copying and compiling the tree …");
    List<Built> trees = checkout.copies(Math.clamp(parallel, 1, Math.max(1, rows.size())));
    Path logs = checkout.folder().resolve("logs");
    TestProcess runner = new TestProcess(excludedTags, Duration.ofSeconds(limit));
    List<RowOutcome> outcomes =
        new Mutations(trees, runner, logs)
            .run(
                rows,
                outcome -> {
                  out.println(json ? Json.text(fields(outcome)) : line(outcome));
                  out.flush();
                });
    out.println(summary(outcomes, logs));
    out.flush();
    return outcomes.stream().allMatch(each -> each.verdict() == RowVerdict.CAUGHT) ? 0 : 1;
  }

  private static Path home() {
    return Path.of(System.getProperty("playloop.home", "")).toAbsolutePath().normalize();
  }

  private static String line(RowOutcome outcome) {
    String line =
        String.format(
            Locale.ROOT,
            "%-16s %6.1f s  %s",
            outcome.verdict(),
            outcome.seconds(),
            outcome.row().name());
    return outcome.detail().isEmpty() ? line : line + "  (" + outcome.detail() + ")";
  }

  private static Map<String, Object> fields(RowOutcome outcome) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", outcome.row().name());
    fields.put("verdict", outcome.verdict().toString());
    fields.put("seconds", outcome.seconds());
    fields.put("test", outcome.row().test().toString());
    fields.put("detail", outcome.detail());
    return fields;
  }

  private String summary(List<RowOutcome> outcomes, Path logs) {
    Map<RowVerdict, Integer> counts = new EnumMap<>(RowVerdict.class);
    outcomes.forEach(outcome -> counts.merge(outcome.verdict(), 1, Integer::sum));
    if (json) {
      Map<String, Object> fields = new LinkedHashMap<>();
      counts.forEach((verdict, count) -> fields.put(verdict.toString(), count));
      return Json.text(fields);
    }
    StringBuilder text = new StringBuilder(outcomes.size() + " mutations");
    counts.forEach((verdict, count) -> text.append(", ").append(count + " " + verdict));
    return text.append("; what the tests printed lies in ").append(logs).toString();
  }
}
