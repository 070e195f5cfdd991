package dev.playloop.kit.worker;

import dev.playloop.kit.Context;
import dev.playloop.kit.Emit;
import dev.playloop.kit.TerminalException;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/// The [Context] of one call. Used by the call's thread, and by the committer when an output was
/// refused.
final class RecordContext<K> implements Context<K> {
  private final K key;
  private final ConsumerRecord<byte[], byte[]> record;
  private final Tracing.TracedCall process;
  private final Ownership partition;
  private final Encoder encoder;

  RecordContext(
      K key,
      ConsumerRecord<byte[], byte[]> record,
      Tracing.TracedCall process,
      Ownership partition,
      Encoder encoder) {
    this.key = key;
    this.record = record;
    this.process = process;
    this.partition = partition;
    this.encoder = encoder;
  }

  ConsumerRecord<byte[], byte[]> record() {
    return record;
  }

  /// What each output of this call carries: the trace context.
  Iterable<Header> outputHeaders() {
    return process.outputHeaders();
  }

  @Override
  public K key() {
    return key;
  }

  @Override
  public String topic() {
    return record.topic();
  }

  @Override
  public int partition() {
    return record.partition();
  }

  @Override
  public long offset() {
    return record.offset();
  }

  @Override
  public Headers headers() {
    return record.headers();
  }

  @Override
  public void commitNow(List<Emit<?, ?>> outputs) throws InterruptedException {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>(outputs.size());
    for (Emit<?, ?> output : outputs) {
      Encoder.Encoded encoded = encoder.encode(output, outputHeaders());
      if (encoded.problem() != null) {
        throw new TerminalException(encoded.problem());
      }
      records.add(encoded.record());
    }
    partition.commitNow(records);
  }

  @Override
  public void confirmOwned() throws InterruptedException {
    partition.confirmOwned();
  }

  @Override
  public String toString() {
    return record.topic() + "-" + record.partition() + "@" + record.offset();
  }
}
