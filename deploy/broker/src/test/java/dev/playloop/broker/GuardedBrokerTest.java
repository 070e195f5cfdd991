package dev.playloop.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.message.MetadataRequestData;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.requests.MetadataRequest;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every port of the guarded broker, without a secret, with a wrong one, with another's, and with
/// the right one for what its owner may not do.
@Tag("slow")
class GuardedBrokerTest {
  @TempDir private static Path folder;
  private static GuardedBroker broker;

  @BeforeAll
  static void start() throws Exception {
    broker =
        GuardedBroker.start(
            folder.resolve("broker"),
            new BrokerAccess(
                Set.of("worker"), Set.of("game"), List.of(write("game", "open")), "the file"),
            Flush.EACH_APPEND);
    try (Admin admin = Admin.create(new HashMap<>(broker.administrator()))) {
      admin
          .createTopics(
              Stream.of("open", "closed")
                  .map(name -> new NewTopic(name, Optional.of(1), Optional.empty()))
                  .toList())
          .all()
          .get();
    }
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  private static AclBinding write(String principal, String topic) {
    return new AclBinding(
        new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL),
        new AccessControlEntry(
            "User:" + principal, "*", AclOperation.WRITE, AclPermissionType.ALLOW));
  }

  private static Map<String, Object> client(String address, String name, String secret) {
    return new HashMap<>(
        Map.of(
            "bootstrap.servers",
            address,
            "security.protocol",
            "SASL_PLAINTEXT",
            "sasl.mechanism",
            "PLAIN",
            "sasl.jaas.config",
            "org.apache.kafka.common.security.plain.PlainLoginModule required username=\""
                + name
                + "\" password=\""
                + secret
                + "\";"));
  }

  @Test
  void whatWasAskedForIsFlushedWithEachAppend() throws Exception {
    ConfigResource self = new ConfigResource(ConfigResource.Type.BROKER, "1");
    try (Admin admin = Admin.create(new HashMap<>(broker.administrator()))) {
      Map<ConfigResource, Config> config = admin.describeConfigs(List.of(self)).all().get();

      assertThat(config.get(self))
          .extracting(it -> it.get("log.flush.interval.messages").value())
          .isEqualTo("1");
    }
  }

  /// The gate, what is behind it, the broker itself, and its controller.
  static Stream<String> ports() {
    BrokerPorts ports = broker.ports();
    return Stream.of(ports.gate(), ports.behindGate(), ports.broker(), ports.controller())
        .map(port -> "127.0.0.1:" + port);
  }

  @ParameterizedTest
  @MethodSource("ports")
  void noPortAnswersAClientWithoutALogin(String address) throws Exception {
    try (Raw raw = new Raw(address)) {
      raw.send(new MetadataRequest(new MetadataRequestData().setTopics(null), (short) 9));
      assertThat(raw.isTurnedAway()).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("ports")
  void noPortTakesAWrongSecret(String address) {
    for (String name : List.of("game", "worker", "broker", "nobody")) {
      try (Admin admin = Admin.create(client(address, name, "wrong"))) {
        assertThatThrownBy(() -> admin.describeCluster().nodes().get())
            .isInstanceOf(ExecutionException.class)
            .hasCauseInstanceOf(SaslAuthenticationException.class);
      }
    }
  }

  @Test
  void anOutsidersSecretIsGoodAtTheGateOnly() {
    ports()
        .filter(address -> !address.equals(broker.gate()))
        .forEach(address -> {
          try (Admin admin = Admin.create(client(address, "game", broker.secretOf("game")))) {
            assertThatThrownBy(() -> admin.describeCluster().nodes().get())
                .hasCauseInstanceOf(SaslAuthenticationException.class);
          }
        });
  }

  @Test
  void anOutsiderWritesWhatItMayAndNothingElse() throws Exception {
    Map<String, Object> game = client(broker.gate(), "game", broker.secretOf("game"));
    try (KafkaProducer<byte[], byte[]> producer =
            new KafkaProducer<>(game, new ByteArraySerializer(), new ByteArraySerializer());
        Admin admin = Admin.create(game)) {
      assertThat(producer.send(new ProducerRecord<>("open", new byte[10])).get().offset())
          .isNotNegative();
      assertThatThrownBy(() -> producer.send(new ProducerRecord<>("closed", new byte[10])).get())
          .hasRootCauseInstanceOf(TopicAuthorizationException.class);
      assertThatThrownBy(() -> admin.deleteTopics(List.of("open")).all().get())
          .hasCauseInstanceOf(TopicAuthorizationException.class);
      assertThatThrownBy(() -> admin.createAcls(List.of(write("game", "closed"))).all().get())
          .isInstanceOf(ExecutionException.class);
    }
  }

  @Test
  void aRoleWithoutARightDoesNothing() {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            new HashMap<String, Object>(broker.client("worker")),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      assertThatThrownBy(() -> producer.send(new ProducerRecord<>("open", new byte[10])).get())
          .hasRootCauseInstanceOf(TopicAuthorizationException.class);
    }
  }

  @Test
  void whatIsTooLargeUncompressedEndsItsConnectionOnly() throws Exception {
    try (Raw bomber = Raw.loggedIn(broker.gate(), "game", broker.secretOf("game"));
        Raw other = Raw.loggedIn(broker.gate(), "game", broker.secretOf("game"))) {
      bomber.produce(
          Squeezed.request("open", Squeezed.records(CompressionType.ZSTD, 1, 50_000_000)));
      assertThat(bomber.isTurnedAway()).isTrue();

      other.produce(Squeezed.request("open", Squeezed.records(CompressionType.ZSTD, 3, 1_000)));
      assertThat(other.answer()).isNotEmpty();
    }
  }

  @Test
  void bytesThatAreNoRequestEndTheirConnection() throws Exception {
    for (int seed = 0; seed < 50; seed++) {
      byte[] noise = new byte[200];
      new java.util.Random(seed).nextBytes(noise);
      try (java.net.Socket socket =
          new Socket(InetAddress.getLoopbackAddress(), broker.ports().gate())) {
        socket.getOutputStream().write(noise);
        socket.shutdownOutput();
        socket.getInputStream().readAllBytes();
      } catch (java.net.SocketException e) {
        // Ended while it was still sending.
      }
    }
    try (Raw sane = Raw.loggedIn(broker.gate(), "game", broker.secretOf("game"))) {
      sane.produce(Squeezed.request("open", Squeezed.records(CompressionType.NONE, 1, 10)));
      assertThat(sane.answer()).isNotEmpty();
    }
  }
}
