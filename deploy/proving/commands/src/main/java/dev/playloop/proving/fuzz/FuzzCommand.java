package dev.playloop.proving.fuzz;

import dev.playloop.chaos.ReportFile;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.Json;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `./playloop fuzz`: prints what was sent, what was answered and what broke; ends with 1 if
/// anything did.
@Command(
    name = "fuzz",
    mixinStandardHelpOptions = true,
    description = {
      "Sends half-broken input to every edge of a running system, from a seed, and counts dead"
          + " threads, agents that no longer answer, errors of ours, and refused inputs with an effect.",
      "Exit code 0 only if there are none."
    })
public final class FuzzCommand implements Callable<Integer> {
  @Option(names = "--seconds", defaultValue = "60", description = "how long (${DEFAULT-VALUE})")
  private long seconds;

  @Option(
      names = "--seed",
      description = "the run's seed; without it a fresh one, which is printed")
  private @Nullable Long seed;

  @Option(
      names = "--surface",
      description =
          "only this one: gateway, topics, replies, arguments, files, exports, rows, emulator,"
              + " sandbox")
  private List<String> surfaces = new ArrayList<>();

  @Option(
      names = "--count",
      defaultValue = "0",
      description = "ends when each surface has had so many inputs; 0: when the time is over")
  private long count;

  @Option(names = "--total", defaultValue = "0", description = "and all together so many")
  private long total;

  @Option(
      names = "--limit",
      defaultValue = "10",
      description = "seconds that a sane trigger may take (${DEFAULT-VALUE})")
  private long limit;

  @Option(names = "--first", description = "end at the first breach")
  private boolean first;

  @Option(
      names = "--append",
      paramLabel = "FILE",
      description =
          "add the run to this file, and sum up all that it holds; what they have sent counts towards"
              + " --count and --total")
  private @Nullable Path append;

  @Option(names = "--json", description = "print one JSON object")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    long chosen = seed == null ? new Random().nextInt(1_000_000_000) : seed;
    ReportFile<FuzzReport> file = append == null ? null : file(append);
    List<FuzzReport> runs = new ArrayList<>(file == null ? List.of() : file.reports());
    FuzzReport report =
        Fuzzer.run(
            FuzzOptionsBuilder.builder()
                .seed(chosen)
                .time(Duration.ofSeconds(seconds))
                .before(runs.isEmpty() ? Map.of() : FuzzReport.sum(runs).inputs())
                .count(count)
                .total(total)
                .surfaces(surfaces)
                .checkLimit(Duration.ofSeconds(limit))
                .stopAtFirst(first)
                .breaches(Path.of(System.getProperty("playloop.home", ""), ".playloop", "fuzz"))
                .log(line -> {
                  err.println(line);
                  err.flush();
                })
                .build());
    if (file != null) {
      file.add(report);
    }
    if (!runs.isEmpty() && !json) {
      out.println(report.text());
      out.println("with what was there before:");
    }
    runs.add(report);
    FuzzReport all = FuzzReport.sum(runs);
    out.println(json ? Json.text(all) : all.text());
    out.flush();
    return all.holds() ? 0 : 1;
  }

  private ReportFile<FuzzReport> file(Path file) {
    try {
      return ReportFile.open(file, FuzzReport.class, "a run of the fuzzer");
    } catch (InvalidValueException e) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(),
          e.getMessage() + "; name a file that 'fuzz --append' wrote, or a new one");
    }
  }
}
