package dev.playloop.worlds.emerald.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.View;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.view.Panel;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A view, and any other state that a journal may hold, can be drawn.
class EmeraldPanelTest {
  private static final String STATE =
      """
      {"map":"0.9","x":5,"y":7,"facing":"up","nearby":[{"id":3,"x":6,"y":7}],
       "party":[{"name":"MUDKIP","level":5,"hp":20,"maxHp":21}]}\
      """;

  @Test
  void aViewIsDrawn() {
    Panel panel = panel(STATE);

    assertThat(panel.drawings())
        .containsExactly(
            new Panel.Grid(
                "Map 0.9",
                List.of(new Panel.Mark(5, 7, "self", "up"), new Panel.Mark(6, 7, "npc", "NPC 3"))),
            new Panel.Table(
                "Party", List.of("name", "level", "HP"), List.of(List.of("MUDKIP", "5", "20/21"))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "null",
        "7",
        "{\"nearby\":[7,null,{}],\"party\":{\"a\":[]},\"x\":\"far\"}"
      })
  void whateverStateAViewHasIsDrawnToo(String state) {
    assertThat(panel(state).drawings()).isNotEmpty();
  }

  private static Panel panel(String state) {
    View view =
        View.of(new AgentId("emerald/ada"), Instant.EPOCH, Json.tree(state)).summary("You stand.");
    return new EmeraldWorld().panel(view);
  }
}
