package dev.playloop.projector.steady;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/// Reads single records of single partitions, in no group. After an `Error` it must be closed: its
/// decompression has stopped in the midst of a record. Owned by one thread.
final class OneByOne implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMillis(500);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private int turn;

  OneByOne(Map<String, Object> like) {
    Map<String, Object> config = new HashMap<>(like);
    config.remove(ConsumerConfig.GROUP_ID_CONFIG);
    config.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
    config.remove(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG);
    config.remove(ConsumerConfig.GROUP_PROTOCOL_CONFIG);
    config.keySet().removeIf(name -> name.startsWith("__"));
    config.put(ConsumerConfig.CLIENT_ID_CONFIG, like.get(ConsumerConfig.CLIENT_ID_CONFIG) + "-one");
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1);
    consumer =
        new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /// Where each of the partitions ends; empty where no broker answers.
  Map<TopicPartition, Long> ends(Collection<TopicPartition> partitions) {
    try {
      return consumer.endOffsets(partitions, PATIENCE);
    } catch (KafkaException e) {
      return Map.of();
    }
  }

  /// The partitions, each time from another one on, so that none waits for the others' backlog.
  List<TopicPartition> inTurn(Collection<TopicPartition> partitions) {
    List<TopicPartition> all = new ArrayList<>(partitions);
    all.sort(java.util.Comparator.comparing(TopicPartition::toString));
    if (!all.isEmpty()) {
      java.util.Collections.rotate(all, -(turn++ % all.size()));
    }
    return all;
  }

  /// The first record from `position` on; null where none came. Throws the `Error` that it causes.
  @Nullable ConsumerRecord<byte[], byte[]> read(TopicPartition partition, long position) {
    consumer.assign(List.of(partition));
    consumer.seek(partition, position);
    try {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(PATIENCE)) {
        return record;
      }
    } catch (KafkaException e) {
      return null; // tried again
    }
    return null;
  }

  /// Where `of` stands; -1 where it does not know yet.
  long positionOf(Consumer<?, ?> of, TopicPartition partition) {
    try {
      return of.position(partition, PATIENCE);
    } catch (KafkaException e) {
      return -1;
    }
  }

  /// How far the last read got: behind what is no record, such as the mark of a transaction.
  long reached(TopicPartition partition) {
    return consumer.position(partition, PATIENCE);
  }

  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(Duration.ZERO));
  }
}
