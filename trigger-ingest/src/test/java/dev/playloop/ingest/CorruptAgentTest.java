package dev.playloop.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.broker.EmbeddedBroker;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.testkit.EmbeddedOnly;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
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
      damage(kafka.topics().agents().name(), "society/agent-5");
      try (AgentsTable agents = AgentsTable.start(kafka.settings(), Duration.ofSeconds(30))) {
        assertThat(agents.awaitLoaded(Duration.ofMinutes(2))).isTrue();
        assertThat(agents.all()).hasSize(11);
        assertThat(agents.find(new AgentId("society/agent-5"))).isNull();

        kafka.apply("society/agent-5");

        assertThat(agents.awaitCurrent(Duration.ofMinutes(2))).isTrue();
        assertThat(agents.all()).hasSize(12);
      }
    }
  }

  /// Nothing is asked of a file but its name: the broker renames others beside the logs.
  private void damage(String topic, String text) throws Exception {
    byte[] victim = text.getBytes(UTF_8);
    int damaged = 0;
    try (DirectoryStream<Path> partitions = Files.newDirectoryStream(dir, topic + "-*")) {
      for (Path partition : partitions) {
        try (DirectoryStream<Path> logs = Files.newDirectoryStream(partition, "*.log")) {
          for (Path log : logs) {
            damaged += damage(log, victim);
          }
        }
      }
    }
    assertThat(damaged).isPositive();
  }

  private static int damage(Path log, byte[] victim) throws Exception {
    byte[] bytes = Files.readAllBytes(log);
    int damaged = 0;
    for (int at = 0; at + victim.length <= bytes.length; at++) {
      if (Arrays.equals(bytes, at, at + victim.length, victim, 0, victim.length)) {
        bytes[at] ^= 1;
        Files.write(log, bytes);
        damaged++;
      }
    }
    return damaged;
  }
}
