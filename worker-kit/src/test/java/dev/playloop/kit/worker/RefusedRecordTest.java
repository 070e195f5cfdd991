package dev.playloop.kit.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.Context;
import dev.playloop.kit.Emit;
import dev.playloop.kit.Handler;
import dev.playloop.kit.Letters;
import dev.playloop.kit.TerminalException;
import dev.playloop.kit.topic.DeadLetter;
import dev.playloop.kit.topic.DeadLetters;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.kit.worker.Lab.Bench;
import dev.playloop.schemas.topic.LetterHeaders;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;

/// What becomes a dead letter, coming in or going out, and harms no other record.
@NeedsInfra
class RefusedRecordTest extends OnBench {
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
    Await.until("all handled", () -> worker.stats().handled() == 4);
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
                .contains("Exception: a b", getClass().getSimpleName())
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
          all.stream()
              .map(letter -> letters.redrive(letter, "kim", one -> one.offset() == 1))
              .toList();
    }

    assertThat(redriven)
        .extracting(one -> one.letter().offset() + " " + one.sent())
        .containsExactlyInAnyOrder("1 true", "2 false");
    assertThat(bench.outputs(3)).containsEntry("b", List.of("bad"));
    assertThat(bench.read(bench.in, 5).getLast().headers())
        .filteredOn(header -> header.key().startsWith("playloop.redriven"))
        .extracting(header -> header.key() + " " + Lab.Bench.text(header.value()))
        .contains("playloop.redriven.by kim");
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
}
