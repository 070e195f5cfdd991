package dev.playloop.schemas.cloudevent;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.id.TriggerId;
import dev.playloop.schemas.json.Default;
import dev.playloop.schemas.json.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What a CloudEvent says to us: an event of type [#WORLD_EVENT] is a world event, every other type
/// is the kind of a trigger. Its id is made of the event's source and id, so that the same event is
/// the same one however it comes. Pure functions; the field of a failure is an attribute of the
/// event, or lies in `data`.
public final class GameEvents {
  public static final String WORLD_EVENT = "dev.playloop.world-event";

  private GameEvents() {}

  /// The data of a trigger's event: a [Trigger] without what the event's attributes say.
  record TriggerData(
      AgentId agent,
      Trigger.@Nullable Subject subject,
      @Nullable String text,
      @Nullable JsonNode data,
      @Nullable String replyTo,
      @Nullable Integer priority,
      @Default("0") int hops,
      @Nullable Long worldVersion) {
    TriggerData {
      Require.present("agent", agent, "the agent's id, such as tally/ada");
    }
  }

  /// The data of a world event's event.
  record WorldEventData(
      String world, SceneId scene, @Nullable Long version, WorldEvent.Change change) {
    WorldEventData {
      Require.text("world", world, 63);
      Require.present("scene", scene, "the scene's id");
      Require.present("version", version, "a whole number that grows with each change");
      Require.present("change", change, "an object with type put, moved, removed or happening");
    }
  }

  /// By what both topics know the event.
  public static String id(CloudEvent event) {
    return TriggerId.ofCloudEvent(event.source(), event.id());
  }

  /// Where the event names no time it happened at `otherwise`; null: whenever it is read.
  public static Trigger trigger(CloudEvent event, @Nullable Instant otherwise) {
    TriggerData data = read(event.data(), TriggerData.class);
    try {
      return Trigger.of(id(event), data.agent(), event.type())
          .at(event.time() == null ? otherwise : event.time())
          .subject(data.subject())
          .text(data.text() == null ? "" : data.text())
          .data(data.data())
          .replyTo(data.replyTo())
          .priority(data.priority())
          .hops(data.hops())
          .worldVersion(data.worldVersion());
    } catch (InvalidValueException e) {
      throw e.field().equals("kind")
          ? new InvalidValueException("type", e.expected(), e.got())
          : inData(e);
    }
  }

  /// Where the event names no time it happened at `otherwise`.
  public static WorldEvent worldEvent(CloudEvent event, Instant otherwise) {
    WorldEventData data = read(event.data(), WorldEventData.class);
    Instant at = event.time() == null ? otherwise : event.time();
    return WorldEvent.of(id(event), data.world(), data.scene(), at, data.change())
        .version(data.version() == null ? 0 : data.version());
  }

  private static <T> T read(JsonNode data, Class<T> type) {
    if (!data.isObject()) {
      throw new InvalidValueException(
          "data", "a JSON object", data.isNull() ? Require.NOTHING : "something else");
    }
    try {
      return Json.read(Json.bytes(data), type);
    } catch (InvalidValueException e) {
      throw inData(e);
    }
  }

  private static InvalidValueException inData(InvalidValueException e) {
    return new InvalidValueException("data." + e.field(), e.expected(), e.got());
  }
}
