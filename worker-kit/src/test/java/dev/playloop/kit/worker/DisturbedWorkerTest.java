package dev.playloop.kit.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.kit.Emit;
import dev.playloop.kit.Handler;
import dev.playloop.kit.RetriableException;
import dev.playloop.kit.WorkerLimits;
import dev.playloop.kit.topic.Clients;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/// One worker and what goes wrong within it: full lanes, slow calls, bad records, bad outputs,
/// outages.
@NeedsInfra
class DisturbedWorkerTest extends OnBench {
  /// A cooperative rebalance has two rounds: in the first one gives up what others get in the
  /// second, for which it asks. Dead between them, it comes back under its name, and no rebalance
  /// begins.
  @Test
  void whatADeadMemberHadGivenUpFindsAnOwnerOnceItIsBack() throws Exception {
    WorkerSettings<String, String> dies = bench.settings("rounds", "a");
    Consumer<byte[], byte[]> dead = Clients.member(dies.kafka(), dies.groupId(), dies.input());
    bench.closeLater(() -> dead.close(CloseOptions.timeout(Duration.ZERO)));
    dead.subscribe(List.of(bench.in.name()), new DiesAsItGivesUp());
    Await.until(
        "it owns all",
        () -> {
          dead.poll(Duration.ofMillis(50));
          return dead.assignment().size() == 2;
        });
    Handler<String, String> handler = (event, context) -> List.of(bench.emit(context.key(), event));
    bench.worker(bench.settings("rounds", "b"), handler);
    assertThatThrownBy(() ->
            Await.until(
                "it gives one up",
                () -> {
                  dead.poll(Duration.ofMillis(50));
                  return false;
                }))
        .hasRootCauseMessage("dead");

    bench.worker(bench.settings("rounds", "a"), handler);

    for (int partition = 0; partition < 2; partition++) {
      bench.send(partition, "k" + partition, "1");
    }
    assertThat(bench.outputs(2)).containsOnlyKeys("k0", "k1");
  }

  private static final class DiesAsItGivesUp implements ConsumerRebalanceListener {
    private boolean dead;

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> added) {}

    /// Once: as it is closed, it is called again.
    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> taken) {
      if (!dead) {
        dead = true;
        throw new IllegalStateException("dead");
      }
    }
  }

  @Test
  void ofTwoWithOneNameTheFirstStopsAndSaysWhy() throws Exception {
    Handler<String, String> handler = (event, context) -> List.of(bench.emit(context.key(), event));
    Worker<String, String> first = bench.worker(bench.settings("twins", "one"), handler);
    assertThat(first.awaitAssigned(Lab.PATIENCE)).isTrue();

    Worker<String, String> second = bench.worker(bench.settings("twins", "one"), handler);

    Await.until("the first stops", () -> !first.isRunning());
    assertThat(first.problem()).contains("twins", "PLAYLOOP_INSTANCE", "a name of its own");
    assertThat(second.awaitAssigned(Lab.PATIENCE)).isTrue();
  }

  @Test
  void aFullLanePausesItsPartitionAndNoOther() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    Worker<String, String> worker =
        bench.worker(
            bench.settings("full").withLimits(WorkerLimits.DEFAULT.withLaneQueue(3)),
            (event, context) -> {
              if (context.key().equals("slow")) {
                gate.await();
              }
              return List.of(bench.emit(context.key(), event));
            });
    for (int i = 0; i < 50; i++) {
      bench.send(0, "slow", "" + i);
    }
    bench.flush();
    Await.until("the lane is full", () -> worker.stats().inFlight() == 4);
    for (int i = 0; i < 50; i++) {
      bench.send(1, "fast", "" + i);
    }

    Await.until("the other partition goes on", () -> worker.stats().handled() == 50);

    assertThat(worker.stats().inFlight()).as("one running and three waiting").isEqualTo(4);
    assertThat(worker.stats().pauses()).isPositive();
    gate.countDown();
    assertThat(bench.outputs(100).get("slow"))
        .isEqualTo(IntStream.range(0, 50).mapToObj(String::valueOf).toList());
  }

  @Test
  void anOutageIsRepeatedInOrderUntilItPasses() throws Exception {
    List<String> calls = new ArrayList<>();
    Worker<String, String> worker =
        bench.worker(
            bench
                .settings("outage")
                .withLimits(
                    WorkerLimits.DEFAULT.withRetry(Duration.ofMillis(1), Duration.ofMillis(4))),
            (event, context) -> {
              calls.add(event);
              if (calls.size() < 5) {
                throw new RetriableException(
                    "down", new UncheckedIOException(new java.io.IOException("refused")));
              }
              return List.of(bench.emit(context.key(), event));
            });

    bench.send(0, "k", "1");
    bench.send(0, "k", "2");

    assertThat(bench.outputs(2)).containsEntry("k", List.of("1", "2"));
    assertThat(calls).containsExactly("1", "1", "1", "1", "1", "2");
    Await.until("counted", () -> worker.stats().handled() == 2);
    assertThat(worker.stats().retried()).isEqualTo(4);
  }

  @Test
  void aCallThatBreaksWithTheJvmIsMadeAgain() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    bench.worker(
        bench.settings("broken"),
        (event, context) -> {
          if (calls.incrementAndGet() == 1) {
            throw new OutOfMemoryError("for this test");
          }
          return List.of(bench.emit(context.key(), event));
        });

    bench.send(0, "k", "x");

    assertThat(bench.outputs(1)).isEqualTo(Map.of("k", List.of("x")));
    assertThat(calls).hasValue(2);
  }

  @Test
  void aTombstoneIsPassedOver() throws Exception {
    Worker<String, String> worker =
        bench.worker(
            bench.settings("tombstone"),
            (event, context) -> List.of(bench.emit(context.key(), event)));

    bench.send(0, "gone", null);
    bench.send(0, "k", "x");

    assertThat(bench.outputs(1)).containsOnlyKeys("k");
    Await.until("both handled", () -> worker.stats().handled() == 2);
    assertThat(worker.stats().deadLetters()).isZero();
  }

  @Test
  void whatIsCommittedNowIsOnTheLogBeforeTheCallGoesOn() throws Exception {
    AtomicInteger seen = new AtomicInteger();
    bench.worker(
        bench.settings("intent"),
        (event, context) -> {
          context.commitNow(List.of(Emit.of(bench.ledger, context.key(), "intent")));
          seen.set(bench.read(bench.ledger, all -> true).size());
          seen.set(bench.read(bench.ledger, 1).size());
          return List.of(bench.emit(context.key(), event));
        });

    bench.send(0, "k", "x");

    assertThat(bench.outputs(1)).containsOnlyKeys("k");
    assertThat(seen).hasValue(1);
  }
}
