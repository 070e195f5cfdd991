package dev.playloop.kit.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.Context;
import dev.playloop.kit.Emit;
import dev.playloop.kit.Handler;
import dev.playloop.kit.Letters;
import dev.playloop.kit.Unhandled;
import dev.playloop.kit.topic.CarefulPoll;
import dev.playloop.kit.topic.Clients;
import dev.playloop.kit.topic.PatientMember;
import dev.playloop.kit.topic.Suspects;
import dev.playloop.kit.worker.Lab.Bench;
import dev.playloop.schemas.topic.LetterHeaders;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Records at which the JVM itself breaks, when they are handled or already when they are fetched.
@NeedsInfra
final class ErrorRecordTest {
  private static final String BOMB = "bomb";
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

  private Handler<String, String> breaking(AtomicInteger calls) {
    return new Handler<>() {
      @Override
      public List<Emit<?, ?>> handle(String event, Context<String> context) {
        if (event.equals(BOMB)) {
          calls.incrementAndGet();
          throw new OutOfMemoryError("for this test");
        }
        return List.of(bench.emit(context.key(), event));
      }

      @Override
      public List<Emit<?, ?>> onDeadLetter(Unhandled<String, String> record) {
        return record.key() == null ? List.of() : List.of(bench.emit(record.key(), "failed"));
      }
    };
  }

  /// A bomb in the midst of each partition.
  private void sendBombs() {
    sendBombs(4);
  }

  /// A bomb in the midst of each of the first partitions, good records in all.
  private void sendBombs(int bombed) {
    for (int partition = 0; partition < 4; partition++) {
      bench.send(partition, "before" + partition, "x");
      if (partition < bombed) {
        bench.send(partition, "bomb" + partition, BOMB);
      }
      bench.send(partition, "after" + partition, "x");
    }
    bench.flush();
  }

  @Test
  void aRecordAtWhichTheJvmBreaksIsTriedTwiceAndThenSkippedInEachPartition() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    sendBombs();
    Worker<String, String> worker = bench.worker(bench.settings("bombs"), breaking(calls));

    Map<String, List<String>> outputs = bench.outputs(12);

