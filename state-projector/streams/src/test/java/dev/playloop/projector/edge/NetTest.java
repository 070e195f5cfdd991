package dev.playloop.projector.edge;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.errors.DeserializationExceptionHandler;
import org.apache.kafka.streams.errors.ProductionExceptionHandler.Result;
import org.apache.kafka.streams.errors.internals.DefaultErrorHandlerContext;
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
