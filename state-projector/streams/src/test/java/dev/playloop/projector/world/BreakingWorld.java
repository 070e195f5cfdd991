package dev.playloop.projector.world;

import dev.playloop.fixtures.TestWorld;
import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.worlds.model.Perspective;
import dev.playloop.worlds.model.Scene;
import dev.playloop.worlds.model.World;
import java.util.function.Supplier;

/// The test world, but for the actor `map:broken`, whose view makes it throw, and the actor
/// `nowhere`, of whose scene it knows nothing.
///
/// @param thrown makes what is thrown at a view: an error or what is unchecked
record BreakingWorld(Supplier<Throwable> thrown) implements World {
  private static final World WHOLE = new TestWorld();

  @Override
  public String name() {
    return WHOLE.name();
  }

  @Override
  public ToolCatalogue tools() {
    return WHOLE.tools();
  }

  @Override
  public Perspective perspective() {
    Perspective whole = WHOLE.perspective();
    return new Perspective() {
      @Override
      public SceneId homeScene(String actor) {
        if (actor.equals("nowhere")) {
          throw new ArithmeticException("no such scene");
        }
        return whole.homeScene(actor);
      }

      @Override
      public Sight see(Scene scene, String actor) {
        if (actor.equals("map:broken")) {
          switch (thrown.get()) {
            case RuntimeException unchecked -> throw unchecked;
            case Error error -> throw error;
            case Throwable checked -> throw new AssertionError(checked);
          }
        }
        return whole.see(scene, actor);
      }
    };
  }
}
