package dev.playloop.chaos;

import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/// A committed record, and when the checker could first read it.
public record Observed(ConsumerRecord<byte[], byte[]> record, Instant at) {
  /// Where it lies.
  String place() {
    return record.topic() + "-" + record.partition() + "@" + record.offset();
  }
}
