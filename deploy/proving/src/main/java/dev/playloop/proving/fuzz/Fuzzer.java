package dev.playloop.proving.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One run: feeds the surfaces in turn until the time is over, each once at least, and looks after
/// each turn whether all threads live; after every 10,000 inputs, and at the end, whether sane
/// triggers still close.
public final class Fuzzer {
  private static final Duration WARM_UP = Duration.ofSeconds(60);
  private static final int CHECK_EVERY = 10_000;

  private final FuzzOptions options;
  private final Findings findings = new Findings();
  private final Map<String, Long> fed = new LinkedHashMap<>();
  private int checks;

  /// Set when the system is up: starting it takes none of the time.
  private long begun;

  private Fuzzer(FuzzOptions options) {
    this.options = options;
  }

  public static FuzzReport run(FuzzOptions options) throws InterruptedException {
    return new Fuzzer(options).run();
  }

  private FuzzReport run() throws InterruptedException {
    Path folder = folder();
    try (Arena arena = Arena.open(options.seed(), folder);
        TopicSurface topics = new TopicSurface(arena, options.seed());
        EmulatorSurface emulator = new EmulatorSurface(options.seed(), findings, folder);
        SandboxSurface sandbox = new SandboxSurface(options.seed(), findings, folder)) {
      warmUp(arena);
      topics.learn();
      List<Surface> surfaces = surfaces(arena, topics, folder);
      surfaces.addAll(List.of(emulator, sandbox));
      surfaces.removeIf(
          surface -> !options.surfaces().isEmpty() && !options.surfaces().contains(surface.name()));
      options.log().accept("fuzz: seed " + options.seed() + ", the system is up");
      Deaths deaths = new Deaths();
      Thread.setDefaultUncaughtExceptionHandler((thread, thrown) ->
          findings.add("threads", 0, thread.getName() + " threw " + thrown, new byte[0]));
      begun = System.nanoTime();
      feed(arena, surfaces, deaths);
      check(arena, "last", deaths);
      write();
      return report(arena, surfaces);
    }
  }

  /// Some sane runs, with calls of tools: they leave the records that are then broken.
  private void warmUp(Arena arena) throws InterruptedException {
    List<String> wrong = arena.check("warm", WARM_UP);
    if (!wrong.isEmpty()) {
      throw new IllegalStateException(
          "the system does not answer before anything was sent: " + wrong);
    }
    new ReplySurface(arena, "arguments", findings).feed(0, arena.cast().victims().size());
  }

  private List<Surface> surfaces(Arena arena, TopicSurface topics, Path folder) {
    FileSurface files = new FileSurface(arena, options.seed(), findings, folder);
    ExportSurface exports =
        new ExportSurface(options.seed(), findings, folder, folder.resolve("cluster.properties"));
    List<Surface> all = new ArrayList<>();
    all.add(new GatewaySurface(arena, options.seed(), findings));
    all.add(topics);
    all.add(new ReplySurface(arena, "replies", findings));
    all.add(new ReplySurface(arena, "arguments", findings));
    all.add(files);
    all.add(exports);
    exports.learn();
    all.add(new RowSurface(arena, options.seed(), findings));
    return all;
  }

  private void feed(Arena arena, List<Surface> surfaces, Deaths deaths)
      throws InterruptedException {
    long unchecked = 0;
    int round = 0;
    do {
      for (Surface surface : surfaces) {
        if (fed.containsKey(surface.name()) && !goesOn(List.of(surface))) {
          continue;
        }
        long first = fed.getOrDefault(surface.name(), 1L);
        surface.feed(first, surface.chunk());
        fed.put(surface.name(), first + surface.chunk());
        unchecked += surface.chunk();
        dead(deaths, surface.name(), first);
      }
      if (unchecked >= CHECK_EVERY) {
        unchecked = 0;
        check(arena, "r" + round++, deaths);
      }
    } while (goesOn(surfaces));
  }

  private boolean goesOn(List<Surface> surfaces) {
    boolean time = System.nanoTime() - begun < options.time().toNanos();
    boolean more =
        options.count() == 0
            || surfaces.stream().anyMatch(s -> fed.getOrDefault(s.name(), 1L) <= options.count());
    return time && more && !(options.stopAtFirst() && !findings.all().isEmpty());
  }

  private void dead(Deaths deaths, String surface, long first) {
    for (String name : deaths.ended()) {
      findings.add(surface, first, "dead thread: " + name, new byte[0]);
    }
  }

  private void check(Arena arena, String round, Deaths deaths) throws InterruptedException {
    checks++;
    for (String wrong : arena.check(round, options.checkLimit())) {
      findings.add("check", fed.values().stream().mapToLong(n -> n).sum(), wrong, new byte[0]);
    }
    dead(deaths, "check", 0);
    options.log().accept("fuzz: " + fed + " inputs, " + findings.all().size() + " breaches");
  }

  private static Path folder() {
    try {
      return Files.createTempDirectory("playloop-fuzz");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The inputs of the breaches, each in a file of its own.
  private void write() {
    List<Breach> breaches = findings.all();
    try {
      for (int i = 0; i < breaches.size(); i++) {
        Breach breach = breaches.get(i);
        Files.createDirectories(options.breaches());
        Files.writeString(
            options.breaches().resolve(options.seed() + "-" + breach.surface() + "-" + i + ".txt"),
            "# seed %d, %s %d: %s%n%s%n"
                .formatted(
                    options.seed(),
                    breach.surface(),
                    breach.number(),
                    breach.what(),
                    breach.input()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("can't write into " + options.breaches(), e);
    }
  }

  private FuzzReport report(Arena arena, List<Surface> surfaces) {
    Map<String, FuzzReport.Surfaced> each = new LinkedHashMap<>();
    for (Surface surface : surfaces) {
      each.put(
          surface.name(),
          new FuzzReport.Surfaced(
              fed.getOrDefault(surface.name(), 1L) - 1, surface.refusals().distinct()));
    }
    return new FuzzReport(
        options.seed(),
        (System.nanoTime() - begun) / 1e9,
        each,
        arena.watch().closed(),
        arena.watch().letters(),
        checks,
        findings.all());
  }
}
