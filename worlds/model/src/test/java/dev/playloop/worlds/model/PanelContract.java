package dev.playloop.worlds.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.View;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.view.Panel;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What every world's panel must do, whatever state a view has. A world's test extends this, and
/// says besides what its own views look like.
public abstract class PanelContract {
  private final World world;

  protected PanelContract(World world) {
    this.world = world;
  }

  /// What the world draws of a view with this state.
  protected final Panel panel(String state) {
    View view =
        View.of(new AgentId(world.name() + "/ada"), Instant.EPOCH, Json.tree(state))
            .summary("You stand.");
    return Objects.requireNonNull(world.panel(view), "the world draws a panel");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "null",
        "7",
        "{\"artifacts\":[7,null,{}],\"recent\":{\"a\":[]},\"x\":\"far\"}",
        "{\"battles\":[7,null,{}],\"inventory\":{\"a\":[]},\"x\":\"far\"}",
        "{\"nearby\":[7,null,{}],\"party\":{\"a\":[]},\"x\":\"far\"}"
      })
  final void whateverStateAViewHasIsDrawnToo(String state) {
    assertThat(panel(state).drawings()).isNotEmpty();
  }
}
