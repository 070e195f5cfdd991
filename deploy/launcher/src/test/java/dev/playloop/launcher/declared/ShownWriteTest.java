package dev.playloop.launcher.declared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.launcher.AllSettings;
import dev.playloop.launcher.LocalOptions;
import dev.playloop.launcher.LocalSystem;
import dev.playloop.launcher.example.Play;
import dev.playloop.operator.Publisher;
import dev.playloop.operator.Step;
import dev.playloop.rehearsal.Rehearsal;
import dev.playloop.schemas.config.TriggerLine;
import dev.playloop.schemas.event.LoopEvent.RunClosed;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.testkit.EmbeddedOnly;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// A game that says by which world event it tells what it did, or what a trigger is about: the next
/// turn has seen it, though that event comes only when the result, or the trigger, was folded.
@EmbeddedOnly("it starts servers of its own")
class ShownWriteTest {
  private static final long VERSION = 42;

  private static final Rehearsal RULES =
      Rehearsal.parse(
          "rules",
          """
          rules:
            - {name: draw, when: {text: an ale, turn: 1}, call: {tool: draw_ale, args: {}}}
            - name: seen
              when: {view: {path: 'entities.cask[0].left', op: eq, value: 6}}
              say: Six are left.
            - {name: not seen, say: I see no cask.}
          """);

  private static final String TAVERN =
      """
      world: tavern
      tools:
        - {name: draw_ale, description: Draw an ale from the cask., effect: write}
      viewWait: PT15S
      actions: {url: 'URL'}
      """;

  @Test
  void theNextTurnHasSeenWhatWasDone() throws Exception {
    Trigger trigger = Trigger.of("thirsty", Barkeep.ID, "chat.message").text("An ale, please.");

    RunClosed closed = played(trigger, Step.Acted.class);

    assertThat(closed.summary()).isEqualTo("Six are left.");
    assertThat(closed.turns()).isEqualTo(2);
  }

  @Test
  void theFirstTurnHasSeenWhatTheTriggerIsAbout() throws Exception {
    Trigger trigger =
        Trigger.of("look", Barkeep.ID, "cask.drawn").text("Look!").worldVersion(VERSION);

    RunClosed closed = played(trigger, Step.Triggered.class);

    assertThat(closed.summary()).isEqualTo("Six are left.");
    assertThat(closed.turns()).isEqualTo(1);
  }

  /// @param after the event is told only when such a step lies in the journal
  private static RunClosed played(Trigger trigger, Class<? extends Step> after) throws Exception {
    LocalOptions options =
        LocalOptions.of(AllSettings.read(Map.of(), null))
            .withRehearsal(RULES)
            .withWorlds(List.of(WorldDeclaration.SHARED));
    try (TavernGame game = new TavernGame();
        LocalSystem system = LocalSystem.start(options);
        Publisher publisher = Publisher.open(system.kafka());
        Play play =
            Play.open(
                system.kafka(),
                List.of(WorldDeclaration.SHARED),
                step -> tell(after.isInstance(step), publisher))) {
      Barkeep.declare(system, TAVERN.replace("URL", game.url().toString()));
      Barkeep.apply(system);
      game.telling(VERSION);
      return play.play(List.of(new TriggerLine(trigger, null)), Duration.ofSeconds(60))
          .runOf(Objects.requireNonNull(trigger.id()))
          .orElseThrow()
          .closed();
    }
  }

  private static void tell(boolean now, Publisher publisher) {
    if (now) {
      WorldEvent.Change cask = new WorldEvent.EntityPut("c1", "cask", Json.tree("{\"left\":6}"));
      try {
        publisher.publish(
            WorldEvent.of("drawn", "tavern", new SceneId("barkeep"), Instant.now(), cask)
                .version(VERSION));
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }
}
