package dev.playloop.chaos;

import dev.playloop.chaos.process.AotCache;
import dev.playloop.chaos.process.Folders;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/// Runs histories, some at the same time, and adds them up. What a broken history left on disk (the
/// logs of its processes) stays there.
public final class ChaosRun {
  /// From so many histories on an ahead-of-time cache is worth the history that makes it.
  private static final int WORTH_A_CACHE = 3;

  private final ChaosOptions options;
  private final List<HistoryReport> before;
  private final Path folder;
  private final Consumer<HistoryReport> each;
  private final Histories histories;

  /// Runs one history; in tests without a system.
  interface Histories {
    HistoryReport run(long seed, FaultPlan plan, AotCache cache, Path own)
        throws InterruptedException;

    /// Whether its processes can have an ahead-of-time cache.
    default boolean canCache() {
      return List.of(System.getProperty("java.class.path").split(File.pathSeparator)).stream()
          .allMatch(entry -> entry.endsWith(".jar"));
    }
  }

  ChaosRun(
      ChaosOptions options,
      List<HistoryReport> before,
      Path folder,
      Consumer<HistoryReport> each,
      Histories histories) {
    this.options = options;
    this.before = before;
    this.folder = folder;
    this.each = each;
    this.histories = histories;
  }

  /// `each` is told of every history when it is over, by one thread at a time.
  public static ChaosSummary run(ChaosOptions options, Consumer<HistoryReport> each)
      throws InterruptedException {
    return run(options, List.of(), each);
  }

  /// The same, added up with what was run `before`.
  public static ChaosSummary run(
      ChaosOptions options, List<HistoryReport> before, Consumer<HistoryReport> each)
      throws InterruptedException {
    try {
      Path folder = Files.createTempDirectory("playloop-chaos-");
      return new ChaosRun(
              options,
              before,
              folder,
              each,
              (seed, plan, cache, own) ->
                  new History(seed, plan, cache, own, options.servers())
                      .with(options.beside())
                      .run())
          .run();
    } catch (IOException e) {
      throw new UncheckedIOException("no temporary folder", e);
    }
  }

  ChaosSummary run() throws InterruptedException {
    long began = System.nanoTime();
    long first = options.seeds().getFirst();
    List<HistoryReport> reports = new ArrayList<>();
    AotCache cache = cache(reports);
    try (ExecutorService threads = Executors.newFixedThreadPool(options.parallel())) {
      List<Future<HistoryReport>> running = new ArrayList<>();
      for (long seed : options.seeds()) {
        running.add(threads.submit(() -> history(seed, cache)));
      }
      for (Future<HistoryReport> one : running) {
        reports.add(one.get());
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("a history could not be run", e.getCause());
    }
    RecoveryTimes recovery =
        options.recovery() == 0
            ? null
            : new RecoveryProbe(options.recovery(), cache, folder).measure(first);
    if (reports.stream().allMatch(HistoryReport::holds)) {
      Folders.delete(folder);
    } else {
      options.progress().accept("what broken histories left lies in " + folder);
    }
    boolean continued = !before.isEmpty();
    reports.addAll(0, before);
    return ChaosSummary.of(
        continued ? before.getFirst().seed() : first,
        reports,
        (System.nanoTime() - began) / 1_000_000,
        recovery);
  }

  private HistoryReport history(long seed, AotCache cache) throws InterruptedException {
    Path own = folder.resolve("history-" + seed);
    HistoryReport report =
        attempt(
            seed, FaultPlan.of(seed, options.faults(), options.servers().brokers()), cache, own);
    tell(report);
    if (report.holds()) {
      Folders.delete(own);
    }
    return report;
  }

  private void tell(HistoryReport report) {
    synchronized (each) {
      each.accept(report);
    }
  }

  /// A history that can't be run, for whatever reason, is a broken one, and no reason to give up
  /// the others: those that break worst throw what nobody has thought of.
  private HistoryReport attempt(long seed, FaultPlan plan, AotCache cache, Path own)
      throws InterruptedException {
    try {
      return histories.run(seed, plan, cache, own);
    } catch (RuntimeException e) {
      return HistoryReport.notRun(seed, e);
    }
  }

  /// Made by an undisturbed history, whose processes end in order. Where even that one is broken it
  /// is told and counted like any other, and there is no cache.
  private AotCache cache(List<HistoryReport> reports) throws InterruptedException {
    if (!histories.canCache() || options.seeds().size() < WORTH_A_CACHE) {
      return AotCache.NONE;
    }
    options.progress().accept("a first history without faults makes an ahead-of-time cache");
    Path caches = folder.resolve("classes");
    try {
      Files.createDirectories(caches);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Path own = folder.resolve("training");
    HistoryReport report =
        attempt(
            options.seeds().getFirst(), new FaultPlan(List.of()), new AotCache(caches, true), own);
    if (!report.holds()) {
      options.progress().accept("the first history, without faults, is broken");
      reports.add(report);
      tell(report);
      return AotCache.NONE;
    }
    Folders.delete(own);
    return new AotCache(caches, false);
  }
}
