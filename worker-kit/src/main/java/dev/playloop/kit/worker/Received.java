package dev.playloop.kit.worker;

import java.nio.ByteBuffer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/// What a record is to the partition that takes it in. Pure functions.
final class Received {
  private Received() {}

  /// Records with equal lanes are handled in order. Without a key there is no order to keep.
  static Object lane(ConsumerRecord<byte[], byte[]> record) {
    byte[] key = record.key();
    return key == null ? (Object) record.offset() : ByteBuffer.wrap(key);
  }

  /// When it was sent, in milliseconds; [WaitingSince#NONE] where it does not say, as one that
  /// can't be fetched.
  static long sentAt(ConsumerRecord<byte[], byte[]> record) {
    return record.timestamp() > 0 ? record.timestamp() : WaitingSince.NONE;
  }

  /// What a record weighs in memory, roughly.
  static long size(ConsumerRecord<byte[], byte[]> record) {
    long size =
        (long) Math.max(0, record.serializedKeySize()) + Math.max(0, record.serializedValueSize());
    for (Header header : record.headers()) {
      size += header.key().length() + (header.value() == null ? 0 : header.value().length);
    }
    return size;
  }
}
