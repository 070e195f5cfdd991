package dev.playloop.worlds.kernel.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.view.Panel;
import dev.playloop.worlds.model.PanelContract;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A view, and any other state that a journal may hold, can be drawn.
class KernelPanelTest extends PanelContract {
  KernelPanelTest() {
    super(new KernelWorld());
  }

  private static final String STATE =
      """
      {"principal":"ada","scrip":12,"heldScrip":3,"llmBudget":0.5,"disk":{"used":10,"quota":100},
       "artifacts":[{"id":"shop"}],"recent":[{"text":"bob paid you"}]}\
      """;

  @Test
  void aViewIsDrawn() {
    Panel panel = panel(STATE);

    assertThat(panel.drawings())
        .containsExactly(
            new Panel.Table(
                "Balances",
                List.of("scrip", "on hold", "LLM budget in USD", "disk"),
                List.of(List.of("12", "3", "0.5", "10/100"))),
            new Panel.Graph(
                "Artifacts",
                List.of(
                    new Panel.Node("ada", "principal", "ada"),
                    new Panel.Node("shop", "artifact", "shop")),
                List.of(new Panel.Edge("ada", "shop", "owns"))),
            new Panel.Table("Lately", List.of("what happened"), List.of(List.of("bob paid you"))));
  }
}
