package dev.playloop.kit.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.Emit;
import dev.playloop.kit.FencedException;
import dev.playloop.kit.WorkerLimits;
import dev.playloop.kit.topic.Clients;
import dev.playloop.kit.worker.Lab.Bench;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.Guarantee;
import dev.playloop.testkit.NeedsInfra;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.Producer;
import org.junit.jupiter.api.Test;

/// Several workers of one group: joining, leaving, killed, expelled, fenced.
@Guarantee
@NeedsInfra
class TakeoverTest extends OnBench {
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
    Await.until("the second has its share", () -> second.stats().handled() == 1);
    gate.countDown();
    ended.await();

    Await.until("the first keeps one", () -> first.stats().handled() == 1);
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
    Await.until("ready again", () -> worker.problem() == null && worker.stats().partitions() == 2);
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
      Await.until("owner of both", () -> successor.stats().partitions() == 2);

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
      Await.until("x is committed", () -> bench.committed(ChildWorker.GROUP) == 1);
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
      Await.until("owner of both", () -> successor.stats().partitions() == 2);

      child.signal("CONT");
      child.tell("GO");

      child.await("FENCED");
    }
  }
}
