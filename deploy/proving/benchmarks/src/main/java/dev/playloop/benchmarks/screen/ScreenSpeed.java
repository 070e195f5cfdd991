package dev.playloop.benchmarks.screen;

import dev.playloop.audit.FoldBuild;
import dev.playloop.benchmarks.BenchJournal;
import dev.playloop.benchmarks.BenchSystem;
import dev.playloop.benchmarks.screen.ScreenReport.Spread;
import dev.playloop.console.Console;
import dev.playloop.console.ConsoleOptionsBuilder;
import dev.playloop.console.source.ClusterJournal;
import dev.playloop.http.EdgeOptions;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.operator.principal.NewPrincipal;
import dev.playloop.operator.principal.PrincipalAnswer;
import dev.playloop.operator.principal.PrincipalRegister;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.principal.Scope;
import dev.playloop.schemas.seal.SigningKey;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/// How long it takes from the append of a journal entry until a person sees it, and from a person's
/// click to the journal: `ScreenSpeed [agents] [seconds] [clicks] [turns a second …]`, from the
/// root of the tree, on a machine with Chromium. The real modules, a console and a headless browser
/// with two of its pages run beside each other, so that each takes from the others what it needs.
/// Prints a JSON object a line.
final class ScreenSpeed {
  private static final String NO_MODEL = "http://127.0.0.1:9/v1";
  private static final int WARM_UP_TURNS = 100;
  private static final Duration WARM_UP = Duration.ofSeconds(45);
  private static final Duration STEADY = Duration.ofSeconds(10);
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final BenchSystem system;
  private final Appended appended;
  private final List<AgentId> agents;

  private ScreenSpeed(BenchSystem system, Appended appended, List<AgentId> agents) {
    this.system = system;
    this.appended = appended;
    this.agents = agents;
  }

  public static void main(String[] args) throws Exception {
    int count = args.length > 0 ? Integer.parseInt(args[0]) : 1_000;
    int seconds = args.length > 1 ? Integer.parseInt(args[1]) : 30;
    int clicks = args.length > 2 ? Integer.parseInt(args[2]) : 100;
    List<Integer> rates =
        args.length > 3
            ? Arrays.stream(args).skip(3).map(Integer::valueOf).toList()
            : List.of(100, 200, 300, 400, 500);
    Path dir = Files.createTempDirectory("playloop-screen-speed");
    try (BenchSystem system = BenchSystem.start(dir);
        Appended appended = Appended.to(system.kafka())) {
      List<AgentId> agents = system.agents("a", count, NO_MODEL);
      AgentId clicked = system.agents("clicked", 1, NO_MODEL).getFirst();
      until(() -> appended.readOn() > count, "all agents are known");
      new ScreenSpeed(system, appended, agents)
          .measure(dir, new Extent(Duration.ofSeconds(seconds), clicks, rates), clicked);
    }
  }

  /// How much is measured.
  private record Extent(Duration window, int clicks, List<Integer> rates) {}

  private void measure(Path dir, Extent extent, AgentId clicked) throws Exception {
    KafkaSettings kafka = system.kafka();
    SigningKey key = SigningKey.generate();
    PrincipalRegister register = new PrincipalRegister(kafka, Clock.systemUTC());
    var signer = new NewPrincipal.SignerKey(key.trusted().id(), key.trusted().base64());
    PrincipalAnswer _ = register.add(NewPrincipal.signer("gateway", signer));
    PrincipalAnswer ann = register.add(NewPrincipal.person("ann", List.of(Scope.ADMIN)));
    String token = ((PrincipalAnswer.Token) ann).token();
    try (Console console = console(dir, system.gateway(key))) {
      if (!console.awaitLoaded(PATIENCE)) {
        throw new IllegalStateException("the console reads nothing: " + console.problem());
      }
      String address = console.address().toString();
      try (ScreenBrowser browser = ScreenBrowser.open(address, token, agents.getFirst().value());
          OpenLoad load = OpenLoad.start(kafka, agents)) {
        load.rate(WARM_UP_TURNS);
        pause(WARM_UP);
        load.rate(0);
        settle(browser);
        for (int rate : extent.rates()) {
          load.rate(rate);
          print(screen(browser, rate, extent.window(), () -> load.rate(0)));
        }
        print(clicks(browser, extent.clicks(), clicked, 0));
        load.rate(WARM_UP_TURNS);
        print(clicks(browser, extent.clicks(), clicked, WARM_UP_TURNS));
      }
    }
  }

  private Console console(Path dir, URI gateway) throws InterruptedException {
    return Console.open(
        ConsoleOptionsBuilder.builder()
            .edge(EdgeOptions.loopback("the console", "--port", 0))
            .folder(dir)
            .kind("cluster")
            .version("bench")
            .gateway(gateway)
            .knowsCallers(true)
            .build(),
        ClusterJournal.of(system.kafka(), "this machine", null),
        () -> new FoldBuild(BenchJournal.POLICY, BenchJournal.WORLDS));
  }

