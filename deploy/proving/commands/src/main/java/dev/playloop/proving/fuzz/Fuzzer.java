package dev.playloop.proving.fuzz;

import dev.playloop.schemas.event.AgentConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/// One run: feeds all surfaces side by side, each in a thread of its own, until the time is over,
/// each once at least. After every 10,000 inputs together they pause, and sane triggers must still
/// close. No surface gets far ahead of the slowest. Which inputs a surface sends follows from the
/// seed alone; how they mix with those of others does not.
public final class Fuzzer {
  private static final Duration WARM_UP = Duration.ofSeconds(60);
  private static final Duration LOOK = Duration.ofMillis(500);
  private static final int CHECK_EVERY = 10_000;

  /// So often they are tried while others still send, where the first breach is waited for.
  private static final Duration PROBE = Duration.ofSeconds(15);

  /// How many times as much as the slowest a surface may have had.
  private static final int AHEAD = 3;

  /// Numbers of the model's answers before the first input.
  private static final long WARM = 1_000_000_000;

  /// The surfaces, in the order in which they are told.
  static final List<String> NAMES =
      List.of(
          "gateway",
          "topics",
          "replies",
          "arguments",
          "files",
          "exports",
          "rows",
          "emulator",
          "sandbox");

  /// How long the loop may say that something keeps it from its work.
  private static final Duration STOPPED = Duration.ofSeconds(30);

  private final FuzzOptions options;
  private final Findings findings;
  private final Map<String, Corpus> corpora = new LinkedHashMap<>();
  private final Map<String, Fed> fed = new LinkedHashMap<>();
  private int checks;
  private double slowest;

  /// Surfaces that are fed; none until the system is up.
  private List<Surface> chosen = List.of();

  private @Nullable Watch watch;

  /// Set anew when the system is up: starting it takes none of the time.
  private long begun = System.nanoTime();

  /// What may still be sent before the next check; guarded by this.
  private long left;

  private boolean pausing;
  private @Nullable Instant stoppedSince;

  /// What a surface has had; guarded by the fuzzer.
  private static final class Fed {
    private long next = 1;
    private long inputs;
    private long nanos;
    private final long before;

    private Fed(long before) {
      this.before = before;
    }

    /// With those of earlier runs.
    private long all() {
      return before + inputs;
    }
  }

  private Fuzzer(FuzzOptions options) {
    this.options = options;
    this.findings = new Findings(options.stopAtFirst(), options.log());
    NAMES.forEach(name -> corpora.put(name, Corpus.of(name)));
  }

  public static FuzzReport run(FuzzOptions options) throws InterruptedException {
    return new Fuzzer(options).run();
  }

  /// Whatever ends the run, what it has found and counted is kept.
  private FuzzReport run() throws InterruptedException {
    try {
      feedAll();
    } catch (RuntimeException e) {
      StringWriter stack = new StringWriter();
      e.printStackTrace(new PrintWriter(stack));
      options.log().accept(stack.toString());
      findings.add("run", all(), "the run itself broke: " + e, new byte[0]);
    }
    write();
    return report();
  }

  private void feedAll() throws InterruptedException {
    Path folder = folder();
    try (Arena arena = Arena.open(options.seed(), corpora, findings);
        TopicSurface topics = new TopicSurface(arena, options.seed(), findings, corpus("topics"));
        EmulatorSurface emulator =
            new EmulatorSurface(options.seed(), findings, corpus("emulator"), folder);
        SandboxSurface sandbox =
            new SandboxSurface(options.seed(), findings, corpus("sandbox"), folder)) {
      FileSurface files = new FileSurface(arena, options.seed(), findings, corpus("files"), folder);
      watch = arena.watch();
      ExportSurface exports =
          new ExportSurface(options.seed(), findings, corpus("exports"), folder, files.config());
      warmUp(arena, exports);
      topics.learn();
      List<Surface> surfaces =
          List.of(
              new GatewaySurface(arena, options.seed(), findings, corpus("gateway")),
              topics,
              new ReplySurface(arena, "replies", findings, corpus("replies")),
              new ReplySurface(arena, "arguments", findings, corpus("arguments")),
              files,
              exports,
              new RowSurface(arena, options.seed(), findings, corpus("rows")),
              emulator,
              sandbox);
      chosen =
          surfaces.stream()
              .filter(it -> options.surfaces().isEmpty() || options.surfaces().contains(it.name()))
              .toList();
      chosen.forEach(surface ->
          fed.put(surface.name(), new Fed(options.before().getOrDefault(surface.name(), 0L))));
      options.log().accept("fuzz: seed " + options.seed() + ", the system is up");
      Deaths deaths = new Deaths();
      Thread.setDefaultUncaughtExceptionHandler((thread, thrown) ->
          findings.add("threads", 0, thread.getName() + " threw " + thrown, new byte[0]));
      begun = System.nanoTime();
      do {
        round(arena, deaths);
        if (!goesOn()) {
          drain();
        }
        if (!findings.isEnough()) {
          check(arena, "r" + checks, deaths);
        }
      } while (goesOn());
    }
  }

