package dev.playloop.projector;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.health.BrokerClock;
import dev.playloop.kit.topic.Clients;
import dev.playloop.projector.edge.FailUnsendable;
import dev.playloop.projector.edge.SkipUnreadable;
import dev.playloop.schemas.topic.Topic;
import java.util.Collection;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;

/// The properties of one Streams application, each with its reason where it is not the default.
final class StreamsProperties {
  /// A state of 256 KiB, or the scenes' happenings, with room to spare.
  private static final int CHANGELOG_RECORD_BYTES = 2 * 1024 * 1024;

  private StreamsProperties() {}

  static Properties of(
      String application,
      KafkaSettings kafka,
      ProjectorSettings settings,
      Collection<Topic<?, ?>> topics) {
    int largest =
        topics.stream().mapToInt(Topic::maxRecordBytes).max().orElse(0) + Topic.OVERHEAD_BYTES;
    Properties p = new Properties();
    p.putAll(kafka.client());
    p.put(StreamsConfig.APPLICATION_ID_CONFIG, application);
    p.put(StreamsConfig.STATE_DIR_CONFIG, settings.stateDir().toString());
    p.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    p.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, settings.commitInterval().toMillis());
    p.put(StreamsConfig.POLL_MS_CONFIG, settings.poll().toMillis());
    p.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, settings.threads());
    p.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, settings.standbys());
    // Agents stand still while their task's state is read back: who is further behind than this
    // gets a copy first, and the task at the next look, which is as soon as Streams allows.
    p.put(StreamsConfig.ACCEPTABLE_RECOVERY_LAG_CONFIG, 1_000L);
    p.put(StreamsConfig.PROBING_REBALANCE_INTERVAL_MS_CONFIG, 60_000L);
    p.put(StreamsConfig.MAX_WARMUP_REPLICAS_CONFIG, kafka.topics().partitions());
    p.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, -1);
    p.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
    p.put(StreamsConfig.GROUP_PROTOCOL_CONFIG, settings.protocol());
    p.put(StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, SkipUnreadable.class);
    p.put(StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG, FailUnsendable.class);
    p.put(StreamsConfig.topicPrefix(TopicConfig.MAX_MESSAGE_BYTES_CONFIG), CHANGELOG_RECORD_BYTES);
    consumer(p, kafka, settings, largest);
    producer(p, settings, largest);
    return p;
  }

  private static void consumer(
      Properties p, KafkaSettings kafka, ProjectorSettings settings, int largest) {
    if (settings.protocol().equals("classic")) {
      // A dead instance is noticed after 6 s; the default is 45.
      p.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), 6_000);
      p.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG), 2_000);
    }
    if (kafka.instance() != null) {
      p.put(
          StreamsConfig.mainConsumerPrefix(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG),
          kafka.instance());
    }
    p.put(StreamsConfig.consumerPrefix(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG), largest);
    p.put(StreamsConfig.consumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG), 1_000);
  }

  private static void producer(Properties p, ProjectorSettings settings, int largest) {
    // Nobody sees a record before its commit, which flushes. Sent one by one they cost twice the
    // CPU, the broker's included.
    p.put(
        StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG),
        settings.commitInterval().toMillis());
    Clients.COMPRESSION.forEach((name, value) -> p.put(StreamsConfig.producerPrefix(name), value));
    BrokerClock.CONFIG.forEach((name, value) -> p.put(StreamsConfig.producerPrefix(name), value));
    // A prompt alone fills the default of 16 KiB; few large batches cost the broker less.
    p.put(StreamsConfig.producerPrefix(ProducerConfig.BATCH_SIZE_CONFIG), 128 * 1024);
    // It counts uncompressed bytes; a record above it would kill the thread again and again.
    p.put(StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG), largest);
    // Back-to-back transactions meet CONCURRENT_TRANSACTIONS and would wait 100 ms each time.
    p.put(StreamsConfig.producerPrefix(ProducerConfig.RETRY_BACKOFF_MS_CONFIG), 2);
    p.put(StreamsConfig.producerPrefix(ProducerConfig.RETRY_BACKOFF_MAX_MS_CONFIG), 5);
    p.put(StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG), 10_000);
  }
}
