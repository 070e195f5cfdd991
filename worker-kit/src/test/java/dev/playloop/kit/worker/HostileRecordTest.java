package dev.playloop.kit.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.Context;
import dev.playloop.kit.Emit;
import dev.playloop.kit.Handler;
import dev.playloop.kit.Letters;
import dev.playloop.kit.Telemetry;
import dev.playloop.kit.Unhandled;
import dev.playloop.kit.topic.Clients;
import dev.playloop.kit.worker.Lab.Bench;
import dev.playloop.schemas.topic.LetterHeaders;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import io.opentelemetry.api.OpenTelemetry;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A hostile record among good ones: whatever it makes throw, it becomes a dead letter with its
/// answer, and its neighbours are handled.
@NeedsInfra
final class HostileRecordTest {
  private static Lab lab;
  private Bench bench;

  @BeforeAll
  static void startBroker(TestInfra infra) {
    lab = new Lab(infra);
  }

  @BeforeEach
  void prepare() throws InterruptedException {
    bench = lab.bench(1);
  }

  @AfterEach
  void tidy() throws Exception {
    bench.close();
  }

  /// A handler that does to its caller what it reads, and answers for what it could not do.
  private final class Hostile implements Handler<String, String> {
    @Override
    public List<Emit<?, ?>> handle(String event, Context<String> context)
        throws InterruptedException {
      switch (event) {
        case "checked" -> HostileRecordTest.<RuntimeException>sneak(new java.io.IOException("x"));
        case "interrupted" -> throw new InterruptedException("by nobody");
        case "untold" -> throw new Untold();
        case "unlinked" -> throw new NoClassDefFoundError("x");
        case "deep" -> throw new StackOverflowError();
        case "unwritable" -> {
          return List.of(Emit.of(unwritable(), context.key(), "x"));
        }
        default -> {}
      }
      return List.of(bench.emit(context.key(), event));
    }

    @Override
    public List<Emit<?, ?>> onUndeliverable(String event, Context<String> context, String reason) {
      return List.of(bench.emit(context.key(), "undeliverable"));
    }

    @Override
    public List<Emit<?, ?>> onDeadLetter(Unhandled<String, String> record) {
      return List.of(bench.emit(String.valueOf(record.key()), "failed").with("why", "x"));
    }
  }

  /// An exception that can't even be told.
  private static final class Untold extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new IllegalStateException("no message");
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> void sneak(Throwable thrown) throws E {
    throw (E) thrown;
  }

  private Topic<String, String> unwritable() {
    Serializer<String> broken =
        (topic, text) -> {
          throw new IllegalArgumentException("half a pair: \ud800");
        };
    Serde<String> serde = Serdes.serdeFrom(broken, Serdes.String().deserializer());
    return Topic.of(bench.out.name(), Serdes.String(), serde)
        .partitions(bench.out.partitions())
        .maxRecordBytes(100_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"checked", "interrupted", "untold", "unlinked", "deep"})
  void whateverTheHandlerThrowsIsADeadLetterAndAnswered(String hostile) throws Exception {
    Worker<String, String> worker = bench.worker(bench.settings("hostile"), new Hostile());

    bench.send(0, "before", "x");
    bench.send(0, "hostile", hostile);
    bench.send(0, "hostile", "good");
    bench.send(0, "after", "x");

    assertThat(bench.outputs(4))
        .isEqualTo(
            Map.of(
                "before",
                List.of("x"),
                "hostile",
                List.of("failed", "good"),
                "after",
                List.of("x")));
    Await.until("all handled", () -> worker.stats().handled() == 4);
    assertThat(worker.stats().deadLetters()).isEqualTo(1);
    assertThat(worker.problem()).isNull();
  }

  @Test
  void anOutputThatCantBeWrittenIsADeadLetterAndAnswered() throws Exception {
    bench.worker(bench.settings("unwritable"), new Hostile());

    bench.send(0, "k", "unwritable");
    bench.send(0, "k", "good");

    assertThat(bench.outputs(2)).isEqualTo(Map.of("k", List.of("undeliverable", "good")));
    ConsumerRecord<byte[], byte[]> letter =
        bench.read(bench.kafka.topics().deadLetters(), 1).getFirst();
    assertThat(Letters.get(letter.headers(), LetterHeaders.CAUSE)).contains("half a pair: ?");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void headersFromAnyoneHarmNoAnswer(boolean telemetry) throws Exception {
    bench.worker(
        bench
            .settings("headers")
            .withTelemetry(telemetry ? Telemetry.of(OpenTelemetry.noop()) : Telemetry.off()),
        new Hostile());

    send("giant", "checked", "tracestate", new byte[300_000]);
    send("giant-good", "good", "tracestate", new byte[300_000]);
    send("null", "good", "traceparent", null);
    send("garbage", "good", "traceparent", new byte[] {(byte) 0xff, 0, (byte) 0xc0});
    send("forged", "checked", LetterHeaders.OFFSET, "nine".getBytes(StandardCharsets.UTF_8));

    assertThat(bench.outputs(5))
        .isEqualTo(
            Map.of(
                "giant", List.of("failed"),
                "giant-good", List.of("good"),
                "null", List.of("good"),
                "garbage", List.of("good"),
                "forged", List.of("failed")));
    assertThat(bench.read(bench.out, 5))
        .as("no answer grows by what others wrote")
        .allSatisfy(answer ->
            assertThat(answer.headers())
                .allMatch(header -> header.value() == null || header.value().length <= 1_024));
    assertThat(bench.read(bench.kafka.topics().deadLetters(), 2))
        .as("a letter that the broker refuses would be lost")
        .hasSize(2)
        .allSatisfy(letter ->
            assertThat(Letters.get(letter.headers(), LetterHeaders.OFFSET)).matches("[0-9]+"));
  }

  private void send(String key, String value, String header, byte @Nullable [] content)
      throws Exception {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(bench.in.name(), 0, Bench.bytes(key), Bench.bytes(value));
    record.headers().add(header, content);
    try (Producer<byte[], byte[]> producer = Clients.plain(bench.kafka, List.of(bench.in))) {
      producer.send(record).get();
    }
  }
}
