package dev.playloop.worlds.kernel.model;

import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.SceneId;
import dev.playloop.worlds.model.SelfPerspective;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/// How the kernel's outbox names scenes and world events, so that the perspective finds them.
public final class KernelScenes {
  private static final int MAX_SCENE = 128;
  private static final SceneId LOG = new SceneId(KernelWorld.NAME + ":@log");

  private KernelScenes() {}

  /// The scene in which every event of the kernel happens; nobody lives there, so no view is made
  /// of it.
  public static SceneId log() {
    return LOG;
  }

  /// A principal is its own scene. An id that is too long for one goes by its hash.
  public static SceneId of(String principal) {
    String name = KernelWorld.NAME + ":" + principal;
    return new SceneId(
        name.length() <= MAX_SCENE ? name : KernelWorld.NAME + ":#" + Sha256.hex(principal));
  }

  /// All that `principal` sees is now so; `version` grows with each change of it.
  public static WorldEvent changed(
      String eventId, String principal, Instant at, long version, JsonNode state) {
    return WorldEvent.of(
            eventId,
            KernelWorld.NAME,
            of(principal),
            at,
            new WorldEvent.EntityPut(SelfPerspective.SELF, "principal", state))
        .version(version);
  }

  /// An event of the kernel; `kind` is its type. It has no version, for it changes no entity.
  public static WorldEvent happened(
      String eventId, SceneId scene, Instant at, WorldEvent.Happening happening) {
    return WorldEvent.of(eventId, KernelWorld.NAME, scene, at, happening);
  }
}
