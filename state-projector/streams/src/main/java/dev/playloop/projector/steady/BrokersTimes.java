package dev.playloop.projector.steady;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;

/// Leaves records no times but the broker's. On a topic whose times are its senders' these can be
/// anything, so there each record is as old as can be: it proves nothing, and no deadline comes
/// before its time by what a sender says. Done where records are polled, as Streams keeps from its
/// extractors who has set a time: its deserializer calls each a sender's. Stateless.
final class BrokersTimes {
  private static final long OLDEST = 0;

  private BrokersTimes() {}

  /// The same records where all times are the broker's, as on topics that we have made.
  static ConsumerRecords<byte[], byte[]> of(ConsumerRecords<byte[], byte[]> records) {
    boolean all = true;
    for (ConsumerRecord<byte[], byte[]> record : records) {
      all &= isBrokers(record);
    }
    if (all) {
      return records;
    }
    Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> told = new HashMap<>();
    for (TopicPartition partition : records.partitions()) {
      List<ConsumerRecord<byte[], byte[]>> of = new ArrayList<>();
      records
          .records(partition)
          .forEach(record -> of.add(isBrokers(record) ? record : oldest(record)));
      told.put(partition, of);
    }
    return new ConsumerRecords<>(told, records.nextOffsets());
  }

  private static boolean isBrokers(ConsumerRecord<?, ?> record) {
    return record.timestampType() == TimestampType.LOG_APPEND_TIME;
  }

  private static ConsumerRecord<byte[], byte[]> oldest(ConsumerRecord<byte[], byte[]> record) {
    return new ConsumerRecord<>(
        record.topic(),
        record.partition(),
        record.offset(),
        OLDEST,
        record.timestampType(),
        record.serializedKeySize(),
        record.serializedValueSize(),
        record.key(),
        record.value(),
        record.headers(),
        record.leaderEpoch());
  }
}