  private Corpus corpus(String surface) {
    return Objects.requireNonNull(corpora.get(surface));
  }

  /// Some sane runs, with calls of tools by victims: they leave the records that are then broken.
  /// What is exported are the first of them: an export is read as often as it is broken.
  private void warmUp(Arena arena, ExportSurface exports) throws InterruptedException {
    List<AgentConfig> victims = arena.cast().victims();
    List<AgentConfig> first = Arena.WORLDS.stream().map(world -> victimOf(world, victims)).toList();
    warm(arena, first);
    exports.learn();
    arena.join();
    List<String> wrong = arena.check("warm", WARM_UP);
    if (!wrong.isEmpty()) {
      throw new IllegalStateException(
          "the system does not answer before anything was sent: " + wrong);
    }
    warm(arena, victims.stream().filter(victim -> !first.contains(victim)).toList());
  }

  private static AgentConfig victimOf(String world, List<AgentConfig> victims) {
    return victims.stream()
        .filter(victim -> victim.agent().world().equals(world))
        .findFirst()
        .orElseThrow();
  }

  private static void warm(Arena arena, List<AgentConfig> victims) throws InterruptedException {
    List<String> warm = new ArrayList<>();
    for (AgentConfig victim : victims) {
      String id = Watch.SANE + "warm-" + victim.agent().value().replace('/', '-');
      warm.add(id);
      long number = WARM + arena.cast().victims().indexOf(victim);
      arena.trigger(victim.agent(), id, "fuzz:arguments:" + number);
    }
    arena.flush();
    Arena.await(WARM_UP, () -> arena.watch().ends().keySet().containsAll(warm));
  }

