package dev.playloop.proving.fuzz;

import dev.playloop.proving.fuzz.arena.Arena;
import dev.playloop.proving.fuzz.arena.Findings;
import dev.playloop.proving.fuzz.arena.Watch;
import dev.playloop.proving.fuzz.input.Corpus;
import dev.playloop.proving.fuzz.surface.EmulatorSurface;
import dev.playloop.proving.fuzz.surface.ExportSurface;
import dev.playloop.proving.fuzz.surface.FileSurface;
import dev.playloop.proving.fuzz.surface.GatewaySurface;
import dev.playloop.proving.fuzz.surface.ReplySurface;
import dev.playloop.proving.fuzz.surface.RowSurface;
import dev.playloop.proving.fuzz.surface.SandboxSurface;
import dev.playloop.proving.fuzz.surface.Surface;
import dev.playloop.proving.fuzz.surface.TopicSurface;
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
final class Fuzzer {
  private static final int CHECK_EVERY = 10_000;

  /// So often they are tried while others still send, where the first breach is waited for.
  private static final Duration PROBE = Duration.ofSeconds(15);

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
  private static final Duration STOPPED = Duration.ofMinutes(2);

  private final FuzzOptions options;
  private final Findings findings;
  private final Map<String, Corpus> corpora = new LinkedHashMap<>();
  private final Shares shares;
  private int checks;
  private double slowest;

  /// Surfaces that are fed; none until the system is up.
  private List<Surface> chosen = List.of();

  private @Nullable Watch watch;

  private @Nullable Instant stoppedSince;

  private Fuzzer(FuzzOptions options) {
    this.options = options;
    this.findings = new Findings(options.stopAtFirst(), options.log());
    NAMES.forEach(name -> corpora.put(name, Corpus.of(name)));
    this.shares = new Shares(options, findings, corpora);
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
      findings.add("run", shares.all(), "the run itself broke: " + e, new byte[0]);
    }
    BreachFiles.write(options, findings);
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
      WarmUp.run(arena, exports);
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
      options.log().accept("fuzz: seed " + options.seed() + ", the system is up");
      Deaths deaths = new Deaths();
      Thread.setDefaultUncaughtExceptionHandler((thread, thrown) ->
          findings.add("threads", 0, thread.getName() + " threw " + thrown, new byte[0]));
      shares.begin(chosen);
      do {
        round(arena, deaths);
        if (!shares.goOn()) {
          drain();
        }
        if (!findings.isEnough()) {
          check(arena, "r" + checks, deaths);
        }
      } while (shares.goOn());
    }
  }

  private Corpus corpus(String surface) {
    return Objects.requireNonNull(corpora.get(surface));
  }

  /// Until nothing may be sent before the next check.
  private void round(Arena arena, Deaths deaths) throws InterruptedException {
    shares.round(CHECK_EVERY);
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
        shares.awaitSome();
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
      for (long first = shares.next(surface); first > 0; first = shares.next(surface)) {
        long before = System.nanoTime();
        long inputs = surface.feed(first, shares.numbers(surface, first));
        shares.fed(surface, inputs, surface.most(), System.nanoTime() - before);
      }
    } finally {
      shares.pause(); // also where it broke: nobody waits for it
    }
  }

  private void drain() throws InterruptedException {
    for (Surface surface : chosen) {
      long before = System.nanoTime();
      long inputs = surface.drain();
      shares.fed(surface, inputs, inputs, System.nanoTime() - before);
    }
  }

  /// Whether threads have died, or the loop stands still.
  private void look(Arena arena, Deaths deaths) {
    for (String name : deaths.ended()) {
      findings.add("threads", shares.all(), "dead thread: " + name, new byte[0]);
    }
    String problem = arena.system().problem();
    Instant now = Instant.now();
    if (problem == null) {
      stoppedSince = null;
    } else if (stoppedSince == null) {
      stoppedSince = now;
    } else if (stoppedSince.plus(STOPPED).isBefore(now)) {
      findings.add("partitions", shares.all(), "the loop stands still: " + problem, new byte[0]);
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
    options
        .log()
        .accept(
            String.format(
                Locale.ROOT,
                "fuzz: %,d inputs in %.0f s:%s; checked in %.1f s, %d breaches",
                shares.all(),
                shares.seconds(),
                shares.told(),
                took,
                findings.all().size()));
  }

  /// Where one does not close, why it does not is told too.
  private void sane(Arena arena, String round, Deaths deaths) throws InterruptedException {
    for (String wrong : arena.check(round, options.checkLimit())) {
      findings.add("check", shares.all(), wrong, new byte[0]);
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

  private FuzzReport report() {
    Map<String, FuzzReport.Surfaced> each = new LinkedHashMap<>();
    for (Surface surface : chosen) {
      each.put(surface.name(), shares.of(surface, surface.refusals().distinct()));
    }
    return FuzzReportBuilder.builder()
        .seed(options.seed())
        .seconds(shares.seconds())
        .surfaces(each)
        .runs(watch == null ? 0 : watch.closed())
        .deadLetters(watch == null ? 0 : watch.letters())
        .entries(watch == null ? 0 : watch.entries())
        .checks(checks)
        .slowestCheck(slowest)
        .breaches(findings.all())
        .build();
  }
}
