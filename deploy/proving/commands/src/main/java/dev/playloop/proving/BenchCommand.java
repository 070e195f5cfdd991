package dev.playloop.proving;

import dev.playloop.benchmarks.BenchOptions;
import dev.playloop.benchmarks.BenchReport;
import dev.playloop.benchmarks.LoadDriver;
import dev.playloop.schemas.json.Json;
import java.io.PrintWriter;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Runs the load driver of `deploy/proving/benchmarks`.
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description = {
      "Measures the whole loop under load on this machine.",
      "Broker included; some minutes. deploy/proving/benchmarks/README.md says what the numbers mean."
    })
final class BenchCommand implements Callable<Integer> {
  @Option(names = "--json", description = "print one JSON object instead of a table")
  private boolean json;

  @Option(names = "--quick", description = "under a minute; its numbers say little")
  private boolean quick;

  @Parameters(
      arity = "0..*",
      paramLabel = "PHASE",
      description = "only these of ${COMPLETION-CANDIDATES}")
  private @Nullable List<BenchOptions.Phase> phases;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    var line = Objects.requireNonNull(spec).commandLine();
    PrintWriter err = line.getErr();
    Consumer<String> progress =
        text -> {
          err.println(text);
          err.flush();
        };
    BenchOptions options = quick ? BenchOptions.quick(progress) : BenchOptions.full(progress);
    BenchReport report =
        LoadDriver.run(
            phases == null || phases.isEmpty() ? options : options.only(EnumSet.copyOf(phases)));
    line.getOut().println(json ? Json.text(report) : report.table());
    line.getOut().flush();
    return 0;
  }
}
