package dev.playloop.projector.edge;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.streams.processor.TimestampExtractor;

/// The time at which the broker wrote a record, for whoever asks whether a task has caught up:
/// nothing else looks at it. On a topic whose times are its senders' these can be anything, so
/// there each record is as old as can be: it proves nothing, and no deadline comes before its time
/// by what a sender says. Immutable.
public final class AppendTime implements TimestampExtractor {
  private static final long OLDEST = 0;

  @Override
  public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
    return record.timestampType() == TimestampType.LOG_APPEND_TIME ? record.timestamp() : OLDEST;
  }
}
