package dev.playloop.kit.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.Context;
import dev.playloop.kit.Emit;
import dev.playloop.kit.Handler;
import dev.playloop.kit.Letters;
import dev.playloop.kit.RetriableException;
import dev.playloop.kit.TerminalException;
import dev.playloop.kit.WorkerLimits;
import dev.playloop.kit.topic.DeadLetter;
import dev.playloop.kit.topic.DeadLetters;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.kit.worker.Lab.Bench;
import dev.playloop.schemas.topic.LetterHeaders;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// One worker and what goes wrong within it: full lanes, slow calls, bad records, bad outputs,
/// outages.
@NeedsInfra
final class DisturbedWorkerTest {
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
    Lab.await("the lane is full", () -> worker.stats().inFlight() == 4);
    for (int i = 0; i < 50; i++) {
      bench.send(1, "fast", "" + i);
    }

    Lab.await("the other partition goes on", () -> worker.stats().handled() == 50);

    assertThat(worker.stats().inFlight()).as("one running and three waiting").isEqualTo(4);
    assertThat(worker.stats().pauses()).isPositive();
    gate.countDown();
    assertThat(bench.outputs(100).get("slow"))
        .isEqualTo(IntStream.range(0, 50).mapToObj(String::valueOf).toList());
  }

  @Test
  void aCallThatOutlivesTheMapsCapacityPausesThePartitionAndLosesNothing() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    AtomicInteger calls = new AtomicInteger();
    Worker<String, String> worker =
        bench.worker(
            bench.settings("span").withLimits(WorkerLimits.DEFAULT.withMap(50, 3_000)),
            slowAtTheFront(gate, calls));
    sendFrontAnd(500);

    Lab.await("the span is used up", () -> worker.stats().handled() == 49);

    assertThat(worker.stats().pauses()).isPositive();
    assertThat(calls).hasValue(50);
    gate.countDown();
    assertThatEachIsAnsweredOnce(501);
    assertThat(calls).as("nothing was handled again").hasValue(501);
  }

  @Test
  void aMapWithoutRoomHoldsOutputsBackAndARestartRepeatsOnlyThose() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    AtomicLong turn = new AtomicLong(1);
    // Every other call hangs, so that each finished record is a run of its own: 7 fit. The others
    // end in their order, since how many fit depends on it.
    Handler<String, String> handler =
        (event, context) -> {
          if (context.offset() % 2 == 0) {
            gate.await();
          } else {
            Lab.await("its turn", () -> turn.get() >= context.offset());
            turn.addAndGet(2);
          }
          return List.of(bench.emit(context.key(), event));
        };
    WorkerSettings<String, String> settings =
        bench
            .settings("chars")
            .withLimits(
                WorkerLimits.DEFAULT.withMap(1_000, 16).withRevokeWait(Duration.ofMillis(50)));
    Worker<String, String> first = Worker.start(settings, handler);
    sendFrontAnd(99);

    Lab.await("the map is full", () -> first.stats().handled() == 7);
    first.close();
    assertThat(first.stats().handled()).isEqualTo(7);
    gate.countDown();
    Worker<String, String> second = bench.worker(settings, handler);

    assertThatEachIsAnsweredOnce(100);
    Lab.await("the rest handled", () -> second.stats().handled() == 93);
    assertThat(second.stats().skipped()).isEqualTo(7);
  }

  @Test
  void aMapWithoutRoomGoesOnWhenTheFrontIsFinished() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    AtomicInteger calls = new AtomicInteger();
    Worker<String, String> worker =
        bench.worker(
            bench.settings("goes-on").withLimits(WorkerLimits.DEFAULT.withMap(1_000, 16)),
            (event, context) -> {
              calls.incrementAndGet();
              if (context.offset() % 2 == 0) {
                gate.await();
              }
              return List.of(bench.emit(context.key(), event));
            });
    sendFrontAnd(99);
    Lab.await("the map is full", () -> calls.get() == 100 && worker.stats().handled() == 7);

    gate.countDown();

    assertThatEachIsAnsweredOnce(100);
    assertThat(calls).hasValue(100);
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

  @Test
  void poisonBecomesADeadLetterAndRedriveBringsItBack() throws Exception {
    AtomicBoolean healed = new AtomicBoolean();
    Worker<String, String> worker =
        bench.worker(
            bench.settings("poison"),
            (event, context) -> {
              if (event.equals("bad") && !healed.get()) {
                throw new TerminalException("a bad record");
              }
              if (event.equals("bug") && !healed.get()) {
                throw new IllegalStateException("a bug");
              }
              return List.of(bench.emit(context.key(), event));
            });
    bench.send(0, "a", "fine");
    bench.send(0, "b", "bad");
    bench.send(0, "c", "bug");
    bench.send(0, "d", "fine");
    bench.flush();
    Lab.await("all handled", () -> worker.stats().handled() == 4);
    assertThat(bench.outputs(2)).containsOnlyKeys("a", "d");

    List<DeadLetters.Redriven> redriven;
    try (DeadLetters letters = DeadLetters.open(bench.kafka, Lab.PATIENCE)) {
      List<DeadLetter> all = letters.list(10, _ -> true, Function.identity());
      assertThat(all).extracting(DeadLetter::offset).containsExactlyInAnyOrder(1L, 2L);
      assertThat(all)
          .allSatisfy(letter -> {
            assertThat(letter.topic()).isEqualTo(bench.in.name());
            assertThat(letter.partition()).isZero();
            assertThat(letter.role()).isEqualTo("poison");
            assertThat(letter.stack())
                .contains("Exception: a b", "DisturbedWorkerTest")
                .hasSizeLessThanOrEqualTo(4_000);
          });
      assertThat(all)
          .extracting(DeadLetter::cause)
          .containsExactlyInAnyOrder(
              "dev.playloop.kit.TerminalException: a bad record",
              "java.lang.IllegalStateException: a bug");
      assertThat(letters.find(all.get(0).id())).isPresent();
      healed.set(true);
      redriven =
          all.stream().map(letter -> letters.redrive(letter, one -> one.offset() == 1)).toList();
    }

    assertThat(redriven)
        .extracting(one -> one.letter().offset() + " " + one.sent())
        .containsExactlyInAnyOrder("1 true", "2 false");
    assertThat(bench.outputs(3)).containsEntry("b", List.of("bad"));
  }

  @Test
  void bytesThatAreNoEventBecomeADeadLetterWithTheirOriginalBytes() throws Exception {
    Topic<String, Integer> numbers =
        Topic.of(bench.in.name(), Serdes.String(), Serdes.Integer())
            .partitions(2)
            .maxRecordBytes(1_000);
    Worker<String, Integer> worker =
        Worker.start(
            WorkerSettings.of(bench.kafka, "bytes", numbers, List.of(bench.out)),
            (event, context) -> List.of(bench.emit(context.key(), "" + event)));
    try {
      bench.send(0, "k", "not a number");
      bench.send(0, "k", "\0\0\0\7");

      assertThat(bench.outputs(1)).isEqualTo(Map.of("k", List.of("7")));
      ConsumerRecord<byte[], byte[]> letter =
          bench.read(bench.kafka.topics().deadLetters(), 1).getFirst();
      assertThat(letter.value()).isEqualTo(Bench.bytes("not a number"));
      assertThat(letter.key()).isEqualTo(Bench.bytes("k"));
    } finally {
      worker.close();
    }
  }

  @Test
  void anOversizedOutputAmongAHundredBecomesADeadLetterAndNothingElseSuffers() throws Exception {
    bench.worker(bench.settings("large"), oversizing("k50", "x".repeat(200_000)));

    for (int i = 0; i < 100; i++) {
      bench.send(0, "k" + i, "x");
    }

    assertThatOnlyOneIsRefused();
  }

  @Test
  void anOutputThatTheBrokerRefusesBecomesADeadLetterAndNothingElseSuffers() throws Exception {
    Topic<String, String> small = bench.topic("small", 1_000);
    try (TopicAdmin admin = TopicAdmin.connect(bench.kafka)) {
      admin.create(List.of(small), Lab.PATIENCE);
    }
    // The catalogue here says more than the topic was created with, so only the broker can tell.
    Topic<String, String> believed = bench.topic("small", 500_000);
    String random =
        new Random(7)
            .ints(150_000, 33, 126)
            .mapToObj(c -> String.valueOf((char) c))
            .collect(Collectors.joining());
    Handler<String, String> onOut = oversizing("none", "");
    Worker<String, String> worker =
        bench.worker(
            WorkerSettings.of(bench.kafka, "refused", bench.in, List.of(bench.out, believed)),
            new Handler<>() {
              @Override
              public List<Emit<?, ?>> handle(String event, Context<String> context)
                  throws InterruptedException {
                return context.key().equals("k50")
                    ? List.of(Emit.of(believed, context.key(), random))
                    : onOut.handle(event, context);
              }

              @Override
              public List<Emit<?, ?>> onUndeliverable(
                  String event, Context<String> context, String reason) {
                return onOut.onUndeliverable(event, context, reason);
              }
            });

    for (int i = 0; i < 100; i++) {
      bench.send(0, "k" + i, "x");
    }

    assertThatOnlyOneIsRefused();
    assertThat(worker.stats().aborts()).isPositive();
  }

  private Handler<String, String> oversizing(String key, String output) {
    return new Handler<>() {
      @Override
      public List<Emit<?, ?>> handle(String event, Context<String> context) {
        return List.of(bench.emit(context.key(), context.key().equals(key) ? output : event));
      }

      @Override
      public List<Emit<?, ?>> onUndeliverable(
          String event, Context<String> context, String reason) {
        return List.of(bench.emit(context.key(), "too large"));
      }
    };
  }

  private void assertThatOnlyOneIsRefused() {
    Map<String, List<String>> outputs = bench.outputs(100);
    assertThat(outputs).hasSize(100).containsEntry("k50", List.of("too large"));
    assertThat(outputs.values().stream().filter(List.of("x")::equals)).hasSize(99);
    List<ConsumerRecord<byte[], byte[]>> letters =
        bench.read(bench.kafka.topics().deadLetters(), 1);
    assertThat(letters).hasSize(1);
    assertThat(Letters.get(letters.getFirst().headers(), LetterHeaders.INPUT))
        .isEqualTo(bench.in.name() + "-0@50");
  }

  @Test
  void anOutputToAnUndeclaredTopicBecomesADeadLetter() throws Exception {
    bench.worker(
        bench.settings("undeclared"),
        (event, context) -> List.of(Emit.of(bench.in, context.key(), event)));

    bench.send(0, "k", "x");

    assertThat(bench.read(bench.kafka.topics().deadLetters(), 1)).hasSize(1);
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
    Lab.await("counted", () -> worker.stats().handled() == 2);
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
    Lab.await("both handled", () -> worker.stats().handled() == 2);
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
