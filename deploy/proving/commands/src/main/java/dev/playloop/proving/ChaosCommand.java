package dev.playloop.proving;

import dev.playloop.chaos.Beside;
import dev.playloop.chaos.ChaosOptions;
import dev.playloop.chaos.ChaosOptionsBuilder;
import dev.playloop.chaos.ChaosRun;
import dev.playloop.chaos.ChaosSummary;
import dev.playloop.chaos.HistoryReport;
import dev.playloop.chaos.LoadedRun;
import dev.playloop.chaos.ReportFile;
import dev.playloop.chaos.approval.ApprovalReport;
import dev.playloop.chaos.approval.ApprovalRun;
import dev.playloop.chaos.declared.DeclaredReport;
import dev.playloop.chaos.declared.DeclaredRun;
import dev.playloop.chaos.declared.Games;
import dev.playloop.chaos.system.Servers;
import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.launcher.UserProblem;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.Json;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Runs the crash suite of `deploy/proving/chaos`.
@Command(
    name = "chaos",
    mixinStandardHelpOptions = true,
    description = {
      "Breaks whole systems and counts what was lost or done twice.",
      "Broker, database and workers run as processes of their own; the seed says what goes wrong"
          + " and when. Exit code 0 only if every promise was kept."
    })
final class ChaosCommand implements Callable<Integer> {
  @Option(
      names = "--seed",
      defaultValue = "1",
      description = "seed of the first history; the next one has the next (${DEFAULT-VALUE})")
  private long seed;

  @Option(
      names = "--histories",
      defaultValue = "3",
      description = "fresh systems, one after the other (${DEFAULT-VALUE})")
  private int histories;

  @Option(
      names = "--faults",
      defaultValue = "10",
      description = "faults in each history (${DEFAULT-VALUE})")
  private int faults;

  @Option(
      names = "--brokers",
      defaultValue = "1",
      description =
          "1, or 3 that replicate: then brokers are killed, frozen, lost, filled and restarted, too,"
              + " as root on Linux their zones are cut off (in network namespaces), and each history"
              + " has every world (${DEFAULT-VALUE})")
  private int brokers;

  @Option(
      names = "--parallel",
      defaultValue = "1",
      description = "histories at the same time (${DEFAULT-VALUE})")
  private int parallel;

  @Option(
      names = "--recovery",
      defaultValue = "0",
      description = "then measure the recovery from so many kills of each role (${DEFAULT-VALUE})")
  private int recovery;

  @Option(
      names = "--append",
      paramLabel = "FILE",
      description =
          "add each history to this file, go on with the seeds that it has not, and sum up all that"
              + " it holds")
  private @Nullable Path append;

  @Option(
      names = "--approvals",
      defaultValue = "0",
      paramLabel = "POINTS",
      description =
          "instead of faults of all kinds: agents ask people before they write, and projector,"
              + " executor and gateway are killed at so many points in each history")
  private int approvals;

  @Option(
      names = "--declared",
      defaultValue = "0",
      paramLabel = "SQUALLS",
      description =
          "instead of faults of all kinds: games of declared worlds are killed, frozen, cut off and"
              + " made to forget, and their executor dies meanwhile, so often in each history")
  private int declared;

  @Mixin private LoadedOptions loaded = new LoadedOptions();

