package dev.playloop.kit.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.Handler;
import dev.playloop.kit.topic.Clients;
import dev.playloop.kit.worker.Lab.Bench;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.Guarantee;
import dev.playloop.testkit.NeedsInfra;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a worker leaves behind that was killed, or that leaves in order.
@Guarantee
@NeedsInfra
class KilledWorkerTest extends OnBench {
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
    Await.until("counted", () -> successor.stats().handled() == count / 10);
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
      Worker<String, String> guest = bench.started(settings, handler);
      long enough = random.nextInt(200);
      Await.until(
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
