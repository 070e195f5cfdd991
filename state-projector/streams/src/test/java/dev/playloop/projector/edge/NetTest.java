package dev.playloop.projector.edge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.errors.DeserializationExceptionHandler;
import org.apache.kafka.streams.errors.ProductionExceptionHandler.Result;
import org.apache.kafka.streams.errors.internals.DefaultErrorHandlerContext;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Test;

class NetTest {
  private static final DefaultErrorHandlerContext CONTEXT =
      new DefaultErrorHandlerContext(
          null, "t.triggers", 0, 0, new RecordHeaders(), "loop", null, 0, null, null);

  @Test
  void anOutputThatCantBeSentEndsTheThread() {
    FailUnsendable net = new FailUnsendable();
    ProducerRecord<byte[], byte[]> record = new ProducerRecord<>("t.turns", new byte[9]);

    assertThat(net.handleError(CONTEXT, record, new RecordTooLargeException("9")).result())
        .isEqualTo(Result.FAIL);
    assertThat(net.handleError(CONTEXT, record, new InvalidProducerEpochException("x")).result())
        .isEqualTo(Result.FAIL);
  }

  @Test
  void aDeadLetterFitsItsTopicWhateverLettersItIsMadeOf() {
    String threeBytesEach = "\u0800".repeat(16_000);
    RecordHeaders headers = new RecordHeaders();
    headers.add(threeBytesEach, new byte[0]);
    MockProcessorContext<byte[], byte[]> context = new MockProcessorContext<>();
    context.setRecordMetadata("t.triggers", 0, 7);

    Record<byte[], byte[]> letter =
        DeadLetter.of(
            new Topics("t.", 1).deadLetters(),
            new Record<>(new byte[10_000], new byte[0], 0, headers),
            context.recordMetadata().orElseThrow(),
            new IllegalStateException(threeBytesEach),
            Instant.EPOCH);

    int beside = letter.key().length;
    for (Header header : letter.headers()) {
      beside += header.key().getBytes(UTF_8).length + header.value().length + 10;
    }
    assertThat(beside).isLessThan(Topic.OVERHEAD_BYTES - 1_024);
  }

  @Test
  void aRecordThatCantBeReadIsPassedOver() {
    ConsumerRecord<byte[], byte[]> record =
        new ConsumerRecord<>("t.triggers", 0, 7, null, new byte[1]);

    assertThat(
            new SkipUnreadable()
                .handleError(CONTEXT, record, new IllegalStateException("x"))
                .result())
        .isEqualTo(DeserializationExceptionHandler.Result.RESUME);
  }
}
