package dev.playloop.kit.topic;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/// A consumer of bytes whose `poll` hands out no more than memory can bear: an eighth of the heap,
/// 32 MiB at most, or one record that is larger. Kafka bounds a poll by the number of its records,
/// and by bytes before they are unpacked; a stranger's batch of a few kilobytes becomes a hundred
/// megabytes. What a poll leaves comes with the next one.
///
/// That rests on what Kafka promises of a deserializer that throws: what the poll had before is
/// handed out, and the record that it threw at is the next one's first. Kafka logs each such end of
/// a poll as an error of the deserializer. Owned by the thread that polls.
public class BoundedConsumer extends KafkaConsumer<byte[], byte[]> {
  private static final long MOST_BYTES =
      Math.min(32L * 1024 * 1024, Runtime.getRuntime().maxMemory() / 8);

  private final Bytes bytes;

  public BoundedConsumer(Map<String, Object> config) {
    this(config, MOST_BYTES);
  }

  BoundedConsumer(Map<String, Object> config, long most) {
    this(config, new Bytes(most));
  }

  private BoundedConsumer(Map<String, Object> config, Bytes bytes) {
    super(config, bytes.keys, bytes.values);
    this.bytes = bytes;
  }

  @Override
  public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
    bytes.begin();
    return super.poll(timeout);
  }

  /// What the present poll holds.
  private static final class Bytes {
    final ByteArrayDeserializer keys = new Keys();
    final ByteArrayDeserializer values = new Values();

    private final long most;
    private long held;

    /// Of the record that is being read; its value comes behind it.
    private long key;

    Bytes(long most) {
      this.most = most;
    }

    void begin() {
      held = 0;
    }

    private byte[] take(byte[] data, boolean first) {
      if (!first && held + data.length > most) {
        throw new SerializationException(
            "a poll holds " + held + " bytes; the next record comes with the next poll");
      }
      held += data.length;
      return data;
    }

    private final class Keys extends ByteArrayDeserializer {
      @Override
      public byte[] deserialize(String topic, byte[] data) {
        take(data, held == 0);
        key = data.length;
        return data;
      }
    }

    private final class Values extends ByteArrayDeserializer {
      @Override
      public byte[] deserialize(String topic, byte[] data) {
        take(data, held == key);
        key = 0;
        return data;
      }
    }
  }
}
