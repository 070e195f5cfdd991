package dev.playloop.projector.steady;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.MockProcessorContext.CapturedForward;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutletTest {
  private static final Topics TOPICS = new Topics("t.", 1);
  private static final Topic<?, ?> TOPIC = TOPICS.worldEvents();
  private static final int TAKES = TOPIC.maxRecordBytes() + Topic.OVERHEAD_BYTES;

  private final MockProcessorContext<byte[], byte[]> context = new MockProcessorContext<>();
  private final Outlet outlet =
      new Outlet(context, Map.of("events", TOPIC), TOPICS.deadLetters(), Pulse.quiet());

  @ParameterizedTest
  @CsvSource({"0, 0, 0", "131, 16384, 60000", "8000, 70000, 100"})
  void whatFitsGoesOutAsItIs(int key, int value, int header) {
    Record<byte[], byte[]> record = record(key, value, header);

    outlet.forward("events", record);

    CapturedForward<?, ?> sent = sent();
    assertThat(sent.childName()).contains("events");
    assertThat(sent.record()).isEqualTo(record);
  }

  @ParameterizedTest
  @CsvSource({"90000, 0, 0", "0, 90000, 0", "0, 0, 90000", "30000, 30000, 30000"})
  void whatIsLargerThanItsTopicBecomesADeadLetterThatFits(int key, int value, int header) {
    context.setRecordMetadata("t.triggers", 3, 12);
    context.setCurrentSystemTimeMs(7);

    outlet.forward("events", record(key, value, header));

    CapturedForward<byte[], byte[]> sent = sent();
    assertThat(sent.childName()).contains(Outlet.DEAD_LETTERS);
    assertThat(header(sent, "playloop.topic")).isEqualTo("t.world-events");
    assertThat(header(sent, "playloop.offset")).isEqualTo("-1");
    assertThat(header(sent, "playloop.input")).isEqualTo("t.triggers-3@12");
    assertThat(header(sent, "playloop.cause")).contains("t.world-events takes at most");
    int beside = sent.record().key().length;
    for (var one : sent.record().headers()) {
      beside += one.key().length() + one.value().length + 10;
    }
    assertThat(beside).isLessThan(Topic.OVERHEAD_BYTES - 1_024);
  }

  @Test
  void theBoundIsThatOfTheWholeRecord() {
    context.setCurrentSystemTimeMs(7);
    outlet.forward("events", record(10, TAKES / 2, TAKES / 2));

    assertThat(sent().childName()).contains(Outlet.DEAD_LETTERS);
  }

  private static Record<byte[], byte[]> record(int key, int value, int header) {
    RecordHeaders headers = new RecordHeaders();
    headers.add("x", new byte[header]);
    return new Record<>(new byte[key], new byte[value], 7, headers);
  }

  private CapturedForward<byte[], byte[]> sent() {
    List<CapturedForward<? extends byte[], ? extends byte[]>> all =
        List.copyOf(context.forwarded());
    assertThat(all).hasSize(1);
    @SuppressWarnings("unchecked")
    CapturedForward<byte[], byte[]> only = (CapturedForward<byte[], byte[]>) all.getFirst();
    return only;
  }

  private static String header(CapturedForward<byte[], byte[]> sent, String name) {
    return new String(sent.record().headers().lastHeader(name).value(), UTF_8);
  }
}
