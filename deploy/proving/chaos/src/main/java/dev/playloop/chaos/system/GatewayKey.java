package dev.playloop.chaos.system;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.principal.PrincipalBuilder;
import dev.playloop.schemas.principal.Scope;
import dev.playloop.schemas.seal.SigningKey;
import dev.playloop.schemas.topic.Topic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/// What the gateway signs people's words with, and the principal that it is by that. In a file, so
/// that a gateway that comes after a killed one is the same. Immutable.
///
/// @param file PEM, in a folder that only this user's tests look at
record GatewayKey(Path file, Principal signer) {
  static GatewayKey create(Path file) {
    SigningKey key = SigningKey.generate();
    try {
      Files.writeString(file, key.pem());
    } catch (IOException e) {
      throw new UncheckedIOException("the gateway's key can't be written", e);
    }
    Principal signer =
        PrincipalBuilder.builder()
            .v(Principal.VERSION)
            .id(key.trusted().id())
            .name("gateway")
            .kind(Principal.Kind.SERVICE)
            .scopes(List.of(Scope.SIGN))
            .publicKey(key.trusted().base64())
            .since(Instant.EPOCH)
            .build();
    return new GatewayKey(file, signer);
  }

  static SigningKey read(Path file) {
    try {
      return SigningKey.read(Files.readString(file), file.toString());
    } catch (IOException e) {
      throw new UncheckedIOException("the gateway's key can't be read", e);
    }
  }

  /// Makes it known; it is on the log when this returns.
  void publish(KafkaSettings kafka) throws InterruptedException {
    Topic<String, Principal> topic = kafka.topics().principals();
    try (KafkaProducer<String, Principal> producer =
        new KafkaProducer<>(
            kafka.with(Map.of()), topic.key().serializer(), topic.value().serializer())) {
      producer.send(new ProducerRecord<>(topic.name(), signer.id(), signer)).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the gateway's key could not be made known", e);
    }
  }
}
