package dev.playloop.benchmarks.world;

import dev.playloop.benchmarks.world.KernelCalls.Kind;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.worlds.kernel.KernelActions;
import dev.playloop.worlds.kernel.books.KernelDatabase;
import dev.playloop.worlds.model.WorldUnavailable;
import dev.playloop.worlds.postgres.EmbeddedDatabase;
import dev.playloop.worlds.sandbox.GuestCall;
import dev.playloop.worlds.sandbox.HostPort;
import dev.playloop.worlds.sandbox.Limits;
import dev.playloop.worlds.sandbox.Outcome;
import dev.playloop.worlds.sandbox.Program;
import dev.playloop.worlds.sandbox.Sandbox;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Actions of the kernel a second, on an embedded PostgreSQL: each kind alone, then a mix. Code of
/// artifacts is stubbed, for [SandboxSpeed] measures what it costs; the outbox does not run.
///
/// `KernelSpeed [--principals=1000] [--writers=32] [--seconds=10] [--mix=transfer:2,read:1]
/// [--data=FOLDER]`. With `--mix` only that is measured. With `--data` the database keeps its data
/// (`fsync` on); without, it is fast and gone at the end.
final class KernelSpeed {
  private static final String MIX = "transfer,read,write,invoke";
  private static final long SEED = 20_261_121;

  private final KernelActions actions;
  private final KernelDatabase database;
  private final int principals;
  private final int writers;
  private final AtomicLong ids = new AtomicLong();

  private KernelSpeed(KernelActions actions, KernelDatabase database, int principals, int writers) {
    this.actions = actions;
    this.database = database;
    this.principals = principals;
    this.writers = writers;
  }

  public static void main(String[] args) throws Exception {
    List<String> words = List.of(args);
    int principals = number(words, "principals", 1_000);
    int seconds = number(words, "seconds", 10);
    String data = word(words, "data");
    try (EmbeddedDatabase server = EmbeddedDatabase.start(data == null ? null : Path.of(data));
        KernelDatabase database =
            KernelDatabase.open(server.jdbcUrl(), server.user(), server.password());
        KernelActions actions = new KernelActions(database, new Echo(), 0)) {
      KernelSpeed speed =
          new KernelSpeed(actions, database, principals, number(words, "writers", 32));
      database.seed(KernelCalls.seed(principals));
      System.out.printf(
          Locale.ROOT,
          "load average %.1f, %d principals, %d writers, %d s each%n",
          ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
          principals,
          speed.writers,
          seconds);
      speed.measure(word(words, "mix"), seconds);
    }
  }

  private static @Nullable String word(List<String> words, String name) {
    String start = "--" + name + "=";
    return words.stream()
        .filter(w -> w.startsWith(start))
        .map(w -> w.substring(start.length()))
        .findFirst()
        .orElse(null);
  }

  private static int number(List<String> words, String name, int otherwise) {
    String word = word(words, name);
    return word == null ? otherwise : Integer.parseInt(word);
  }

  private void measure(@Nullable String mix, int seconds) throws Exception {
    run(KernelCalls.mix(mix == null ? MIX : mix), seconds);
    if (mix == null) {
      for (Kind kind : Kind.values()) {
        report(kind.word(), Map.of(kind, 1), seconds);
      }
    }
    report("mixed", KernelCalls.mix(mix == null ? MIX : mix), seconds);
    books();
  }

  private void report(String what, Map<Kind, Integer> mix, int seconds) throws Exception {
    long commits = commits();
    long cpu = cpuNanos();
    Load load = run(mix, seconds);
    System.out.printf(
        Locale.ROOT,
        "%s: %.0f a second, p50 %.1f ms, p99 %.1f ms, longest %.0f ms, not done %d, outages %d,"
            + " %.1f transactions and %.2f ms of this process's CPU an action%n",
        what,
        load.count() / load.seconds(),
        load.p50(),
        load.p99(),
        load.longest(),
        load.refused(),
        load.outages(),
        (double) (commits() - commits) / load.count(),
        (cpuNanos() - cpu) / 1e6 / load.count());
  }

