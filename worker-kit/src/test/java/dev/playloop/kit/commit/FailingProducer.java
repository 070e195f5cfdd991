package dev.playloop.kit.commit;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/// Throws what it is given, once each, before it does what it was asked for.
final class FailingProducer extends MockProducer<byte[], byte[]> {
  /// A record of this value is too large for it.
  static final byte[] LARGE = {99};

  final Queue<RuntimeException> onCommit = new ArrayDeque<>();
  final Queue<RuntimeException> onOffsets = new ArrayDeque<>();
  final Queue<RuntimeException> onAbort = new ArrayDeque<>();
  volatile @Nullable Error onCommitError;
  private boolean refusing;

  FailingProducer() {
    super(true, null, new ByteArraySerializer(), new ByteArraySerializer());
  }

  @Override
  public void sendOffsetsToTransaction(
      Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
    fail(onOffsets);
    super.sendOffsetsToTransaction(offsets, group);
  }

  @Override
  public void commitTransaction() {
    if (onCommitError != null) {
      throw onCommitError;
    }
    fail(onCommit);
    if (refusing) {
      throw new KafkaException("a record was too large");
    }
    super.commitTransaction();
  }

  @Override
  public void abortTransaction() {
    fail(onAbort);
    refusing = false;
    super.abortTransaction();
  }

  /// As the real one: the first failure is the refused record's, what had not left by then gets the
  /// same exception, and the commit fails.
  @Override
  public synchronized Future<RecordMetadata> send(
      ProducerRecord<byte[], byte[]> record, Callback callback) {
    if (refusing || Arrays.equals(record.value(), LARGE)) {
      refusing = true;
      callback.onCompletion(null, new RecordTooLargeException("too large"));
    }
    return super.send(record, (metadata, failure) -> {});
  }

  private static void fail(Queue<RuntimeException> failures) {
    RuntimeException failure = failures.poll();
    if (failure != null) {
      throw failure;
    }
  }
}
