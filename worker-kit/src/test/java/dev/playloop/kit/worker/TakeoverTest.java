package dev.playloop.kit.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.Emit;
import dev.playloop.kit.FencedException;
import dev.playloop.kit.Handler;
import dev.playloop.kit.WorkerLimits;
import dev.playloop.kit.topic.Clients;
import dev.playloop.kit.worker.Lab.Bench;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Several workers of one group: joining, leaving, killed, expelled, fenced.
@NeedsInfra
final class TakeoverTest {
  private static Lab lab;
  private Bench bench;

  @BeforeAll
  static void startBroker(TestInfra infra) {
    lab = new Lab(infra);
  }

  @BeforeEach
  void prepare() throws InterruptedException {
    bench = lab.bench(2);
  }

  @AfterEach
  void tidy() throws Exception {
    bench.close();
  }

  /// Both partitions have a call that ignores its interruption and ends only after another worker
  /// has taken one of them over and answered.
  @Test
  void aWorkerThatLostAPartitionCantCommitForItAndCountsItsCallsAsAbandoned() throws Exception {
    CountDownLatch began = new CountDownLatch(2);
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(2);
    WorkerSettings<String, String> settings =
        bench
            .settings("join")
            .withLimits(WorkerLimits.DEFAULT.withRevokeWait(Duration.ofMillis(200)));
    Worker<String, String> first =
        bench.worker(
            settings,
            (event, context) -> {
              began.countDown();
              awaitStubbornly(gate);
              ended.countDown();
              return List.of(bench.emit(context.key(), "first"));
            });
    bench.send(0, "k0", "x");
    bench.send(1, "k1", "x");
    bench.flush();
    began.await();

    Worker<String, String> second =
        bench.worker(settings, (event, context) -> List.of(bench.emit(context.key(), "second")));
    Lab.await("the second has its share", () -> second.stats().handled() == 1);
    gate.countDown();
    ended.await();

    Lab.await("the first keeps one", () -> first.stats().handled() == 1);
    assertThat(first.stats().abandoned()).isEqualTo(1);
    assertThat(bench.outputs(2).values())
        .containsExactlyInAnyOrder(List.of("first"), List.of("second"));
  }

  private static void awaitStubbornly(CountDownLatch gate) {
    boolean open = false;
    while (!open) {
      try {
        gate.await();
        open = true;
      } catch (InterruptedException e) {
        // ignored on purpose: a call that does not care that its partition was lost
      }
    }
  }

  /// The successor's first step is taken alone, so that the worker does not know yet.
  @Test
  void aWorkerWhoseFenceWasTakenCantWriteAnIntentNorCommit() throws Exception {
    BlockingQueue<String> verdicts = new LinkedBlockingQueue<>();
    CountDownLatch began = new CountDownLatch(2);
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    WorkerSettings<String, String> settings = bench.settings("fence");
    Set<String> called = ConcurrentHashMap.newKeySet();
    Worker<String, String> worker =
        bench.worker(
            settings,
            (event, context) -> {
              if (!called.add(context.key())) {
                return List.of(bench.emit(context.key(), "again"));
              }
              began.countDown();
              if (context.key().equals("held")) {
                never.await();
              }
              gate.await();
              try {
                context.commitNow(List.of(Emit.of(bench.ledger, context.key(), "intent")));
                verdicts.add("committed");
              } catch (FencedException e) {
                verdicts.add("fenced");
              }
              return List.of(bench.emit(context.key(), "by the fenced one"));
            });
    bench.send(0, "k", "x");
    bench.send(0, "held", "x");
    began.await();
    try (Producer<byte[], byte[]> successor =
        Clients.transactional(bench.kafka, settings.transactionalId(0), List.of(bench.out))) {
      successor.initTransactions();
    }

    gate.countDown();

    assertThat(verdicts.poll(30, TimeUnit.SECONDS)).isEqualTo("fenced");
    // It was nobody after all: the group still gives it the partition, so it starts over.
    assertThat(bench.outputs(2)).isEqualTo(Map.of("k", List.of("again"), "held", List.of("again")));
    // The held one for sure; whether the fenced one had ended by then is nobody's to say.
    assertThat(worker.stats().abandoned()).isBetween(1L, 2L);
    Lab.await("ready again", () -> worker.problem() == null && worker.stats().partitions() == 2);
    assertThat(bench.read(bench.ledger, all -> true)).isEmpty();
  }

