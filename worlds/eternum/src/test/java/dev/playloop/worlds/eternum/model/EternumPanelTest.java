package dev.playloop.worlds.eternum.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.view.Panel;
import dev.playloop.worlds.model.PanelContract;
import java.util.List;
import org.junit.jupiter.api.Test;

class EternumPanelTest extends PanelContract {
  EternumPanelTest() {
    super(new EternumWorld());
  }

  @Test
  void whatStandsOnTheMapIsDrawnInAxialCoordinates() {
    String state =
        new EternumWorld()
            .perspective()
            .see(ViewSamples.scene(ViewSamples.small("Ada")), ViewSamples.ACCOUNT)
            .state()
            .toString();

    Panel panel = panel(state);

    assertThat(((Panel.Hexes) panel.drawings().getFirst()).marks())
        .containsExactly(
            new Panel.Mark(5, 30, "self", "Realm 11"),
            new Panel.Mark(6, 30, "explorer", "Explorer 21"),
            new Panel.Mark(6, 31, "other", "Explorer 31"),
            new Panel.Mark(10, 30, "other", "Ada 41"));
    assertThat(((Panel.Table) panel.drawings().getLast()).rows())
        .containsExactly(List.of("Realm 11", "2", "Wood 30.5, Wheat 51, Lords 3"));
  }
}
