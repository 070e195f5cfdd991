package dev.playloop.kit.health;

import dev.playloop.kit.WallClock;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/// How far this machine's clock is from the brokers': they stamp each record of our topics as they
/// append it, and tell when with its acknowledgement. A worker whose clock is ahead takes turns and
/// actions for expired that are in time, and one whose clock is behind begins what nobody waits for
/// any more. One for the process, as a machine has one clock; every producer tells it. Thread-safe.
public final class BrokerClock implements ProducerInterceptor<Object, Object> {
  /// How far it may be off: more than an acknowledgement takes.
  static final Duration TOLERATED = Duration.ofSeconds(60);

  /// A [Clock] in a producer's configuration, in place of the machine's: for tests.
  static final String CLOCK = "playloop.clock";

  /// What a producer needs in its configuration.
  public static final Map<String, String> CONFIG =
      Map.of("interceptor.classes", BrokerClock.class.getName());

  private static volatile long aheadMillis;

  private Clock clock = WallClock.system();

  @Override
  public void configure(Map<String, ?> configs) {
    if (configs.get(CLOCK) instanceof Clock given) {
      clock = given;
    }
  }

  @Override
  public ProducerRecord<Object, Object> onSend(ProducerRecord<Object, Object> sent) {
    return sent;
  }

  @Override
  public void onAcknowledgement(@Nullable RecordMetadata metadata, @Nullable Exception failure) {
    if (failure == null && metadata != null && metadata.hasTimestamp() && isStamped(metadata)) {
      aheadMillis = clock.millis() - metadata.timestamp();
    }
  }

  /// What Kafka Streams makes for itself has the times of its inputs.
  private static boolean isStamped(RecordMetadata metadata) {
    String topic = metadata.topic();
    return !topic.endsWith("-changelog") && !topic.endsWith("-repartition");
  }

  /// What is wrong with the clock, and what to do; null while it is right, and while nothing was
  /// written.
  public static @Nullable String problem() {
    Duration ahead = Duration.ofMillis(aheadMillis);
    if (ahead.abs().compareTo(TOLERATED) <= 0) {
      return null;
    }
    return ("this machine's clock is %d s %s the brokers', so that it is wrong about what is in time:"
            + " set it, as by NTP")
        .formatted(ahead.abs().toSeconds(), ahead.isNegative() ? "behind" : "ahead of");
  }

  @Override
  public void close() {}
}
