package dev.playloop.schemas.view;

import dev.playloop.schemas.Require;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.json.Versioned;

/// The scene that an actor is in now, after a [WorldEvent.ActorMoved].
///
/// @param version of the event that brought it there
public record ActorScene(int v, String world, String actor, SceneId scene, long version)
    implements Versioned {
  public static final int VERSION = 1;

  public ActorScene {
    Require.text("world", world, 63);
    Require.text("actor", actor, WorldEvent.MAX_ACTOR);
    Require.present("scene", scene, "the scene's id");
  }

  /// What its record is kept under.
  public String key() {
    return world + "/" + actor;
  }
}
