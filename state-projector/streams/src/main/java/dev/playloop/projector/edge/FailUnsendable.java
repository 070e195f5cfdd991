package dev.playloop.projector.edge;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProductionExceptionHandler;

/// An output that can't be sent ends the thread, which is replaced. None can be left out: under
/// exactly-once the refusal has already aborted the transaction, and a commit that goes on all the
/// same fails. So a record that is too large would come back for ever; that none is sent is the
/// matter of [dev.playloop.projector.steady.Outlet].
public final class FailUnsendable implements ProductionExceptionHandler {
  @Override
  public Response handleError(
      ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception exception) {
    return Response.fail(List.of());
  }

  @Override
  public void configure(Map<String, ?> configs) {}
}