  /// Until nothing may be sent before the next check.
  private void round(Arena arena, Deaths deaths) throws InterruptedException {
    synchronized (this) {
      left = CHECK_EVERY;
      pausing = false;
    }
    try (ExecutorService threads =
        Executors.newThreadPerTaskExecutor(Thread.ofPlatform().name("fuzz-", 0).factory())) {
      List<Future<?>> feeding = new ArrayList<>();
      for (Surface surface : chosen) {
        feeding.add(
            threads.submit(() -> {
              feed(surface);
              return null;
            }));
      }
      long probed = System.nanoTime();
      while (feeding.stream().anyMatch(each -> !each.isDone())) {
        look(arena, deaths);
        if (options.stopAtFirst() && System.nanoTime() - probed > PROBE.toNanos()) {
          sane(arena, "p" + probed, deaths);
          probed = System.nanoTime();
        }
        synchronized (this) {
          wait(LOOK.toMillis());
        }
      }
      for (Future<?> each : feeding) {
        each.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("a surface can't be fed: " + e.getCause(), e.getCause());
    }
  }

  private void feed(Surface surface) throws InterruptedException {
    try {
      for (long first = next(surface); first > 0; first = next(surface)) {
        long before = System.nanoTime();
        long inputs = surface.feed(first, numbers(surface, first));
        fed(surface, inputs, surface.most(), System.nanoTime() - before);
      }
    } finally {
      synchronized (this) {
        pausing = true; // also where it broke: nobody waits for it
        notifyAll();
      }
    }
  }

  /// The number of the first input that the surface may send now; 0 where it is to pause. Waits
  /// while it is far ahead of another one.
  private synchronized long next(Surface surface) throws InterruptedException {
    Fed own = Objects.requireNonNull(fed.get(surface.name()));
    while (own.next > 1 && !isOver() && !pausing && isAhead(own, surface)) {
      wait(LOOK.toMillis());
    }
    if (pausing || left < surface.most() || (own.next > 1 && isOver())) {
      return 0;
    }
    left -= surface.most();
    long first = own.next;
    own.next += numbers(surface, first);
    return first;
  }

  /// At first the corpus alone: a system that has just started is given a little at a time.
  private int numbers(Surface surface, long first) {
    int kept = Objects.requireNonNull(corpora.get(surface.name())).entries().size();
    return first == 1 ? Math.min(kept, surface.chunk()) : surface.chunk();
  }

  private boolean isAhead(Fed own, Surface surface) {
    long least = fed.values().stream().mapToLong(Fed::all).min().orElse(0);
    return own.all() > AHEAD * (least + surface.chunk());
  }

  private synchronized void fed(Surface surface, long inputs, long reserved, long nanos) {
    left += reserved - inputs;
    Fed own = Objects.requireNonNull(fed.get(surface.name()));
    own.inputs += inputs;
    own.nanos += nanos;
    notifyAll();
  }

  private void drain() throws InterruptedException {
    for (Surface surface : chosen) {
      long before = System.nanoTime();
      long inputs = surface.drain();
      fed(surface, inputs, inputs, System.nanoTime() - before);
    }
  }

  private synchronized boolean goesOn() {
    return !isOver();
  }

  private boolean isOver() {
    boolean time = System.nanoTime() - begun >= options.time().toNanos();
    boolean enough =
        options.count() > 0
            && fed.values().stream().mapToLong(Fed::all).sum() >= options.total()
            && fed.values().stream().allMatch(each -> each.all() >= options.count());
    return time || enough || findings.isEnough();
  }

  private synchronized long all() {
    return fed.values().stream().mapToLong(each -> each.inputs).sum();
  }

  /// Whether threads have died, or the loop stands still.
  private void look(Arena arena, Deaths deaths) {
    for (String name : deaths.ended()) {
      findings.add("threads", all(), "dead thread: " + name, new byte[0]);
    }
    String problem = arena.system().problem();
    Instant now = Instant.now();
    if (problem == null) {
      stoppedSince = null;
    } else if (stoppedSince == null) {
      stoppedSince = now;
    } else if (stoppedSince.plus(STOPPED).isBefore(now)) {
      findings.add("partitions", all(), "the loop stands still: " + problem, new byte[0]);
      stoppedSince = now;
    }
  }

  private void check(Arena arena, String round, Deaths deaths) throws InterruptedException {
    checks++;
    long before = System.nanoTime();
    sane(arena, round, deaths);
    double took = (System.nanoTime() - before) / 1e9;
    slowest = Math.max(slowest, took);
    chosen.forEach(Surface::settled);
    arena.renewVictims();
    StringBuilder inputs = new StringBuilder();
    fed.forEach((name, each) -> inputs.append(' ').append(name).append(' ').append(each.inputs));
    options
        .log()
        .accept(
            String.format(
                Locale.ROOT,
                "fuzz: %,d inputs in %.0f s:%s; checked in %.1f s, %d breaches",
                all(),
                (System.nanoTime() - begun) / 1e9,
                inputs,
                took,
                findings.all().size()));
  }

  /// Where one does not close, why it does not is told too.
  private void sane(Arena arena, String round, Deaths deaths) throws InterruptedException {
    for (String wrong : arena.check(round, options.checkLimit())) {
      findings.add("check", all(), wrong, new byte[0]);
    }
    look(arena, deaths);
  }

  private static Path folder() {
    try {
      return Files.createTempDirectory("playloop-fuzz");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The inputs of the breaches, each in a file of its own: what it was, and the line for the
  /// corpus.
  private void write() {
    List<Breach> breaches = findings.all();
    try {
      for (int i = 0; i < breaches.size(); i++) {
        Breach breach = breaches.get(i);
        Files.createDirectories(options.breaches());
        Files.writeString(
            options.breaches().resolve(options.seed() + "-" + breach.surface() + "-" + i + ".txt"),
            "# seed %d, %s %d: %s%n%s%n%s%n"
                .formatted(
                    options.seed(),
                    breach.surface(),
                    breach.number(),
                    breach.what(),
                    breach.input(),
                    breach.entry()));
      }
    } catch (IOException e) {
      findings.add("run", 0, "can't write into " + options.breaches() + ": " + e, new byte[0]);
    }
  }

  private FuzzReport report() {
    Map<String, FuzzReport.Surfaced> each = new LinkedHashMap<>();
    for (Surface surface : chosen) {
      Fed own = Objects.requireNonNull(fed.get(surface.name()));
      each.put(
          surface.name(),
          new FuzzReport.Surfaced(own.inputs, surface.refusals().distinct(), own.nanos / 1e9));
    }
    return new FuzzReport(
        options.seed(),
        (System.nanoTime() - begun) / 1e9,
        each,
        watch == null ? 0 : watch.closed(),
        watch == null ? 0 : watch.letters(),
        checks,
        slowest,
        findings.all());
  }
}