    assertThat(outputs).hasSize(12);
    assertThat(outputs)
        .allSatisfy((key, values) ->
            assertThat(values).containsExactly(key.startsWith(BOMB) ? "failed" : "x"));
    assertThat(calls).as("twice in each of four partitions").hasValue(8);
    List<ConsumerRecord<byte[], byte[]>> letters =
        bench.read(bench.kafka.topics().deadLetters(), 4);
    assertThat(letters)
        .hasSize(4)
        .allSatisfy(letter -> assertThat(Bench.text(letter.value())).isEqualTo(BOMB));
    Await.until("ready again", () -> worker.problem() == null);
    assertThat(worker.stats().restarts()).isEqualTo(8);
  }

  @Test
  void theCountOutlivesTheProcess(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("suspects");
    AtomicInteger calls = new AtomicInteger();
    bench.send(0, "k", BOMB);
    bench.flush();
    for (int start = 0; start < Suspects.STRIKES; start++) {
      Suspects.in(file).struck(new Suspects.Position(bench.in.name(), 0, 0));
    }

    bench.worker(bench.settings("again").withSuspects(Suspects.in(file)), breaking(calls));

    assertThat(bench.outputs(1)).isEqualTo(Map.of("k", List.of("failed")));
    assertThat(calls).as("not tried any more").hasValue(0);
  }

  @Test
  void whileASuspectIsTriedAgainReadinessSaysSo() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    AtomicInteger calls = new AtomicInteger();
    bench.send(0, "k", "x");
    bench.flush();
    Worker<String, String> worker =
        bench.worker(
            bench.settings("says-so"),
            (event, context) -> {
              if (calls.incrementAndGet() == 1) {
                throw new OutOfMemoryError("for this test");
              }
              gate.await();
              return List.of(bench.emit(context.key(), event));
            });

    Await.until("tried again", () -> calls.get() == 2);
    Await.until(
        "says so", () -> String.valueOf(worker.problem()).contains(bench.in.name() + "-0@0"));
    assertThat(worker.problem()).isNotNull();
    gate.countDown();
    Await.until("ready again", () -> worker.problem() == null);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRecordThatCantBeFetchedIsSkippedByItsPositionInEachPartition(boolean error)
      throws Exception {
    sendBombs();
    Worker<String, String> worker = unfetching(error, new AtomicBoolean(true));

    Map<String, List<String>> outputs = bench.outputs(8);

    assertThat(outputs).hasSize(8).allSatisfy((k, values) -> assertThat(values).hasSize(1));
    List<ConsumerRecord<byte[], byte[]>> letters =
        bench.read(bench.kafka.topics().deadLetters(), 4);
    assertThat(letters)
        .hasSize(4)
        .allSatisfy(letter -> {
          assertThat(letter.value()).isNull();
          assertThat(Letters.get(letter.headers(), LetterHeaders.OFFSET)).isEqualTo("1");
          assertThat(Letters.get(letter.headers(), LetterHeaders.CAUSE))
              .contains("can't be fetched");
        });
    Await.until("ready again", () -> worker.problem() == null);
  }

  /// The poll that throws is past the good ones of the other partitions already.
  @Test
  void nothingIsLostOfThePartitionsBesideOneThatCantBeFetched() throws Exception {
    sendBombs(1);
    unfetching(true, new AtomicBoolean(true));

    Map<String, List<String>> outputs = bench.outputs(8);

    assertThat(outputs).hasSize(8).allSatisfy((k, values) -> assertThat(values).hasSize(1));
  }

  @Test
  void anErrorOfNobodysRecordEndsTheWorkerAfterThreeTries() throws Exception {
    AtomicInteger polls = new AtomicInteger();
    Worker<String, String> worker =
        worker(
            consumer -> {
              polls.incrementAndGet();
              throw new OutOfMemoryError("for this test");
            },
            bench.settings("nobodys"));

    Await.until("stopped", () -> !worker.isRunning());

    assertThat(polls).hasValue(3);
    assertThat(worker.problem()).contains("has stopped");
  }

  /// A poll that would hand a bomb out throws instead, as unpacking it would: what it had taken
  /// from partitions before that one is lost with it.
  private Worker<String, String> unfetching(boolean error, AtomicBoolean armed) {
    return worker(
        consumer -> {
          Map<TopicPartition, Long> before = new HashMap<>();
          consumer.assignment().forEach(p -> before.put(p, consumer.position(p)));
          ConsumerRecords<byte[], byte[]> polled = consumer.poll(java.time.Duration.ofMillis(50));
          List<TopicPartition> bombed = new ArrayList<>();
          polled.forEach(record -> {
            if (Bench.text(record.value()).equals(BOMB)) {
              bombed.add(new TopicPartition(record.topic(), record.partition()));
            }
          });
          if (!bombed.isEmpty() && armed.get()) {
            bombed.forEach(
                partition -> consumer.seek(partition, before.getOrDefault(partition, 0L)));
            throw error
                ? new OutOfMemoryError("for this test")
                : (Throwable)
                    new KafkaException("Received exception when fetching the next record");
          }
          return polled;
        },
        bench.settings("unfetched"));
  }

  private interface Poll {
    ConsumerRecords<byte[], byte[]> of(Consumer<byte[], byte[]> consumer) throws Throwable;
  }

  private Worker<String, String> worker(Poll poll, WorkerSettings<String, String> settings) {
    Supplier<Consumer<byte[], byte[]>> member =
        () -> PatientMember.of(bench.kafka, settings.groupId(), bench.in);
    Worker<String, String> worker =
        new Worker<>(
            settings,
            breaking(new AtomicInteger()),
            with(poll, member.get()),
            () ->
                with(poll, Clients.reader(bench.kafka, List.of(bench.in), CarefulPoll.ONE_BY_ONE)),
            partition ->
                () ->
                    Clients.transactional(
                        bench.kafka,
                        settings.transactionalId(partition.partition()),
                        List.of(bench.out, bench.kafka.topics().deadLetters())));
    worker.begin();
    bench.closeLater(worker);
    return worker;
  }

  @SuppressWarnings("unchecked")
  private static Consumer<byte[], byte[]> with(Poll poll, Consumer<byte[], byte[]> real) {
    return (Consumer<byte[], byte[]>)
        Proxy.newProxyInstance(
            Consumer.class.getClassLoader(),
            new Class<?>[] {Consumer.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("poll")) {
                return poll.of(real);
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
