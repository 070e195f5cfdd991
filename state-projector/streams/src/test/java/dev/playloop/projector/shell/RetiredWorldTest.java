package dev.playloop.projector.shell;

import static dev.playloop.fixtures.Samples.config;
import static dev.playloop.fixtures.Samples.trigger;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.TestWorld;
import dev.playloop.journal.Desk;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.model.Catalogue;
import dev.playloop.worlds.model.Worlds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A world ends while its agents wait for something.
class RetiredWorldTest {
  private static final Catalogue WORLD = Catalogue.of(new TestWorld());

  @TempDir Path dir;

  private final Map<String, String> retired = new HashMap<>();
  private final Worlds worlds = new HeldWorlds(() -> List.of(WORLD), retired, () -> {});

  @Test
  void whoHasWorkIsToldThoughNothingComesForThem() {
    Topics topics = new Topics("t.", 1);
    LoopDriver loop =
        new LoopDriver(
            dir, topics, Desk.of(LoopPolicy.DEFAULT, worlds), LoopSetup.of(topics, worlds));
    loop.apply(config("ada", "ada"));
    loop.trigger(trigger("ada", "m-1", "hi"));
    assertThat(loop.turns()).hasSize(1);
    var _ = loop.events();

    retired.put(WORLD.name(), "kim");
    loop.pass(Duration.ofSeconds(1));

    assertThat(loop.events())
        .filteredOn(LoopEvent.RunClosed.class::isInstance)
        .singleElement()
        .isInstanceOfSatisfying(
            LoopEvent.RunClosed.class,
            closed -> {
              assertThat(closed.outcome()).isEqualTo(LoopEvent.RunOutcome.CANCELLED);
              assertThat(closed.summary()).contains("kim");
            });

    loop.trigger(trigger("ada", "m-2", "anybody?"));
    assertThat(loop.deadLetters()).hasSize(1);
    assertThat(loop.turns()).isEmpty();
    loop.close();
  }
}
