package dev.playloop.worlds.eternum.model;

import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.eternum.model.state.EternumView;
import java.time.Instant;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How the watcher of the chain names scenes and entities, so that the perspective finds them. Each
/// account is a scene of its own, whatever it sees; `version` is of the index, and grows with what
/// it has read.
public final class EternumScenes {
  /// So that a scene keeps within what the projection takes of it: so many structures and as many
  /// explorers, and so many bytes of JSON in all. Who has more leaves others out, the least
  /// important ones, and says so in [EternumView.Game#unread()].
  public static final int MAX_OF_A_KIND = 600;

  public static final int MAX_SCENE_BYTES = 900 * 1024;

  /// The bytes of one entity's JSON, below what a world event may have.
  public static final int MAX_ENTITY_BYTES = 14 * 1024;

  /// An address, and its digits from the first that counts.
  private static final Pattern ADDRESS =
      Pattern.compile("0x(?=[0-9a-fA-F]{1,64}$)0*([0-9a-fA-F]+)");

  private EternumScenes() {}

  /// Whether it is small enough to be put; who has more leaves out what matters least, and says so
  /// in [EternumView.Game#unread()].
  public static boolean fits(EternumView state) {
    return Json.bytes(state).length <= MAX_ENTITY_BYTES;
  }

  /// The scene of an account. An address has many spellings, one of which is the scene's; what is
  /// no address has a scene too, in which nothing happens.
  public static SceneId of(String account) {
    Matcher address = ADDRESS.matcher(account);
    String name = address.matches() ? "0x" + address.group(1).toLowerCase(Locale.ROOT) : "nobody";
    return new SceneId(EternumWorld.NAME + ":" + name);
  }

  /// The entity is now so.
  public static WorldEvent changed(
      String eventId, String account, Instant at, long version, EternumView state) {
    return WorldEvent.of(
            eventId,
            EternumWorld.NAME,
            of(account),
            at,
            new WorldEvent.EntityPut(entity(state), kind(state), Json.LOG.valueToTree(state)))
        .version(version);
  }

  /// The account has it no more.
  public static WorldEvent removed(
      String eventId, String account, Instant at, long version, String entity) {
    return WorldEvent.of(
            eventId, EternumWorld.NAME, of(account), at, new WorldEvent.EntityRemoved(entity))
        .version(version);
  }

  /// Something happened; agents subscribe to its kind, and the newest ones stand in the view.
  public static WorldEvent happened(
      String eventId, String account, Instant at, WorldEvent.Happening happening) {
    return WorldEvent.of(eventId, EternumWorld.NAME, of(account), at, happening);
  }

  /// The name of the entity that has this state.
  public static String entity(EternumView state) {
    return switch (state) {
      case EternumView.Structure one -> structure(one.structureId());
      case EternumView.Explorer one -> explorer(one.explorerId());
      case EternumView other -> kind(other);
    };
  }

  public static String structure(long structureId) {
    return EternumView.kindOf(EternumView.Structure.class) + ":" + structureId;
  }

  public static String explorer(long explorerId) {
    return EternumView.kindOf(EternumView.Explorer.class) + ":" + explorerId;
  }

  private static String kind(EternumView state) {
    return EternumView.kindOf(state.getClass());
  }
}
