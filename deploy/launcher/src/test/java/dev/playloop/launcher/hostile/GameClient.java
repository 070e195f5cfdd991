package dev.playloop.launcher.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.playloop.broker.Raw;
import dev.playloop.broker.Squeezed;
import java.io.IOException;
import java.net.SocketException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/// What a game's client sends to the broker, with the secret of its `client.properties` or without.
/// One thread.
final class GameClient {
  private static final int BIG = 900_000_000;
  private static final int MANY = 1_000_000;

  private final Properties properties;

  GameClient(Properties properties) {
    this.properties = properties;
  }

  /// @throws java.util.concurrent.ExecutionException what the broker answered
  void send(String topic, byte[] value) throws Exception {
    Map<String, Object> config = new HashMap<>();
    properties
        .stringPropertyNames()
        .forEach(name -> config.put(name, properties.getProperty(name)));
    config.put(
        "sasl.jaas.config",
        "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"%s\" password=\"%s\";"
            .formatted(
                properties.getProperty("sasl.username"), properties.getProperty("sasl.password")));
    config.put("max.block.ms", "10000");
    config.put("compression.type", "zstd");
    try (var producer =
        new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
      producer
          .send(new ProducerRecord<>(topic, "kernel/mallory".getBytes(UTF_8), value))
          .get(30, TimeUnit.SECONDS);
    }
  }

  /// Sends one big record, and very many small ones, each batch in some kilobytes.
  ///
  /// @return whether the broker hung up on each
  boolean isTurnedAwayWithBombs(String topic) throws IOException {
    boolean turnedAway = true;
    for (var bomb :
        List.of(
            Squeezed.records(CompressionType.ZSTD, 1, BIG),
            Squeezed.records(CompressionType.GZIP, MANY, 1))) {
      try (Raw raw =
          Raw.loggedIn(
              properties.getProperty("bootstrap.servers"),
              properties.getProperty("sasl.username"),
              properties.getProperty("sasl.password"))) {
        raw.produce(Squeezed.request(topic, bomb));
        turnedAway &= raw.isTurnedAway();
      } catch (SocketException hungUp) {
        // while it was still being sent
      }
    }
    return turnedAway;
  }
}
