package dev.playloop.benchmarks;

import dev.playloop.benchmarks.BenchOptions.Phase;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Runs the real modules, embedded broker included, under load, and reports what came of it. Each
/// run is a trigger and three turns of one effect each. Numbers are measured, never asserted.
public final class LoadDriver {
  private final BenchOptions options;
  private Single.@Nullable Result single;
  private Load.@Nullable Result bare;
  private Load.@Nullable Result wire;
  private Load.@Nullable Result wire100;
  private Load.@Nullable Result wire1000;
  private @Nullable Double backlog;

  private LoadDriver(BenchOptions options) {
    this.options = options;
  }

  /// `[--json] [--quick] [--agents=N] [--seconds=N] [phase …]`, phases being single, bare, wire and
  /// backlog; all without any.
  public static void main(String[] args) throws Exception {
    List<String> words = Arrays.asList(args);
    BenchOptions options =
        words.contains("--quick")
            ? BenchOptions.quick(System.err::println)
            : BenchOptions.full(System.err::println);
    Set<Phase> phases = EnumSet.noneOf(Phase.class);
    for (String word : words) {
      if (word.startsWith("--agents=")) {
        options = options.withAgents(Integer.parseInt(word.substring("--agents=".length())));
      } else if (word.startsWith("--seconds=")) {
        options =
            options.withWindow(
                Duration.ofSeconds(Long.parseLong(word.substring("--seconds=".length()))));
      } else if (!word.startsWith("--")) {
        phases.add(Phase.valueOf(word.toUpperCase(Locale.ROOT)));
      }
    }
    BenchReport report = run(phases.isEmpty() ? options : options.only(phases));
    System.out.println(words.contains("--json") ? Json.text(report) : report.table());
  }

  /// Measures. Blocks for some minutes; works in a temporary folder, which it removes.
  public static BenchReport run(BenchOptions options) throws Exception {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    long start = System.nanoTime();
    LoadDriver driver = new LoadDriver(options);
    Path dir = Files.createTempDirectory("playloop-bench");
    try {
      if (options.phases().contains(Phase.SINGLE) || options.phases().contains(Phase.BARE)) {
        driver.inProcess(dir.resolve("bare"));
      }
      if (options.phases().contains(Phase.WIRE)) {
        driver.overTheWire(dir.resolve("wire"));
      }
      if (options.phases().contains(Phase.BACKLOG)) {
        driver.say("one reasoner, " + options.backlogTurns() + " turns lie ready, model of 1 s");
        driver.backlog = Backlog.run(dir.resolve("backlog"), options.backlogTurns());
      }
    } finally {
      delete(dir);
    }
    return driver.report(load, (System.nanoTime() - start) / 1_000_000_000);
  }

  private void inProcess(Path dir) throws Exception {
    say("starting the system, model and world in process");
    try (BenchActions actions = new BenchActions();
        BenchSystem system = BenchSystem.start(dir, new BenchLlm(Duration.ZERO), actions);
        Runs runs = Runs.start(system.kafka())) {
      String url = "http://127.0.0.1:9/v1";
      if (options.phases().contains(Phase.SINGLE)) {
        say("one agent, " + options.singleRuns() + " runs of 3 turns, then runs of 50");
        AgentId agent = system.agents("single", 1, url).getFirst();
        single = Single.run(system, runs, agent, options.singleRuns());
      }
      if (options.phases().contains(Phase.BARE)) {
        bare = load(runs, system.agents("bare", options.agents(), url), "in process");
      }
    }
  }

  private void overTheWire(Path dir) throws Exception {
    say("starting the system, model and effects in another process");
    try (WireProcess process = WireProcess.start();
        BenchActions actions = new BenchActions.OverHttp(process.address());
        BenchSystem system = BenchSystem.start(dir, null, actions);
        Runs runs = Runs.start(system.kafka())) {
      int agents = options.agents();
      wire = load(runs, system.agents("w0", agents, process.model(0)), "over HTTP");
      wire100 = load(runs, system.agents("w100", agents, process.model(100)), "model of 100 ms");
      wire1000 = load(runs, system.agents("w1000", agents, process.model(1_000)), "model of 1 s");
    }
  }

  private Load.Result load(Runs runs, List<AgentId> agents, String what)
      throws InterruptedException {
    say(agents.size() + " agents, " + what);
    Load.Result result = Load.run(runs, agents, options);
    say(
        "  %.0f turns/s, %.2f CPU s per 1,000"
            .formatted(result.turnsPerSecond(), result.cpuSecondsPer1000Turns()));
    return result;
  }

  private BenchReport report(double load, long seconds) throws IOException {
    return BenchReportBuilder.builder()
        .overheadMsP50(single == null ? null : single.p50Ms())
        .overheadMsP99(single == null ? null : single.p99Ms())
        .turnsPerSecond(rate(bare))
        .turnsPerSecondWire(rate(wire))
        .turnsPerSecondWire100ms(rate(wire100))
        .bytesPerTurn3(single == null ? null : single.bytes3())
        .bytesPerTurn50(single == null ? null : single.bytes50())
        .bookkeepingBytesPerTurn(single == null ? null : single.bookkeeping())
        .turnsBytesPerTurn3(single == null ? null : single.turns3())
        .turnsBytesPerTurn50(single == null ? null : single.turns50())
        .cpuSecondsPer1000Turns(wire == null ? null : wire.cpuSecondsPer1000Turns())
        .cpuSecondsPer1000TurnsBare(bare == null ? null : bare.cpuSecondsPer1000Turns())
        .cpuSecondsPer1000TurnsSingle(single == null ? null : single.cpuSecondsPer1000Turns())
        .peakRssMb(peakRssMb())
        .ceilingPercent1s(
            wire1000 == null ? null : 100 * wire1000.turnsPerSecond() / options.agents())
        .reasonerBacklogPercent(backlog)
        .agents(options.agents())
        .cores(Runtime.getRuntime().availableProcessors())
        .loadAverageBefore(load)
        .seconds(seconds)
        .build();
  }

  private static @Nullable Long rate(Load.@Nullable Result result) {
    return result == null ? null : Math.round(result.turnsPerSecond());
  }

  /// From `/proc`, so null on other systems than Linux.
  private static @Nullable Long peakRssMb() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return null;
    }
    for (String line : Files.readAllLines(status)) {
      if (line.startsWith("VmHWM:")) {
        return Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024;
      }
    }
    return null;
  }

  private void say(String line) {
    options.progress().accept(line);
  }

  private static void delete(Path dir) {
    try (Stream<Path> all = Files.walk(dir)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("can't remove " + dir, e);
    }
  }
}
