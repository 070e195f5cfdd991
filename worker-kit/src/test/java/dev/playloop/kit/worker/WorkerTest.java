package dev.playloop.kit.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.Handler;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.WorkerLimits;
import dev.playloop.kit.worker.Lab.Bench;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// One worker, undisturbed by others: order, concurrency, bounds.
@NeedsInfra
final class WorkerTest {
  private static Lab lab;
  private Bench bench;

  @BeforeAll
  static void startBroker(TestInfra infra) {
    lab = new Lab(infra);
  }

  @BeforeEach
  void prepare() throws InterruptedException {
    bench = lab.bench(4);
  }

  @AfterEach
  void tidy() throws Exception {
    bench.close();
  }

  @Test
  void handlesEachKeyOneAtATimeAndInOrder() throws Exception {
    Map<String, AtomicInteger> running = new ConcurrentHashMap<>();
    AtomicInteger overlaps = new AtomicInteger();
    bench.worker(
        bench.settings("order"),
        (event, context) -> {
          AtomicInteger mine = running.computeIfAbsent(context.key(), k -> new AtomicInteger());
          if (mine.incrementAndGet() > 1) {
            overlaps.incrementAndGet();
          }
          LockSupport.parkNanos(1_000);
          mine.decrementAndGet();
          return List.of(bench.emit(context.key(), event));
        });

    for (int i = 0; i < 100; i++) {
      for (int key = 0; key < 20; key++) {
        bench.send("k" + key, "" + i);
      }
    }

    List<String> inOrder = IntStream.range(0, 100).mapToObj(String::valueOf).toList();
    Map<String, List<String>> outputs = bench.outputs(2_000);
    assertThat(outputs).hasSize(20);
    assertThat(outputs.values()).allSatisfy(values -> assertThat(values).isEqualTo(inOrder));
    assertThat(overlaps).hasValue(0);
  }

  @Test
  void runsUnderTheNewGroupProtocolToo() throws Exception {
    Map<String, String> client = new HashMap<>(bench.kafka.client());
    client.put("group.protocol", "consumer");
    KafkaSettings kafka = new KafkaSettings(client, bench.kafka.topics(), null);
    bench.worker(
        WorkerSettings.of(kafka, "new-protocol", bench.in, List.of(bench.out)),
        (event, context) -> List.of(bench.emit(context.key(), event)));

    for (int key = 0; key < 100; key++) {
      bench.send("k" + key, "x");
    }

    assertThat(bench.outputs(100)).hasSize(100);
  }

  @Test
  void keepsAThousandKeysInFlightAtOnce() throws Exception {
    CountDownLatch together = new CountDownLatch(1_000);
    bench.worker(
        bench.settings("many"),
        (event, context) -> {
          together.countDown();
          together.await();
          return List.of(bench.emit(context.key(), event));
        });

    for (int key = 0; key < 1_000; key++) {
      bench.send("k" + key, "x");
    }

    assertThat(bench.outputs(1_000)).hasSize(1_000);
  }

  @Test
  void handlesNothingAgainAfterACleanRestart() throws Exception {
    Map<String, AtomicInteger> calls = new ConcurrentHashMap<>();
    Map<String, CountDownLatch> gates = new HashMap<>();
    for (int key = 0; key < 200; key += 10) {
      gates.put("k" + key, new CountDownLatch(1));
    }
    Handler<String, String> handler =
        (event, context) -> {
          calls.computeIfAbsent(context.key(), k -> new AtomicInteger()).incrementAndGet();
          CountDownLatch gate = gates.get(context.key());
          if (gate != null) {
            gate.await();
          }
          return List.of(bench.emit(context.key(), event));
        };
    for (int key = 0; key < 200; key++) {
      bench.send("k" + key, "x");
    }
    WorkerSettings<String, String> settings =
        bench
            .settings("restart")
            .withLimits(WorkerLimits.DEFAULT.withRevokeWait(Duration.ofMillis(50)));

    // The gated calls stand in front of finished ones in every partition, and are abandoned.
    Worker<String, String> first = bench.started(settings, handler);
    Await.until("all others handled", () -> first.stats().handled() == 180);
    Await.until("the gated ones have begun", () -> calls.size() == 200);
    first.close();
    assertThat(first.stats().abandoned()).isEqualTo(20);
    gates.values().forEach(CountDownLatch::countDown);
    Worker<String, String> second = bench.worker(settings, handler);

    Map<String, List<String>> outputs = bench.outputs(200);
    Await.until("the rest handled", () -> second.stats().handled() == 20);
    assertThat(outputs).hasSize(200);
    assertThat(outputs.values()).allSatisfy(values -> assertThat(values).hasSize(1));
    List<String> again = new ArrayList<>();
    calls.forEach((key, count) -> {
      if (count.get() > 1) {
        again.add(key);
      }
    });
    assertThat(again).hasSameElementsAs(gates.keySet());
  }
}
