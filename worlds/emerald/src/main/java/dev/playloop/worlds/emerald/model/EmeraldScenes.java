package dev.playloop.worlds.emerald.model;

import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.SceneId;
import dev.playloop.worlds.model.SelfPerspective;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/// How the watcher of an emulator names its scene and world events, so that the perspective finds
/// them.
public final class EmeraldScenes {
  private EmeraldScenes() {}

  /// The game that `player`, an agent's name, plays is its scene.
  public static SceneId of(String player) {
    return new SceneId(EmeraldWorld.NAME + ":" + player);
  }

  /// All that `player` sees is now so; `version` grows with each change of it.
  public static WorldEvent changed(
      String eventId, String player, Instant at, long version, JsonNode state) {
    return WorldEvent.of(
            eventId,
            EmeraldWorld.NAME,
            of(player),
            at,
            new WorldEvent.EntityPut(SelfPerspective.SELF, "game", state))
        .version(version);
  }

  /// Something happened in the game; agents subscribe to its kind. It has no version, for it
  /// changes no entity.
  public static WorldEvent happened(
      String eventId, String player, Instant at, WorldEvent.Happening happening) {
    return WorldEvent.of(eventId, EmeraldWorld.NAME, of(player), at, happening);
  }
}
