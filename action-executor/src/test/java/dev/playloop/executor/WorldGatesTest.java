package dev.playloop.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.WorldUnavailable;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WorldGatesTest {
  @Test
  void aWorldThatIsAwayIsNothingToTheOthers() throws InterruptedException {
    WorldGates gates = new WorldGates(Clock.systemUTC(), Duration.ofMinutes(1));
    for (int i = 0; i < 20; i++) {
      assertThatThrownBy(() ->
              gates
                  .of(action("frozen"))
                  .call(() -> {
                    throw new WorldUnavailable("away");
                  }))
          .isInstanceOf(WorldUnavailable.class);
    }
    assertThat(gates.of(action("frozen")).isAway()).isTrue();
    assertThat(gates.of(action("well")).isAway()).isFalse();
    assertThat(gates.of(action("well")).call(() -> "well")).isEqualTo("well");
  }

  private static Action action(String world) {
    AgentId agent = AgentId.of(world, "ada");
    return Action.of(
        ActionId.of(RunId.of(agent, "t").turn(1), 1),
        agent,
        "ada",
        "look",
        Json.NODES.objectNode());
  }
}
