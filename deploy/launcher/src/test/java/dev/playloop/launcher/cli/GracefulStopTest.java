package dev.playloop.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.launcher.Working;
import dev.playloop.rehearsal.RehearsalServer;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// SIGTERM for a reasoner that is a process of its own, in the middle of a call: what can end in
/// time ends and is on the log; what can't is done anew by the next one. Either way one decision.
@NeedsInfra
class GracefulStopTest {
  @TempDir private Path folder;
  private KafkaSettings kafka;

  @BeforeEach
  void createTopics(TestInfra infra) throws InterruptedException {
    String prefix = "stop" + System.nanoTime() + ".";
    kafka = KafkaSettings.of(infra.bootstrapServers(), new Topics(prefix, 2));
    try (TopicAdmin admin = TopicAdmin.connect(kafka)) {
      admin.create(kafka.topics().all(InstalledWorlds.groups()), Duration.ofSeconds(60));
    }
  }

  @Test
  void aCallThatEndsInTimeIsOnTheLogAndIsNotPaidAgain() throws Exception {
    try (RehearsalServer model = RehearsalServer.start(Working.RULES, Duration.ofSeconds(1))) {
      stopInMidCall(model);

      assertThat(decisions(1)).containsExactly("society/cal:first#1");
      assertThat(model.calls()).isEqualTo(1);
      try (RoleThread next = RoleThread.start(folder, "reasoner", settings())) {
        send("second", model);
        assertThat(decisions(2))
            .as(next.said())
            .containsExactly("society/cal:first#1", "society/cal:second#1");
      }
      assertThat(model.calls()).isEqualTo(2);
    }
  }

  @Test
  void aCallThatDoesNotEndInTimeIsHandedBack() throws Exception {
    try (RehearsalServer model = RehearsalServer.start(Working.RULES, Duration.ofSeconds(15))) {
      stopInMidCall(model);

      assertThat(model.calls()).isEqualTo(1);
      try (RoleThread next = RoleThread.start(folder, "reasoner", settings())) {
        assertThat(decisions(1)).as(next.said()).containsExactly("society/cal:first#1");
      }
      assertThat(model.calls()).isEqualTo(2);
    }
  }

  /// Returns when the process has ended by itself.
  private void stopInMidCall(RehearsalServer model) throws Exception {
    Process reasoner = process();
    try {
      send("first", model);
      assertThat(Await.until(model::calls, calls -> calls == 1)).isEqualTo(1);

      reasoner.destroy(); // SIGTERM

      assertThat(reasoner.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      reasoner.destroyForcibly();
    }
  }

  private Process process() throws IOException {
    Properties all = new Properties();
    all.putAll(settings());
    Path config = folder.resolve("process.properties");
    RoleThread.write(config, all);
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Playloop.class.getName(),
            "worker",
            "reasoner",
            "--config",
            config.toString())
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("process.log").toFile())
        .start();
  }

  private Map<String, String> settings() {
    return Map.of(
        "playloop.bootstrap", String.valueOf(kafka.client().get("bootstrap.servers")),
        "playloop.prefix", kafka.topics().prefix(),
        "playloop.partitions", "2");
  }

  private void send(String run, RehearsalServer model) throws Exception {
    Turn turn = Working.turn(run, model.baseUrl(), Instant.now().plusSeconds(300));
    try (var producer =
        new KafkaProducer<>(
            kafka.with(Map.of()), new ByteArraySerializer(), new ByteArraySerializer())) {
      byte[] key = Working.CAL.value().getBytes(StandardCharsets.UTF_8);
      producer
          .send(new ProducerRecord<>(kafka.topics().turns().name(), key, Json.bytes(turn)))
          .get(30, TimeUnit.SECONDS);
    }
  }

  /// The turns that were decided, in the order of the log, once there are `count`; all that is
  /// committed, so that a decision too many would show.
  private List<String> decisions(int count) {
    List<String> turns = new ArrayList<>();
    var topic = kafka.topics().decisions();
    try (TopicReader tail = TopicReading.of(kafka, topic).prompt().fromBeginning()) {
      Await.until(
          () -> {
            tail.poll(Duration.ofMillis(100))
                .forEach(record ->
                    turns.add(
                        topic
                            .value()
                            .deserializer()
                            .deserialize(topic.name(), record.value())
                            .turn()
                            .value()));
            return turns.size();
          },
          size -> size >= count);
    }
    return turns;
  }
}
