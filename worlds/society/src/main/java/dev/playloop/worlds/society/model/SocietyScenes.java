package dev.playloop.worlds.society.model;

import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.SceneId;
import dev.playloop.worlds.model.SelfPerspective;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/// How the society's outbox names scenes and world events, so that the perspective finds them.
public final class SocietyScenes {
  private SocietyScenes() {}

  /// An actor is its own scene.
  public static SceneId of(String actor) {
    return new SceneId(SocietyWorld.NAME + ":" + actor);
  }

  /// All that `actor` sees is now so; `version` grows with each change of it.
  public static WorldEvent changed(
      String eventId, String actor, Instant at, long version, JsonNode state) {
    return WorldEvent.of(
            eventId,
            SocietyWorld.NAME,
            of(actor),
            at,
            new WorldEvent.EntityPut(SelfPerspective.SELF, "actor", state))
        .version(version);
  }
}
