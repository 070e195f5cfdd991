package dev.playloop.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.broker.EmbeddedBroker;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.launcher.Cut;
import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.schemas.event.SourceState;
import dev.playloop.schemas.id.SourceId;
import dev.playloop.schemas.seal.SigningKey;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.EmbeddedOnly;
import dev.playloop.testkit.TestDatabase;
import dev.playloop.testkit.TestInfra;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `/health/live` and `/health/ready` of a worker say while its servers come and go.
@EmbeddedOnly("it stops its broker and brings it back at the same address")
class HealthTest {
  @TempDir private Path folder;

  @Test
  void aRoleIsReadyWhileBrokerAndDatabaseAnswerAndAliveAllTheTime(TestInfra infra)
      throws InterruptedException {
    EmbeddedBroker broker = brokerWithTopics();
    String bootstrap = broker.bootstrapServers();
    broker.close();
    TestDatabase database = infra.database();
    URI url = URI.create(database.jdbcUrl().substring("jdbc:".length()));
    try (Cut wire = Cut.before(url.getPort());
        RoleThread executor =
            RoleThread.start(
                folder,
                "executor",
                Map.of(
                    "playloop.bootstrap",
                    bootstrap,
                    "playloop.partitions",
                    "2",
                    "playloop.society.jdbc.url",
                    "jdbc:postgresql://localhost:" + wire.port() + url.getPath(),
                    "playloop.society.user",
                    database.user(),
                    "playloop.society.password",
                    database.password()))) {
      await(executor, 503, "kafka: no answer from Kafka at " + bootstrap);
      assertThat(executor.health("ready").body()).contains("start: not started yet");
      assertThat(executor.health("live").status()).isEqualTo(200);

      broker = EmbeddedBroker.start(folder.resolve("broker"));
      await(executor, 200, "ok");

      wire.cut();
      await(executor, 503, "server of society: ");
      wire.mend();
      await(executor, 200, "ok");

      broker.close();
      await(executor, 503, "kafka: no answer");
      assertThat(executor.health("live").status()).isEqualTo(200);
      broker = EmbeddedBroker.start(folder.resolve("broker"));
      await(executor, 200, "ok");
    } finally {
      broker.close();
    }
  }

  @Test
  void theProjectorIsReadyOnceItsApplicationsRun() throws InterruptedException {
    try (EmbeddedBroker broker = brokerWithTopics();
        RoleThread projector =
            RoleThread.start(
                folder,
                "projector",
                Map.of(
                    "playloop.bootstrap",
                    broker.bootstrapServers(),
                    "playloop.partitions",
                    "2",
                    "playloop.projector.standbys",
                    "0"))) {
      await(projector, 200, "ok");
    }
  }

  @Test
  void anAuditorIsReadyUnlessItCantSign() throws InterruptedException, IOException {
    Path key = Files.writeString(folder.resolve("auditor.key"), SigningKey.generate().pem());
    try (EmbeddedBroker broker = brokerWithTopics()) {
      Map<String, String> settings =
          Map.of(
              "playloop.bootstrap",
              broker.bootstrapServers(),
              "playloop.partitions",
              "2",
              "playloop.checkpoint.key",
              "file:" + key);
      try (RoleThread auditor = RoleThread.start(folder, "auditor", settings)) {
        await(auditor, 200, "ok");
      }
      writeCursor(broker, "no checkpoint");
      try (RoleThread auditor = RoleThread.start(folder, "auditor", settings)) {
        await(auditor, 503, "role: no checkpoint is signed");
        assertThat(auditor.health("live").status()).isEqualTo(200);
      }
    }
  }

  private static void writeCursor(EmbeddedBroker broker, String cursor) {
    Topics topics = new Topics(Topics.DEFAULT_PREFIX, 2);
    Topic<SourceId, SourceState> cursors = topics.sourceCursors();
    SourceId auditor = new SourceId("checkpoints");
    SourceState state = new SourceState(SourceState.VERSION, auditor, cursor, Instant.now());
    try (KafkaProducer<SourceId, SourceState> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            cursors.key().serializer(),
            cursors.value().serializer())) {
      var _ = producer.send(new ProducerRecord<>(cursors.name(), auditor, state));
    }
  }

  private EmbeddedBroker brokerWithTopics() throws InterruptedException {
    EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"));
    Topics topics = new Topics(Topics.DEFAULT_PREFIX, 2);
    try (TopicAdmin admin =
        TopicAdmin.connect(KafkaSettings.of(broker.bootstrapServers(), topics))) {
      admin.create(topics.all(InstalledWorlds.groups()), Duration.ofSeconds(60));
    }
    return broker;
  }

  private static void await(RoleThread role, int status, String text) {
    RoleThread.Answer answer =
        Await.until(
            () -> role.health("ready"),
            found -> found.status() == status && found.body().contains(text));
    assertThat(answer.body()).as(role.said()).contains(text);
    assertThat(answer.status()).isEqualTo(status);
  }
}
