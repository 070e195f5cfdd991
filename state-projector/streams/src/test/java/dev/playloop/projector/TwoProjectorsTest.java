package dev.playloop.projector;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.Samples;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.RoleContext;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.projector.world.WorldPolicy;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.Guarantee;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import dev.playloop.worlds.model.Worlds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two projectors, each with half of the agents and half of the scenes: a loop's turn that waits
/// for a view is shown it, wherever its scene is projected.
@Guarantee
@NeedsInfra
class TwoProjectorsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int PARTITIONS = 2;
  private static final int AGENTS = 12;

  /// Whoever is not attended is shown a change once in an hour.
  private static final WorldPolicy ATTENTIVE =
      new WorldPolicy(
          WorldPolicy.DEFAULT.viewEvery(),
          Duration.ofHours(1),
          WorldPolicy.DEFAULT.attention(),
          WorldPolicy.DEFAULT.tick());

  @TempDir Path dir;

  @Test
  void whatATurnWaitsForIsShownByWhicheverOfThemHasItsScene(TestInfra infra) throws Exception {
    Fixture system = Fixture.of(infra.bootstrapServers(), "two.", PARTITIONS, AGENTS);
    KafkaSettings kafka = system.kafka();
    try (StateProjector one = start(kafka, "one");
        StateProjector other = start(kafka, "other");
        TopicReader needs = TopicReading.of(kafka, kafka.topics().viewNeeds()).fromBeginning();
        TopicReader turns = TopicReading.of(kafka, kafka.topics().turns()).fromBeginning()) {
      assertThat(one.awaitReady(PATIENCE)).isTrue();
      assertThat(other.awaitReady(PATIENCE)).isTrue();
      for (int i = 0; i < AGENTS; i++) {
        happens(system, i, 1);
      }
      awaitViews(kafka);

      for (int i = 0; i < AGENTS; i++) {
        system.write(
            kafka.topics().triggers(),
            Samples.agent("a" + i).value(),
            Samples.trigger("a" + i, "m-1", "look").worldVersion(2L));
      }
      for (int i = 0; i < AGENTS; i++) {
        happens(system, i, 2);
      }

      Map<String, String> seen = new HashMap<>();
      Await.until(
          "a turn of each, not only of " + seen.keySet(),
          () -> {
            turns
                .poll(Duration.ofMillis(100))
                .forEach(record -> {
                  if (record.value() != null) {
                    Turn turn = Json.read(record.value(), Turn.class);
                    seen.put(turn.agent().name(), Json.text(turn.body()));
                  }
                });
            return seen.size() == AGENTS;
          });
      assertThat(seen).allSatisfy((agent, prompt) -> assertThat(prompt).contains("sees 2 things"));
      assertThat(needs.toEnd()).as("said to the other process").isNotEmpty();
    }
  }

  private StateProjector start(KafkaSettings kafka, String name) throws Exception {
    ProjectorSettings settings = Fixture.settings(dir.resolve(name)).withWorld(ATTENTIVE);
    return ProjectorRole.of(settings, Worlds.of(new PatientWorld(PATIENCE)))
        .start(RoleContext.of(kafka));
  }

  /// In the scene of this agent, which it is in alone.
  private static void happens(Fixture system, int agent, long version) {
    Topic<?, ?> events = system.kafka().topics().worldEvents();
    String scene = "a" + agent;
    system.write(
        events,
        scene,
        Samples.put(scene + "-" + version, scene, version, "goblin" + version, (int) version));
  }

  private static void awaitViews(KafkaSettings kafka) {
    List<String> seen = new java.util.ArrayList<>();
    try (TopicReader views = TopicReading.of(kafka, kafka.topics().views()).fromBeginning()) {
      Await.until(
          "a view of each",
          () -> {
            views
                .poll(Duration.ofMillis(100))
                .forEach(record -> seen.add(new String(record.key(), UTF_8)));
            return seen.stream().distinct().count() == AGENTS;
          });
    }
  }
}