  /// At a rate that is steady already, or soon.
  ///
  /// @param over what ends the load
  private ScreenReport screen(ScreenBrowser browser, int wanted, Duration window, Runnable over)
      throws Exception {
    pause(STEADY);
    JsonNode _ = browser.ask("take");
    Spent began = new Spent(browser);
    long from = System.currentTimeMillis();
    pause(window);
    long to = System.currentTimeMillis();
    Spent spent = new Spent(browser).since(began);
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    over.run();
    settle(browser);
    JsonNode seen = browser.ask("take");
    long[] times = appended.times();
    return filled(spent, new Stretch(from, to), load)
        .what("append-to-screen")
        .wanted(wanted)
        .named(Spread.of(named(seen.path("named"), from, to)))
        .counted(Spread.of(counted(seen.path("counted"), times, from, to)))
        .build();
  }

  /// Until nothing comes any more, and the page has all there is.
  private void settle(ScreenBrowser browser) throws IOException, InterruptedException {
    int before = -1;
    for (int now = appended.readOn(); now != before; now = appended.readOn()) {
      before = now;
      pause(Duration.ofSeconds(2));
    }
    until(() -> browser.count() == appended.readOn(), "the page has all there is");
  }

  /// Milliseconds of the clock.
  private record Stretch(long from, long to) {
    double seconds() {
      return (to - from) / 1e3;
    }
  }

  private ScreenReportBuilder filled(Spent spent, Stretch over, double load) {
    long entries =
        Arrays.stream(appended.times()).filter(at -> at >= over.from() && at < over.to()).count();
    return ScreenReportBuilder.builder()
        .agents(agents.size())
        .turnsPerSecond(Math.round(appended.decisions(over.from(), over.to()) / over.seconds()))
        .entriesPerSecond(Math.round(entries / over.seconds()))
        .serverCpus(rounded(spent.server / 1e9 / over.seconds()))
        .browserCpus(rounded(spent.browser / 1e9 / over.seconds()))
        .load(rounded(load))
        .cores(Runtime.getRuntime().availableProcessors());
  }

  /// Of each entry that the list had room for, by its name.
  private double[] named(JsonNode seen, long from, long to) {
    List<Double> millis = new ArrayList<>();
    for (JsonNode one : seen) {
      Long at = appended.of(one.get(0).stringValue());
      if (at != null && at >= from && at < to) {
        millis.add(one.get(1).asDouble() - at);
      }
    }
    return millis.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /// Of every entry, by when the counter had got to its number.
  private static double[] counted(JsonNode seen, long[] times, long from, long to) {
    List<Double> millis = new ArrayList<>();
    int done = 0;
    for (JsonNode one : seen) {
      int count = Math.min(one.get(1).asInt(), times.length);
      for (; done < count; done++) {
        if (times[done] >= from && times[done] < to) {
          millis.add(one.get(0).asDouble() - times[done]);
        }
      }
    }
    return millis.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private ScreenReport clicks(ScreenBrowser browser, int clicks, AgentId agent, int wanted)
      throws Exception {
    int before = appended.readOn() == 0 ? 0 : appended.controls(agent.value()).size();
    Spent began = new Spent(browser);
    long from = System.currentTimeMillis();
    JsonNode clicked = browser.ask("clicks " + clicks + " " + agent.value());
    long to = System.currentTimeMillis();
    Spent spent = new Spent(browser).since(began);
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    until(
        () -> appended.readOn() > 0 && appended.controls(agent.value()).size() >= before + clicks,
        "each click is in the journal");
    List<Long> journaled = appended.controls(agent.value());
    double[] millis = new double[clicks];
    for (int i = 0; i < clicks; i++) {
      millis[i] = journaled.get(before + i) - clicked.get(i).asDouble();
    }
    return filled(spent, new Stretch(from, to), load)
        .what("click-to-journal")
        .wanted(wanted)
        .clicks(Spread.of(millis))
        .build();
  }

  private static void print(ScreenReport report) {
    System.out.println(Json.text(report));
  }

  private static double rounded(double value) {
    return Math.round(value * 100) / 100.0;
  }

  private static void pause(Duration length) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(length.toNanos());
  }

  /// Processor time so far, or in between, in nanoseconds.
  private static final class Spent {
    private final long server;
    private final long browser;

    Spent(ScreenBrowser browser) {
      this(
          ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
              .getProcessCpuTime(),
          browser.cpu().toNanos());
    }

    private Spent(long server, long browser) {
      this.server = server;
      this.browser = browser;
    }

    Spent since(Spent before) {
      return new Spent(server - before.server, browser - before.browser);
    }
  }

  /// What is waited for.
  @FunctionalInterface
  private interface Holds {
    boolean now() throws IOException;
  }

  private static void until(Holds holds, String what) throws IOException, InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!holds.now()) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("waited in vain until " + what);
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }
}
