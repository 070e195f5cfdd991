package dev.playloop.worlds.emerald.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.view.Panel;
import dev.playloop.worlds.model.PanelContract;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A view, and any other state that a journal may hold, can be drawn.
class EmeraldPanelTest extends PanelContract {
  EmeraldPanelTest() {
    super(new EmeraldWorld());
  }

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
}
