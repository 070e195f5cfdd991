package dev.playloop.kit.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.Handler;
import dev.playloop.kit.WorkerLimits;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// Calls that outlive the offset map: what is held back, and what a restart repeats.
@NeedsInfra
class FullMapTest extends OnBench {
  @Test
  void aCallThatOutlivesTheMapsCapacityPausesThePartitionAndLosesNothing() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    AtomicInteger calls = new AtomicInteger();
    Worker<String, String> worker =
        bench.worker(
            bench.settings("span").withLimits(WorkerLimits.DEFAULT.withMap(50, 3_000)),
            slowAtTheFront(gate, calls));
    sendFrontAnd(500);

    Await.until("the span is used up", () -> worker.stats().handled() == 49);
    Await.until("it reads no more", () -> worker.stats().pauses() > 0);

    Await.until("the slow one has begun", () -> calls.get() >= 50);
    assertThat(calls).hasValue(50);
    gate.countDown();
    assertThatEachIsAnsweredOnce(501);
    assertThat(calls).as("nothing was handled again").hasValue(501);
  }

  @Test
  void aMapWithoutRoomHoldsOutputsBackAndARestartRepeatsOnlyThose() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    Handler<String, String> handler = everyOtherHangs(gate, new AtomicInteger());
    WorkerSettings<String, String> settings =
        bench
            .settings("chars")
            .withLimits(
                WorkerLimits.DEFAULT.withMap(1_000, 16).withRevokeWait(Duration.ofMillis(50)));
    Worker<String, String> first = bench.started(settings, handler);
    sendFrontAnd(99);

    Await.until("the map is full", () -> first.stats().handled() == 7);
    first.close();
    assertThat(first.stats().handled()).isEqualTo(7);
    gate.countDown();
    Worker<String, String> second = bench.worker(settings, handler);

    assertThatEachIsAnsweredOnce(100);
    Await.until("the rest handled", () -> second.stats().handled() == 93);
    assertThat(second.stats().skipped()).isEqualTo(7);
  }

  @Test
  void aMapWithoutRoomGoesOnWhenTheFrontIsFinished() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    AtomicInteger calls = new AtomicInteger();
    Worker<String, String> worker =
        bench.worker(
            bench.settings("goes-on").withLimits(WorkerLimits.DEFAULT.withMap(1_000, 16)),
            everyOtherHangs(gate, calls));
    sendFrontAnd(99);
    Await.until("the map is full", () -> calls.get() == 100 && worker.stats().handled() == 7);

    gate.countDown();

    assertThatEachIsAnsweredOnce(100);
    assertThat(calls).hasValue(100);
  }

  /// So that each finished record is a run of its own: 7 fit. They end in their order, since how
  /// many fit depends on it.
  private Handler<String, String> everyOtherHangs(CountDownLatch gate, AtomicInteger calls) {
    AtomicLong turn = new AtomicLong(1);
    return (event, context) -> {
      calls.incrementAndGet();
      if (context.offset() % 2 == 0) {
        gate.await();
      } else {
        Await.until("its turn", () -> turn.get() >= context.offset());
        turn.addAndGet(2);
      }
      return List.of(bench.emit(context.key(), event));
    };
  }

  private Handler<String, String> slowAtTheFront(CountDownLatch gate, AtomicInteger calls) {
    return (event, context) -> {
      calls.incrementAndGet();
      if (context.key().equals("k0")) {
        gate.await();
      }
      return List.of(bench.emit(context.key(), event));
    };
  }

  /// One record a key, all in partition 0.
  private void sendFrontAnd(int others) {
    for (int i = 0; i <= others; i++) {
      bench.send(0, "k" + i, "x");
    }
    bench.flush();
  }

  private void assertThatEachIsAnsweredOnce(int count) {
    Map<String, List<String>> outputs = bench.outputs(count);
    assertThat(outputs).hasSize(count);
    assertThat(outputs.values()).allSatisfy(values -> assertThat(values).hasSize(1));
  }
}