  @Test
  void anExpelledWorkerCantWriteAnIntentWhenItWakesUp() throws Exception {
    try (ChildWorker child = ChildWorker.start(ChildWorker.Mode.INTENT_ON_SIGNAL, bench)) {
      bench.send(0, "k", "x");
      child.await("BEGAN");
      child.signal("STOP");
      Worker<String, String> successor =
          bench.worker(
              bench.settings(ChildWorker.GROUP),
              (event, context) -> {
                context.commitNow(
                    List.of(Emit.of(bench.ledger, context.key(), "by the successor")));
                return List.of(bench.emit(context.key(), "by the successor"));
              });
      assertThat(bench.outputs(1)).isEqualTo(Map.of("k", List.of("by the successor")));
      Lab.await("owner of both", () -> successor.stats().partitions() == 2);

      child.signal("CONT");
      child.tell("GO");

      child.await("FENCED");
    }
    assertThat(bench.read(bench.ledger, 1))
        .extracting(record -> Bench.text(record.value()))
        .containsExactly("by the successor");
  }

  /// Its partition's last commit is as old as its sleep, so it has to ask; and for one that did not
  /// sleep, asking changes nothing.
  @Test
  void anExpelledWorkerIsToldThatItsRecordIsNoLongerItsOwn() throws Exception {
    try (ChildWorker child = ChildWorker.start(ChildWorker.Mode.CONFIRM_ON_SIGNAL, bench)) {
      bench.send(0, "k", "x");
      child.await("BEGAN");
      child.tell("GO");
      child.await("DONE");
      // The commit comes after the call: a successor would rightly do again what is not committed.
      Lab.await("x is committed", () -> bench.committed(ChildWorker.GROUP) == 1);
      bench.send(0, "k", "y");
      child.await("BEGAN");
      child.signal("STOP");
      Worker<String, String> successor =
          bench.worker(
              bench.settings(ChildWorker.GROUP),
              (event, context) -> {
                context.confirmOwned();
                return List.of(bench.emit(context.key(), event));
              });
      assertThat(bench.outputs(1)).isEqualTo(Map.of("k", List.of("y")));
      Lab.await("owner of both", () -> successor.stats().partitions() == 2);

      child.signal("CONT");
      child.tell("GO");

      child.await("FENCED");
    }
  }

  /// Else its partitions would be nobody's until its session is over.
  @Test
  void aNamedWorkerThatIsStoppedLeavesItsGroup() throws Exception {
    WorkerSettings<String, String> settings = bench.settings("leave", "one");
    Worker<String, String> named =
        bench.worker(settings, (event, context) -> List.of(bench.emit(context.key(), event)));
    assertThat(named.awaitAssigned(Lab.PATIENCE)).isTrue();
    String group = settings.groupId();
    try (Admin admin = Admin.create(Map.copyOf(bench.kafka.client()))) {
      assertThat(members(admin, group)).isEqualTo(1);

      named.close();

      assertThat(members(admin, group)).isZero();
    }
  }

  private static int members(Admin admin, String group) throws Exception {
    return admin.describeConsumerGroups(List.of(group)).all().get().values().stream()
        .mapToInt(described -> described.members().size())
        .sum();
  }

