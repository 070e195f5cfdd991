package dev.playloop.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.broker.EmbeddedBroker;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.testkit.EmbeddedOnly;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A batch of `agents` that does not match its checksum any more: its agent is unknown, the others
/// are not, and ingest gets ready.
@EmbeddedOnly("it changes a byte in the broker's folder")
final class CorruptAgentTest {
  @TempDir Path dir;

  @Test
  void theOtherAgentsAreKnown() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(dir)) {
      Kafka kafka = Kafka.at(broker.bootstrapServers(), Topics.DEFAULT_PREFIX);
      for (int i = 0; i < 12; i++) {
        kafka.apply("society/agent-" + i); // a batch each
      }
      damage("society/agent-5");
      try (AgentsTable agents = AgentsTable.start(kafka.settings(), Duration.ofSeconds(30))) {
        assertThat(agents.awaitLoaded(Duration.ofSeconds(60))).isTrue();
        assertThat(agents.all()).hasSize(11);
        assertThat(agents.find(new AgentId("society/agent-5"))).isNull();

        kafka.apply("society/agent-5");

        assertThat(agents.awaitCurrent(Duration.ofSeconds(60))).isTrue();
        assertThat(agents.all()).hasSize(12);
      }
    }
  }

  private void damage(String text) throws Exception {
    byte[] victim = text.getBytes(UTF_8);
    int damaged = 0;
    try (Stream<Path> all = Files.walk(dir)) {
      for (Path log : all.filter(path -> path.toString().endsWith(".log")).toList()) {
        byte[] bytes = Files.readAllBytes(log);
        for (int at = 0; at + victim.length <= bytes.length; at++) {
          if (Arrays.equals(bytes, at, at + victim.length, victim, 0, victim.length)) {
            bytes[at] ^= 1;
            Files.write(log, bytes);
            damaged++;
          }
        }
      }
    }
    assertThat(damaged).isPositive();
  }
}
