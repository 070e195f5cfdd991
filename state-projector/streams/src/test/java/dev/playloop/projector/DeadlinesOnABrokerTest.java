package dev.playloop.projector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.Samples;
import dev.playloop.fixtures.TestWorld;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.RoleContext;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import dev.playloop.worlds.model.Worlds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Deadlines on a partition that never rests: by the times that a real broker writes, a task knows
/// that it has read what lay there.
@NeedsInfra
class DeadlinesOnABrokerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /// As often as something comes: far more often than a task calls quiet.
  private static final Duration STEADILY = Duration.ofMillis(200);

  @TempDir Path dir;

  /// The turn waits for a view that never comes, for a quarter of a second.
  @Test
  void areLookedAtWhileOthersRecordsKeepComing(TestInfra infra) throws Exception {
    Fixture system = Fixture.of(infra.bootstrapServers(), "deadlines.", 1, 2);
    KafkaSettings kafka = system.kafka();
    Topics topics = kafka.topics();
    List<Turn> turns = new ArrayList<>();
    try (StateProjector projector =
            ProjectorRole.of(Fixture.settings(dir), Worlds.of(new TestWorld()))
                .start(RoleContext.of(kafka));
        TopicReader reader = TopicReading.of(kafka, topics.turns()).fromBeginning()) {
      assertThat(projector.awaitReady(PATIENCE)).isTrue();
      system.write(
          topics.triggers(), "test/a0", Samples.trigger("a0", "m-1", "hi").worldVersion(7L));

      long end = System.nanoTime() + PATIENCE.toNanos();
      while (turns.isEmpty() && System.nanoTime() < end) {
        system.write(topics.agents(), "test/a1", Samples.config("a1", "a1"));
        reader.poll(STEADILY).forEach(record -> turns.add(Json.read(record.value(), Turn.class)));
      }
    }
    assertThat(turns).extracting(turn -> turn.agent().name()).containsExactly("a0");
  }
}