  /// An open transaction hides what others write to the same partition behind it. The child's would
  /// stay open for ten minutes by itself; the successor's first step ends it.
  @Test
  void whatAKilledWorkerHadOpenIsAbortedByItsSuccessor() throws Exception {
    try (ChildWorker child = ChildWorker.start(ChildWorker.Mode.HANG_IN_COMMIT, bench)) {
      bench.send(0, "k", "x");
      child.await("OPEN");
      child.signal("KILL");
    }
    try (Producer<byte[], byte[]> other = Clients.plain(bench.kafka, List.of(bench.out))) {
      for (int partition = 0; partition < 2; partition++) {
        other
            .send(
                new ProducerRecord<>(
                    bench.out.name(), partition, Bench.bytes("o" + partition), Bench.bytes("y")))
            .get();
      }
    }
    assertThat(bench.end(bench.out, IsolationLevel.READ_COMMITTED))
        .as("one of the two lies behind the open transaction")
        .isLessThan(bench.end(bench.out, IsolationLevel.READ_UNCOMMITTED));

    CountDownLatch gate = new CountDownLatch(1);
    Worker<String, String> successor =
        bench.worker(
            bench.settings(ChildWorker.GROUP, ChildWorker.INSTANCE),
            (event, context) -> {
              gate.await();
              return List.of(bench.emit(context.key(), "by the successor"));
            });
    assertThat(successor.awaitAssigned(Lab.PATIENCE)).isTrue();

    assertThat(bench.end(bench.out, IsolationLevel.READ_COMMITTED))
        .as("all visible as soon as the successor is assigned")
        .isEqualTo(bench.end(bench.out, IsolationLevel.READ_UNCOMMITTED));
    assertThat(bench.read(bench.out, 2))
        .extracting(record -> Bench.text(record.key()))
        .containsExactlyInAnyOrder("o0", "o1");
    gate.countDown();
    assertThat(bench.outputs(3)).containsEntry("k", List.of("by the successor"));
  }

  @Test
  void aWorkerKilledInTheMiddleRepeatsOnlyWhatItHadNotCommitted() throws Exception {
    int count = 400;
    try (ChildWorker child = ChildWorker.start(ChildWorker.Mode.SLOW_EVERY_TENTH, bench)) {
      for (int i = 0; i < count; i++) {
        bench.send("k" + i, "x");
      }
      bench.read(bench.out, count * 9 / 10);
      child.signal("KILL");
    }
    AtomicInteger calls = new AtomicInteger();
    Worker<String, String> successor =
        bench.worker(
            bench.settings(ChildWorker.GROUP, ChildWorker.INSTANCE),
            (event, context) -> {
              calls.incrementAndGet();
              return List.of(bench.emit(context.key(), "by the successor"));
            });

    Map<String, List<String>> outputs = bench.outputs(count);

    assertThat(outputs).hasSize(count);
    assertThat(outputs.values()).allSatisfy(values -> assertThat(values).hasSize(1));
    Lab.await("counted", () -> successor.stats().handled() == count / 10);
    assertThat(calls).hasValue(count / 10);
    assertThat(successor.stats().skipped()).isPositive();
  }

  /// Collects from all of them, then checks: each record answered once, each key in order.
  @ParameterizedTest
  @ValueSource(longs = {11, 12})
  void eachRecordIsAnsweredOnceAndInOrderWhileWorkersComeAndGo(long seed) throws Exception {
    Random random = new Random(seed);
    Map<String, AtomicInteger> running = new ConcurrentHashMap<>();
    AtomicInteger overlaps = new AtomicInteger();
    Handler<String, String> handler =
        (event, context) -> {
          AtomicInteger mine = running.computeIfAbsent(context.key(), k -> new AtomicInteger());
          if (mine.incrementAndGet() > 1) {
            overlaps.incrementAndGet();
          }
          try {
            new CountDownLatch(1).await(event.hashCode() % 5, TimeUnit.MILLISECONDS);
          } finally {
            mine.decrementAndGet();
          }
          return List.of(bench.emit(context.key(), event));
        };
    for (int i = 0; i < 60; i++) {
      for (int key = 0; key < 40; key++) {
        bench.send("k" + key, "" + i);
      }
    }
    bench.flush();

    WorkerSettings<String, String> settings = bench.settings("chaos");
    Worker<String, String> steady = bench.worker(settings, handler);
    for (int round = 0; round < 4; round++) {
      Worker<String, String> guest = Worker.start(settings, handler);
      long enough = random.nextInt(200);
      Lab.await(
          "the guest takes part, or all is done, seed " + seed,
          () -> guest.stats().handled() > enough || guest.problem() == null);
      guest.close();
    }

    List<String> inOrder = IntStream.range(0, 60).mapToObj(String::valueOf).toList();
    Map<String, List<String>> outputs = bench.outputs(2_400);
    assertThat(outputs).as("seed %s", seed).hasSize(40);
    assertThat(outputs.values())
        .as("seed %s", seed)
        .allSatisfy(values -> assertThat(values).isEqualTo(inOrder));
    assertThat(overlaps).as("seed %s", seed).hasValue(0);
    assertThat(steady.isRunning()).isTrue();
  }
}
