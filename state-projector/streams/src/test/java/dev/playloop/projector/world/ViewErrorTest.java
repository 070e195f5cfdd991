package dev.playloop.projector.world;

import static dev.playloop.fixtures.Samples.agent;
import static dev.playloop.fixtures.Samples.config;
import static dev.playloop.fixtures.Samples.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.fixtures.Driver;
import dev.playloop.fixtures.Samples;
import dev.playloop.kit.Telemetry;
import dev.playloop.kit.topic.Suspects;
import dev.playloop.projector.steady.Pulse;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.model.Worlds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An `Error` that strikes while one agent's view is made: the thread ends twice, and goes without
/// that view at its third start, also when each start is another process.
class ViewErrorTest {
  private static final Topics TOPICS = new Topics("t.", 1);
  private static final String STRUCK = "of a view";

  @TempDir Path dir;

  @Test
  void anErrorInATickCostsItsAgentAlone() {
    Consumer<Driver> configured =
        driver -> {
          happens(driver, put("e1", "map", 7, "goblin", 30));
          apply(driver, "ada", "map:broken");
          apply(driver, "bob", "map:bob");
          driver.pass(Duration.ofSeconds(1));
        };

    strikesTwice(configured);

    start(configured, ViewErrorTest::onlyBobSees);
  }

  @Test
  void anErrorOnTheWayOfAnEventCostsItsAgentAloneAndNotTheEvent() {
    Consumer<Driver> told =
        driver -> {
          apply(driver, "ada", "map:broken");
          apply(driver, "bob", "map:bob");
          happens(driver, put("e1", "map", 7, "goblin", 30));
        };

    strikesTwice(told);

    start(told, ViewErrorTest::onlyBobSees);
  }

  private void strikesTwice(Consumer<Driver> doing) {
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> start(doing, driver -> {}))
          .isInstanceOf(StackOverflowError.class)
          .hasMessage(STRUCK);
    }
  }

  private static void onlyBobSees(Driver driver) {
    assertThat(driver.values(TOPICS.views())).extracting(View::agent).containsExactly(agent("bob"));
    assertThat(driver.raw(TOPICS.deadLetters())).isEmpty();
  }

  private static void apply(Driver driver, String name, String actor) {
    driver.send(TOPICS.agents(), agent(name), config(name, actor));
  }

  private static void happens(Driver driver, WorldEvent event) {
    driver.send(TOPICS.worldEvents(), event.scene(), event);
  }

  /// Another thread, or another process: nothing but the file is left of the one before.
  private void start(Consumer<Driver> doing, Consumer<Driver> then) {
    Suspects suspects = Suspects.in(dir.resolve("world.suspects"));
    Driver driver =
        new Driver(
            WorldTopology.build(
                TOPICS,
                Worlds.of(new BreakingWorld(() -> new StackOverflowError(STRUCK))),
                new Needs(),
                WorldPolicy.DEFAULT,
                Pulse.of("world", suspects, Telemetry.off())),
            dir.resolve(String.valueOf(System.nanoTime())),
            Samples.START);
    doing.accept(driver);
    then.accept(driver);
    assertThat(suspects.isQuiet()).isTrue();
    driver.close();
  }
}
