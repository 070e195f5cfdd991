package dev.playloop.projector.edge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.worlds.model.Perspective;
import dev.playloop.worlds.model.Scene;
import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.Worlds;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class OnePartitionTest {
  private static final Topic<Lane, Action> ACTIONS =
      new Topics("playloop.", 12).actions(WorldDeclaration.SHARED);
  private final OnePartition placement =
      new OnePartition(ACTIONS, Worlds.of(new Plain("posted", false), new Plain("fetched", true)));

  @Test
  void allActionsOfAWorldWhoseGameFetchesLieInOnePartition() {
    Set<Integer> home = Set.of(ACTIONS.home("fetched"));
    for (int n = 0; n < 50; n++) {
      assertThat(placed("fetched", n)).contains(home);
    }
  }

  @Test
  void theLaneSaysWhereAllOthersLie() {
    assertThat(placed("posted", 1)).isEmpty();
    assertThat(placed("gone", 1)).isEmpty();
  }

  @Test
  void whatCantBeReadLiesWhereItsKeySays() {
    byte[] broken = "{\"v\":1".getBytes(StandardCharsets.UTF_8);
    assertThat(placement.partitions(ACTIONS.name(), broken, broken, 12)).isEmpty();
  }

  @Test
  void worldsWhoseGamesFetchAreSpread() {
    Set<Integer> homes = new TreeSet<>();
    for (int n = 0; n < 100; n++) {
      homes.add(ACTIONS.home("world-" + n));
    }
    assertThat(homes).hasSizeGreaterThan(8).allMatch(home -> home >= 0 && home < 12);
  }

  private Optional<Set<Integer>> placed(String world, int n) {
    AgentId agent = AgentId.of(world, "ada-" + n);
    Action action =
        Action.of(
            ActionId.of(RunId.of(agent, "t").turn(1), 1),
            agent,
            "ada",
            "look",
            Json.NODES.objectNode());
    byte[] key = action.lane().value().getBytes(StandardCharsets.UTF_8);
    return placement.partitions(ACTIONS.name(), key, Json.bytes(action), 12);
  }

  private record Plain(String name, boolean isFetched) implements World, Perspective {
    @Override
    public ToolCatalogue tools() {
      return ToolCatalogue.EMPTY;
    }

    @Override
    public Perspective perspective() {
      return this;
    }

    @Override
    public SceneId homeScene(String actor) {
      return new SceneId(name + "/" + actor);
    }

    @Override
    public Sight see(Scene scene, String actor) {
      return new Sight(Json.NODES.objectNode(), "Nothing.", 10);
    }
  }
}
