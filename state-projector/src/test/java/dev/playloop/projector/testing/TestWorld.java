package dev.playloop.projector.testing;

import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.Tool;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.Traits;
import dev.playloop.worlds.model.Perspective;
import dev.playloop.worlds.model.Scene;
import dev.playloop.worlds.model.World;
import java.util.Objects;
import tools.jackson.databind.node.ObjectNode;

/// A world `test`: an actor `map:bob` is in scene `map`, an actor without a colon is its own scene.
public final class TestWorld implements World {
  public static final String NAME = "test";
  private static final ToolCatalogue TOOLS = ToolCatalogue.ofSealed(TestTool.class);

  sealed interface TestTool extends Tool {
    @Describe("Look at something.")
    @Traits(effect = Effect.READ)
    record Look(@Describe("what to look at") String what) implements TestTool {}

    @Describe("Farm a field.")
    @Traits(effect = Effect.WRITE)
    record Farm(@Describe("number of the field") long field) implements TestTool {}
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public ToolCatalogue tools() {
    return TOOLS;
  }

  @Override
  public Perspective perspective() {
    return new Perspective() {
      @Override
      public SceneId homeScene(String actor) {
        int colon = actor.indexOf(':');
        return new SceneId(colon < 0 ? actor : actor.substring(0, colon));
      }

      @Override
      public Sight see(Scene scene, String actor) {
        ObjectNode state = Json.NODES.objectNode();
        scene
            .entities()
            .forEach((id, entity) -> {
              if (entity.state() != null) {
                state.set(id, Objects.requireNonNull(entity.state()));
              }
            });
        scene.happenings().forEach(happened -> state.put(happened.kind(), happened.text()));
        return new Sight(state, actor + " sees " + state.size() + " things", 10);
      }
    };
  }
}
