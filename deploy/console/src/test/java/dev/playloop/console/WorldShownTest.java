package dev.playloop.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.audit.FoldBuild;
import dev.playloop.console.source.FileJournal;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.principal.Scope;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.view.Panel;
import dev.playloop.worlds.model.Catalogue;
import dev.playloop.worlds.model.Perspective;
import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.Worlds;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// A world as a page draws it, by what its world makes of the views that lie on a journal.
class WorldShownTest extends ConsoleCase {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /// Draws somebody who is called a player before the agent itself, as a game may.
  private static final World DRAWING =
      new World() {
        @Override
        public String name() {
          return "society";
        }

        @Override
        public ToolCatalogue tools() {
          return ToolCatalogue.EMPTY;
        }

        @Override
        public Perspective perspective() {
          return Perspective.blind();
        }

        @Override
        public Panel panel(View view) {
          return Panel.of(
              "Square",
              List.of(
                  new Panel.Table("Near", List.of("id"), List.of()),
                  new Panel.Grid(
                      "Map",
                      List.of(
                          new Panel.Mark(9, 9, "player", "Alex"),
                          new Panel.Mark(5, 7, Panel.Mark.SELF, view.agent().name())))));
        }
      };

  /// Of a world of which no declaration is in force any more.
  private static final Worlds RETIRED =
      new Worlds() {
        @Override
        public List<Catalogue> all() {
          return List.of(Catalogue.of(DRAWING));
        }

        @Override
        public Catalogue current(String world) {
          return Catalogue.NONE;
        }
      };

  private void shown(Worlds worlds, BiConsumer<JsonNode, JsonNode> worldsAndOne) throws Exception {
    FoldBuild fold = new FoldBuild(LoopPolicy.DEFAULT, worlds);
    try (Console console =
        Console.open(options(Scope.read("*")), FileJournal.of(JOURNAL), () -> fold)) {
      assertThat(console.awaitLoaded(PATIENCE)).as(console.problem()).isTrue();
      Tab tab = tab(console);
      JsonNode listed = tab.json("/api/worlds").path("rows").path(0);
      JsonNode world = tab.json("/api/world?world=society");
      worldsAndOne.accept(
          listed,
          world
              .path("seen")
              .valueStream()
              .filter(one -> one.path("agent").asString().equals("society/eli"))
              .findFirst()
              .orElseThrow());
    }
  }

  @Test
  void aTrailFollowsTheAgentItself() throws Exception {
    shown(
        Worlds.of(DRAWING),
        (listed, eli) -> {
          assertThat(listed.path("draws").asBoolean()).isTrue();
          assertThat(eli.path("panel").path("drawings").size()).isEqualTo(2);
          assertThat(eli.path("trail")).isNotEmpty();
          assertThat(eli.path("trail").valueStream().toList())
              .allSatisfy(step -> {
                assertThat(step.path("x").asInt()).isEqualTo(5);
                assertThat(step.path("y").asInt()).isEqualTo(7);
              });
        });
  }

  @Test
  void whatAgentsOfARetiredWorldSawIsDrawnToo() throws Exception {
    shown(
        RETIRED,
        (listed, eli) -> {
          assertThat(listed.path("draws").asBoolean()).isTrue();
          assertThat(eli.path("panel").path("title").asString()).isEqualTo("Square");
        });
  }

  @Test
  void ofAWorldThatNobodyKnowsNothingIsDrawn() throws Exception {
    shown(
        Worlds.of(),
        (listed, eli) -> {
          assertThat(listed.path("draws").asBoolean()).isFalse();
          assertThat(eli.has("panel")).isFalse();
          assertThat(eli.path("trail")).isEmpty();
        });
  }
}