  /// How many actions, and their times in ms; how many had another answer than DONE; how often the
  /// database was away, which is followed by the same action again.
  @RecordBuilder
  record Load(
      int count,
      double p50,
      double p99,
      double longest,
      double seconds,
      long refused,
      long outages) {}

  private Load run(Map<Kind, Integer> mix, int seconds) throws Exception {
    AtomicLong refused = new AtomicLong();
    AtomicLong outages = new AtomicLong();
    long began = System.nanoTime();
    long end = began + seconds * 1_000_000_000L;
    List<Future<long[]>> running = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int w = 0; w < writers; w++) {
        running.add(threads.submit(() -> writer(mix, end, refused, outages)));
      }
    }
    double took = (System.nanoTime() - began) / 1e9;
    long[] nanos = sorted(running);
    return KernelSpeedLoadBuilder.builder()
        .count(nanos.length)
        .p50(nanos[nanos.length / 2] / 1e6)
        .p99(nanos[nanos.length * 99 / 100] / 1e6)
        .longest(nanos[nanos.length - 1] / 1e6)
        .seconds(took)
        .refused(refused.get())
        .outages(outages.get())
        .build();
  }

  private static long[] sorted(List<Future<long[]>> running)
      throws ExecutionException, InterruptedException {
    List<long[]> parts = new ArrayList<>();
    for (Future<long[]> part : running) {
      parts.add(part.get());
    }
    long[] all = parts.stream().flatMapToLong(Arrays::stream).sorted().toArray();
    if (all.length == 0) {
      throw new IllegalStateException("no action ended in time");
    }
    return all;
  }

  private long[] writer(Map<Kind, Integer> mix, long end, AtomicLong refused, AtomicLong outages)
      throws InterruptedException {
    long[] nanos = new long[1_024];
    int done = 0;
    while (System.nanoTime() < end) {
      long id = ids.incrementAndGet();
      SplittableRandom random = new SplittableRandom(SEED + id);
      Action action =
          KernelCalls.call(KernelCalls.draw(mix, random), "bench-" + id, principals, random);
      long began = System.nanoTime();
      ActionResult result = perform(action, outages);
      if (done == nanos.length) {
        nanos = Arrays.copyOf(nanos, 2 * done);
      }
      nanos[done++] = System.nanoTime() - began;
      if (result.status() != ActionResult.Status.DONE) {
        refused.incrementAndGet();
      }
    }
    return Arrays.copyOf(nanos, done);
  }

  private ActionResult perform(Action action, AtomicLong outages) throws InterruptedException {
    while (true) {
      try {
        return KernelCalls.perform(actions, action);
      } catch (WorldUnavailable e) {
        outages.incrementAndGet();
      }
    }
  }

  /// Transactions so far, those that were rolled back too. Sessions report about once a second.
  private long commits() {
    return count(
        "select xact_commit + xact_rollback as n from pg_stat_database"
            + " where datname = current_database()");
  }

  private long count(String sql) {
    return ((Number) Objects.requireNonNull(database.rows(sql).getFirst().get("n"))).longValue();
  }

  private static long cpuNanos() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getProcessCpuTime()
        : 0;
  }

  /// Speed that loses scrip is no speed.
  private void books() {
    long astray =
        count(
            "select cast((select sum(scrip) from account) + (select sum(delta) from ledger_entry"
                + " where account in ('@mint', '@holds')) as bigint) as n");
    long deadlocks =
        count("select deadlocks as n from pg_stat_database where datname = current_database()");
    System.out.printf("scrip astray: %d; deadlocks: %d%n", astray, deadlocks);
  }

  /// Code that gives back what it is given.
  private static final class Echo implements Sandbox {
    @Override
    public Outcome run(
        Program program, List<JsonNode> args, GuestCall call, Limits limits, HostPort host) {
      return new Outcome.Returned(args.getFirst(), 0);
    }

    @Override
    public Optional<Outcome.Failed> check(Program program, String caller) {
      return Optional.empty();
    }

    @Override
    public Set<String> languages() {
      return Set.of(Program.JAVASCRIPT);
    }

    @Override
    public void close() {}
  }
}
