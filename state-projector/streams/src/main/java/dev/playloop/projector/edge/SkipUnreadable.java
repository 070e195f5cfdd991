package dev.playloop.projector.edge;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.errors.DeserializationExceptionHandler;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The net below our own parsing: sources take bytes, so this should never be called. If it is, the
/// record is logged with its place, and the partition goes on.
public final class SkipUnreadable implements DeserializationExceptionHandler {
  private static final Logger LOG = LoggerFactory.getLogger(SkipUnreadable.class);

  @Override
  public Response handleError(
      ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record, Exception exception) {
    LOG.error(
        "record {}-{}@{} can't be read and is passed over",
        record.topic(),
        record.partition(),
        record.offset(),
        exception);
    return Response.resume(List.of());
  }

  @Override
  public void configure(Map<String, ?> configs) {}
}
