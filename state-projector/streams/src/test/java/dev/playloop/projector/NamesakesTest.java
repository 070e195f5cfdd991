package dev.playloop.projector;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.TestWorld;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.RoleContext;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import dev.playloop.worlds.model.Worlds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two projectors that were given one name by mistake.
@NeedsInfra
class NamesakesTest {
  private static final int AGENTS = 4;

  @TempDir Path dir;

  @Test
  void theFirstEndsAndSaysWhyAndTheSecondWorks(TestInfra infra) throws Exception {
    Fixture system = Fixture.of(infra.bootstrapServers(), "namesakes.", 2, AGENTS);
    KafkaSettings kafka =
        new KafkaSettings(system.kafka().client(), system.kafka().topics(), "projector-0");
    try (Supervised second = successor(kafka);
        TopicReader turns = TopicReading.of(kafka, kafka.topics().turns()).fromBeginning()) {
      system.publish("hello");

      Set<String> served = new HashSet<>();
      Await.until(
          "a turn of each",
          () -> {
            second.revive();
            turns
                .poll(Duration.ofMillis(100))
                .forEach(record -> served.add(new String(record.key(), UTF_8)));
            return served.size() == AGENTS;
          });
      Await.until("all is well with it", second::isWell);
    }
  }

  /// Of one of the same name that has ended since, and is closed.
  private Supervised successor(KafkaSettings kafka) throws Exception {
    try (StateProjector first = start(kafka, "first")) {
      assertThat(first.awaitReady(Fixture.PATIENCE)).isTrue();
      Supervised second = new Supervised(kafka);
      try {
        Await.until(
            "the first ends",
            () -> {
              second.revive();
              return !first.isAlive();
            });
      } catch (AssertionError e) {
        second.close();
        throw e;
      }
      assertThat(first.problem())
          .contains("application has ended", "PLAYLOOP_INSTANCE", "a name of its own");
      return second;
    }
  }

  /// Started again where it ends: on a machine that stands still a member may lose its name to
  /// itself, as it joins anew while what it sent before is still on its way (Kafka 4.3.1).
  private final class Supervised implements AutoCloseable {
    private final KafkaSettings kafka;
    private StateProjector now;

    Supervised(KafkaSettings kafka) throws InterruptedException {
      this.kafka = kafka;
      this.now = start(kafka, "second");
    }

    void revive() {
      if (now.isAlive()) {
        return;
      }
      assertThat(now.problem()).contains("application has ended");
      now.close();
      try {
        now = start(kafka, "second");
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    boolean isWell() {
      revive();
      return now.problem() == null;
    }

    @Override
    public void close() {
      now.close();
    }
  }

  private StateProjector start(KafkaSettings kafka, String folder) throws InterruptedException {
    return ProjectorRole.of(Fixture.settings(dir.resolve(folder)), Worlds.of(new TestWorld()))
        .start(RoleContext.of(kafka));
  }
}
