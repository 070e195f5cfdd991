package dev.playloop.projector.edge;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProductionExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The net below our own size checks: an output that is too large all the same is left out instead
/// of killing the thread again and again. Every other failure ends the thread, which is replaced.
public final class SkipUnsendable implements ProductionExceptionHandler {
  private static final Logger LOG = LoggerFactory.getLogger(SkipUnsendable.class);

  @Override
  public Response handleError(
      ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception exception) {
    if (!(exception instanceof RecordTooLargeException)) {
      return Response.fail(List.of());
    }
    LOG.error(
        "an output to {} of {} bytes is too large and is left out",
        record.topic(),
        record.value() == null ? 0 : record.value().length,
        exception);
    return Response.resume(List.of());
  }

  @Override
  public void configure(Map<String, ?> configs) {}
}
