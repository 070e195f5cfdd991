package dev.playloop.proving.fuzz.surface;

import dev.playloop.launcher.LocalKafka;
import dev.playloop.proving.fuzz.arena.Arena;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/// Those who write the fuzzer's records: the operator, who may write everywhere, and a game, by the
/// gate; one for each compression. Used by one thread, and closed by whoever opened it.
final class TopicProducers implements AutoCloseable {
  static final List<String> COMPRESSIONS = List.of("none", "gzip", "snappy", "lz4", "zstd");

  /// By compression: of the operator, who may write everywhere, and of a game, by the gate.
  private final Map<String, KafkaProducer<byte[], byte[]>> inside = new LinkedHashMap<>();

  private final Map<String, KafkaProducer<byte[], byte[]>> outside = new LinkedHashMap<>();

  /// For what the gate refuses: it costs the connection, and is sent once.
  private final Map<String, KafkaProducer<byte[], byte[]>> once = new LinkedHashMap<>();

  TopicProducers(Arena arena) {
    Map<String, Object> operator = arena.kafka().with(Map.of());
    Map<String, Object> game = game(arena.system().door().orElseThrow());
    for (String compression : COMPRESSIONS) {
      inside.put(compression, producer(operator, compression, Map.of()));
      outside.put(compression, producer(game, compression, Map.of()));
      once.put(
          compression,
          producer(
              game,
              compression,
              Map.of(
                  ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "false",
                  ProducerConfig.RETRIES_CONFIG, "0",
                  ProducerConfig.ACKS_CONFIG, "1")));
    }
  }

  /// By the gate, where that is the way of outsiders; what costs the connection goes alone.
  KafkaProducer<byte[], byte[]> of(String compression, boolean byTheGate, boolean alone) {
    return Objects.requireNonNull((alone ? once : byTheGate ? outside : inside).get(compression));
  }

  void flush() {
    all().forEach(KafkaProducer::flush);
  }

  private static KafkaProducer<byte[], byte[]> producer(
      Map<String, Object> client, String compression, Map<String, Object> more) {
    Map<String, Object> config = new HashMap<>(client);
    config.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, compression);
    config.put(ProducerConfig.LINGER_MS_CONFIG, "5");
    config.put(ProducerConfig.BATCH_SIZE_CONFIG, "65536");
    config.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, "8388608");
    config.putAll(more);
    return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /// As a game joins: by what stands in its file.
  private static Map<String, Object> game(LocalKafka.Door door) {
    Properties file = new Properties();
    try (Reader in = Files.newBufferedReader(door.file())) {
      file.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Map.of(
        "bootstrap.servers", door.bootstrap(),
        "security.protocol", file.getProperty("security.protocol"),
        "sasl.mechanism", file.getProperty("sasl.mechanism"),
        "sasl.jaas.config",
            "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"%s\" password=\"%s\";"
                .formatted(file.getProperty("sasl.username"), file.getProperty("sasl.password")));
  }

  private Stream<KafkaProducer<byte[], byte[]>> all() {
    return Stream.of(inside, outside, once).flatMap(each -> each.values().stream());
  }

  @Override
  public void close() {
    all().forEach(KafkaProducer::close);
  }
}
