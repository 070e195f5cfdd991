package dev.playloop.worlds.society.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.view.Panel;
import dev.playloop.worlds.model.PanelContract;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A view, and any other state that a journal may hold, can be drawn.
class SocietyPanelTest extends PanelContract {
  SocietyPanelTest() {
    super(new SocietyWorld());
  }

  private static final String STATE =
      """
      {"username":"ada","health":90,"energy":50,"morale":70,"gold":12,"inventory":{"bread":2},
       "community":{"name":"Reds"},"battles":[{"battleId":"b1","enemy":"Blues"}]}\
      """;

  @Test
  void aViewIsDrawn() {
    Panel panel = panel(STATE);

    assertThat(panel.drawings())
        .containsExactly(
            new Panel.Table(
                "Stats",
                List.of("health", "energy", "morale", "gold"),
                List.of(List.of("90", "50", "70", "12"))),
            new Panel.Table("Inventory", List.of("item", "count"), List.of(List.of("bread", "2"))),
            new Panel.Graph(
                "Battles",
                List.of(
                    new Panel.Node("Reds", "community", "Reds"),
                    new Panel.Node("Blues", "enemy", "Blues")),
                List.of(new Panel.Edge("Reds", "Blues", "b1"))));
  }
}
