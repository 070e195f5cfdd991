package dev.playloop.kit;

import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/// A record that can't be fetched: neither key nor value, but its place and the cause. As old as
/// can be, since nobody knows when it was written.
public final class Hole extends ConsumerRecord<byte[], byte[]> {
  private final Throwable cause;

  @SuppressWarnings("NullAway") // Kafka takes a record without key and value
  public Hole(TopicPartition partition, long offset, Throwable cause) {
    super(
        partition.topic(),
        partition.partition(),
        offset,
        0,
        TimestampType.LOG_APPEND_TIME,
        NULL_SIZE,
        NULL_SIZE,
        null,
        null,
        new RecordHeaders(),
        Optional.empty());
    this.cause = cause;
  }

  public Throwable cause() {
    return cause;
  }
}