  @Option(names = "--json", description = "print one JSON object a history, and a last summary")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    var line = Objects.requireNonNull(spec).commandLine();
    PrintWriter out = line.getOut();
    PrintWriter err = line.getErr();
    if (approvals > 0) {
      return askPeople(out, err);
    }
    if (declared > 0) {
      return playDeclared(out, err);
    }
    if (loaded.asked()) {
      return move(out, err);
    }
    ReportFile<HistoryReport> file = file();
    ChaosSummary summary =
        ChaosRun.run(
            options(err, file),
            file == null ? List.of() : file.reports(),
            report -> {
              if (file != null) {
                file.add(report);
              }
              out.println(json ? Json.text(report) : row(report));
              out.flush();
            });
    out.println(json ? Json.text(summary) : summary.table());
    out.flush();
    return summary.holds() ? 0 : UserProblem.FAILED;
  }

  /// One history after the other, each with its own seed.
  private int askPeople(PrintWriter out, PrintWriter err) throws InterruptedException {
    if (histories < 1 || append != null) {
      throw UserProblem.usage(
          "--approvals needs --histories of 1 or more, and knows no --append",
          "try './playloop chaos --approvals 25 --histories 4'.");
    }
    boolean holds = true;
    for (int i = 0; i < histories; i++) {
      ApprovalReport report = ApprovalRun.run(seed + i, approvals, told(err));
      out.println(json ? Json.text(report) : report.table());
      out.flush();
      holds &= report.holds();
    }
    return holds ? 0 : UserProblem.FAILED;
  }

  private int playDeclared(PrintWriter out, PrintWriter err) throws InterruptedException {
    if (histories < 1 || append != null) {
      throw UserProblem.usage(
          "--declared needs --histories of 1 or more, and knows no --append",
          "try './playloop chaos --declared 25 --histories 2'.");
    }
    boolean holds = true;
    for (int i = 0; i < histories; i++) {
      DeclaredReport report = DeclaredRun.run(seed + i, declared, told(err));
      out.println(json ? Json.text(report) : report.table());
      out.flush();
      holds &= report.holds();
    }
    return holds ? 0 : UserProblem.FAILED;
  }

  private int move(PrintWriter out, PrintWriter err) throws InterruptedException {
    if (append != null) {
      throw UserProblem.usage("--scale, --roll and --kill know no --append", "leave it out.");
    }
    LoadedRun.Report report =
        LoadedRun.run(loaded.plan().seed(seed).brokers(servers().brokers()).build(), told(err));
    out.println(json ? Json.text(report) : report.table());
    out.flush();
    return report.holds() ? 0 : UserProblem.FAILED;
  }

  private static Consumer<String> told(PrintWriter err) {
    return text -> {
      err.println(text);
      err.flush();
    };
  }

  private @Nullable ReportFile<HistoryReport> file() {
    try {
      return append == null ? null : ReportFile.open(append, HistoryReport.class, "a history");
    } catch (InvalidValueException e) {
      throw UserProblem.usage(
          String.valueOf(e.getMessage()), "name a file that 'chaos --append' wrote, or a new one.");
    }
  }

  private Servers servers() {
    if (brokers != 1 && brokers != 3) {
      throw UserProblem.usage(
          "--brokers must be 1 or 3, not " + brokers, "try './playloop chaos --brokers 3'.");
    }
    return brokers == 1 ? Servers.ONE : Servers.THREE;
  }

  private ChaosOptions options(PrintWriter err, @Nullable ReportFile<HistoryReport> file) {
    if (approvals < 0
        || declared < 0
        || histories < 1
        || faults < 0
        || parallel < 1
        || recovery < 0) {
      throw UserProblem.usage(
          "--histories and --parallel must be 1 or more, --faults, --recovery, --approvals and"
              + " --declared 0 or more",
          "try './playloop chaos --seed 1 --histories 3'.");
    }
    return ChaosOptionsBuilder.builder()
        .seeds(ChaosOptions.seeds(seed, histories, file == null ? List.of() : file.reports()))
        .faults(faults)
        .parallel(parallel)
        .recovery(recovery)
        .servers(servers())
        .beside(brokers > 1 ? Games.ofEachKind(InstalledWorlds.programs()) : Beside.NOBODY)
        .progress(told(err))
        .build();
  }

  private static String row(HistoryReport report) {
    StringBuilder row =
        new StringBuilder(
            String.format(
                Locale.ROOT,
                "seed %-6d %2d faults %4d triggers %4d calls (%d in doubt) %4d effects %5.0f s  %s",
                report.seed(),
                report.faults(),
                report.triggers(),
                report.calls(),
                report.callsInDoubt(),
                report.effects(),
                report.millis() / 1_000.0,
                report.holds() ? "holds" : "BROKEN"));
    report.violations().forEach(violation -> row.append("\n  ").append(violation));
    return row.toString();
  }
}
