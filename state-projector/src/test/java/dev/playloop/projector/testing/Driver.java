package dev.playloop.projector.testing;

import dev.playloop.schemas.topic.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.WindowStore;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/// A topology without a broker: bytes in, bytes out, a clock that is turned by hand. All input lies
/// in partition 0.
public final class Driver implements AutoCloseable {
  private static final Duration STEP = Duration.ofMillis(500);
  private static final Duration STEPPED = Duration.ofMinutes(15);

  /// Records are younger than the topology, so that it has caught up when it reads one.
  private static final Duration YOUNG = Duration.ofMinutes(1);

  private final TopologyTestDriver driver;
  private final Instant start;

  public Driver(Topology topology, Path stateDir, Instant start) {
    Properties properties = new Properties();
    properties.put("application.id", "test");
    properties.put("bootstrap.servers", "127.0.0.1:1");
    properties.put("state.dir", stateDir.toString());
    driver = new TopologyTestDriver(topology, properties, start);
    this.start = start;
  }

  public <K, V> void send(Topic<K, V> topic, K key, V value) {
    sendRaw(
        topic,
        topic.key().serializer().serialize(topic.name(), key),
        topic.value().serializer().serialize(topic.name(), value),
        new RecordHeaders(),
        start.plus(YOUNG));
  }

  public void sendRaw(
      Topic<?, ?> topic,
      byte @Nullable [] key,
      byte @Nullable [] value,
      Headers headers,
      Instant stamp) {
    driver
        .createInputTopic(topic.name(), new ByteArraySerializer(), new ByteArraySerializer())
        .pipeInput(new TestRecord<>(key, value, headers, stamp));
  }

  /// What the topology has written to a topic since the last call.
  public List<TestRecord<byte[], byte[]>> raw(Topic<?, ?> topic) {
    return driver
        .createOutputTopic(topic.name(), new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList();
  }

  public <K, V> List<V> values(Topic<K, V> topic) {
    List<V> values = new ArrayList<>();
    for (TestRecord<byte[], byte[]> record : raw(topic)) {
      values.add(topic.value().deserializer().deserialize(topic.name(), record.value()));
    }
    return values;
  }

  /// All topics that were written to, changelogs too.
  public Set<String> producedTopics() {
    return driver.producedTopicNames();
  }

  public List<TestRecord<byte[], byte[]>> rawOf(String topic) {
    return driver
        .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList();
  }

  /// A store of the topology, as another task would find it.
  public <V> KeyValueStore<String, V> store(String name) {
    return driver.getKeyValueStore(name);
  }

  public WindowStore<String, String> windowStore(String name) {
    return driver.getWindowStore(name);
  }

  public KeyValueStore<byte[], byte[]> rawStore(String name) {
    return driver.getKeyValueStore(name);
  }

  /// The task stands still for so long.
  public void standStill(Duration time) {
    driver.advanceWallClockTime(time);
  }

  /// Time passes in steps, as it does for a task that lives; all but the last minutes of a long
  /// time in one.
  public void pass(Duration time) {
    Duration left = time;
    if (left.compareTo(STEPPED) > 0) {
      driver.advanceWallClockTime(left.minus(STEPPED));
      left = STEPPED;
    }
    while (left.isPositive()) {
      Duration step = left.compareTo(STEP) < 0 ? left : STEP;
      driver.advanceWallClockTime(step);
      left = left.minus(step);
    }
  }

  @Override
  public void close() {
    driver.close();
  }
}
