package dev.playloop.kit;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Polls for a worker, and passes over what can't be fetched: a record at which a poll throws is
/// found and counted, and when it was struck often enough it becomes a dead letter of its position.
/// Used by the poll thread.
final class CarefulPoll<K, V> {
  private static final Logger LOG = LoggerFactory.getLogger(CarefulPoll.class);

  private final Consumer<byte[], byte[]> consumer;
  private final Membership<Partition<K, V>> membership;
  private final Suspicion suspicion;
  private final Fetch fetch;

  CarefulPoll(
      Consumer<byte[], byte[]> consumer,
      Membership<Partition<K, V>> membership,
      Suspicion suspicion,
      Fetch fetch) {
    this.consumer = consumer;
    this.membership = membership;
    this.suspicion = suspicion;
    this.fetch = fetch;
  }

  /// What a poll returns; nothing where it threw at a record. Throws what is nobody's record's.
  ConsumerRecords<byte[], byte[]> records(Duration timeout) {
    try {
      return consumer.poll(timeout);
    } catch (RuntimeException | Error e) {
      if (!Fetch.isOfARecord(e) || !passOver(e)) {
        throw e;
      }
      return ConsumerRecords.empty();
    }
  }

  /// False where no record is to blame.
  private boolean passOver(Throwable thrown) {
    LOG.warn("a poll threw {}; looking for the record", Letters.text(thrown));
    boolean found = false;
    for (Map.Entry<TopicPartition, Partition<K, V>> entry : membership.held().entrySet()) {
      if (entry.getValue().isFeeding() && consumer.assignment().contains(entry.getKey())) {
        try {
          found |= passOver(entry.getKey(), entry.getValue());
        } catch (TimeoutException e) {
          LOG.warn("{}: can't look now: {}", entry.getKey(), e.getMessage());
          found = true;
        }
      }
    }
    return found;
  }

  private boolean passOver(TopicPartition partition, Partition<K, V> one) {
    Fetch.Found lies = fetch.from(partition, consumer.position(partition));
    Throwable fault = lies.fault();
    if (fault == null) {
      return false;
    }
    one.receive(lies.records(), lies.next());
    suspicion.struck(partition, lies.next(), fault);
    boolean guilty = suspicion.isGuilty(partition, lies.next());
    if (guilty) {
      one.receiveHole(lies.next(), fault);
    }
    consumer.seek(partition, guilty ? lies.next() + 1 : lies.next());
    return true;
  }
}
