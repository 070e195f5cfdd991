package dev.playloop.projector.steady;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/// A producer that asks the broker for no transaction in which there is nothing. Kafka Streams
/// commits a task whose clock has ticked, whether anything came of that or not: with the same
/// offsets again and again, ten transactions a second for as long as nobody says anything. Without
/// offsets and records a transaction is begun and ended in the client alone. It tells how long each
/// takes. Owned by the thread of its tasks.
final class ThriftyProducer extends KafkaProducer<byte[], byte[]> {
  private final Map<TopicPartition, OffsetAndMetadata> sent = new HashMap<>();
  private final Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();
  private final Commits commits;
  private boolean hasRecords;

  ThriftyProducer(Map<String, Object> config, Commits commits) {
    super(config, new ByteArraySerializer(), new ByteArraySerializer());
    this.commits = commits;
  }

  @Override
  public void initTransactions() {
    forget();
    super.initTransactions();
  }

  @Override
  public Future<RecordMetadata> send(
      ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
    hasRecords = true;
    return super.send(record, callback);
  }

  @Override
  public void flush() {
    commits.ending();
    super.flush();
  }

  @Override
  public void sendOffsetsToTransaction(
      Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
    if (hasRecords || !committed.entrySet().containsAll(offsets.entrySet())) {
      super.sendOffsetsToTransaction(offsets, group);
      sent.putAll(offsets);
    }
  }

  @Override
  public void commitTransaction() {
    super.commitTransaction();
    commits.ended();
    committed.putAll(sent);
    sent.clear();
    hasRecords = false;
  }

  @Override
  public void abortTransaction() {
    forget();
    super.abortTransaction();
  }

  /// What is committed is not known for sure.
  private void forget() {
    sent.clear();
    committed.clear();
    hasRecords = false;
    commits.ended();
  }
}
