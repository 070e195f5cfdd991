package dev.playloop.ingest;

import dev.playloop.http.Problem;
import dev.playloop.http.Problem.FieldError;
import dev.playloop.ingest.EventReader.Request;
import dev.playloop.ingest.control.KnownAgents;
import dev.playloop.kit.access.KnownCaller;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.id.TriggerId;
import dev.playloop.schemas.json.Default;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.principal.Scope;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Turns CloudEvents into records for `triggers` and `world-events`: an event of type
/// [#WORLD_EVENT] is a world event, every other type is the kind of a trigger. A request is taken
/// in whole or not at all. No I/O; safe for all threads.
final class Intake {
  static final String WORLD_EVENT = "dev.playloop.world-event";

  private final Topics topics;
  private final Directory directory;
  private final Clock clock;

  Intake(Topics topics, Directory directory, Clock clock) {
    this.topics = topics;
    this.directory = directory;
    this.clock = clock;
  }

  /// Who lives where. Throws [Problem.Refused] where that can't be told now.
  interface Directory extends KnownAgents {
    /// Whether any agent lives in this world.
    boolean knowsWorld(String world);
  }

  /// A record that may be sent as it is.
  @SuppressWarnings("ArrayRecordComponent") // its bytes go to the producer, and are never compared
  record Accepted(String id, String topic, String key, byte[] value) {}

  /// The data of a trigger's event: a [Trigger] without what the event's attributes say.
  record TriggerData(
      AgentId agent,
      Trigger.@Nullable Subject subject,
      @Nullable String text,
      @Nullable JsonNode data,
      @Nullable String replyTo,
      @Nullable Integer priority,
      @Default("0") int hops) {
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

  /// The records of a request; a [Problem.Refused] names everything that is wrong with it, or the
  /// first world that its sender may not write to.
  List<Accepted> accept(Request request, KnownCaller sender) {
    List<Accepted> accepted = new ArrayList<>();
    List<FieldError> errors = new ArrayList<>();
    for (int i = 0; i < request.events().size(); i++) {
      String prefix = request.batch() ? "[" + i + "]." : "";
      try {
        accepted.add(accept(request.events().get(i), sender, prefix));
      } catch (InvalidValueException e) {
        errors.add(EventReader.error(prefix, e));
      }
    }
    if (!errors.isEmpty()) {
      throw EventProblem.invalid(errors).refused();
    }
    return accepted;
  }

  private Accepted accept(CloudEvent event, KnownCaller sender, String prefix) {
    if (!event.data().isObject()) {
      throw new InvalidValueException(
          "data", "a JSON object", event.data().isNull() ? Require.NOTHING : "something else");
    }
    String id = TriggerId.ofCloudEvent(event.source(), event.id());
    Instant at = event.time() == null ? clock.instant() : event.time();
    return event.type().equals(WORLD_EVENT)
        ? worldEvent(event, sender, id, at, prefix)
        : trigger(event, sender, id, at, prefix);
  }

  private Accepted trigger(
      CloudEvent event, KnownCaller sender, String id, Instant at, String prefix) {
    TriggerData data = read(event.data(), TriggerData.class);
    sender.require(Scope.publish(data.agent().world()));
    Trigger trigger;
    try {
      trigger =
          Trigger.of(id, data.agent(), event.type())
              .at(at)
              .subject(data.subject())
              .text(data.text() == null ? "" : data.text())
              .data(data.data())
              .replyTo(data.replyTo())
              .priority(data.priority())
              .hops(data.hops());
    } catch (InvalidValueException e) {
      throw e.field().equals("kind")
          ? new InvalidValueException("type", e.expected() + ", or " + WORLD_EVENT, e.got())
          : inData(e);
    }
    if (!directory.knows(data.agent())) {
      String nearest = directory.nearest(data.agent());
      throw new InvalidValueException(
          "data.agent",
          "an agent that was applied",
          "'"
              + data.agent()
              + "', which is unknown"
              + (nearest == null ? "" : "; did you mean '" + nearest + "'?"));
    }
    return fitting(topics.triggers(), id, data.agent().value(), trigger, prefix);
  }

  private Accepted worldEvent(
      CloudEvent event, KnownCaller sender, String id, Instant at, String prefix) {
    WorldEventData data = read(event.data(), WorldEventData.class);
    sender.require(publish(data.world()));
    if (!directory.knowsWorld(data.world())) {
      throw new InvalidValueException(
          "data.world", "a world that agents live in", "'" + data.world() + "', which is unknown");
    }
    long version = data.version() == null ? 0 : data.version();
    WorldEvent worldEvent =
        WorldEvent.of(id, data.world(), data.scene(), at, data.change()).version(version);
    return fitting(topics.worldEvents(), id, data.scene().value(), worldEvent, prefix);
  }

  private static Scope publish(String world) {
    try {
      return Scope.publish(world);
    } catch (InvalidValueException e) {
      throw new InvalidValueException("data.world", e.expected(), e.got());
    }
  }

  private static <T> T read(JsonNode data, Class<T> type) {
    try {
      return Json.read(Json.bytes(data), type);
    } catch (InvalidValueException e) {
      throw inData(e);
    }
  }

  private static InvalidValueException inData(InvalidValueException e) {
    return new InvalidValueException("data." + e.field(), e.expected(), e.got());
  }

  private static Accepted fitting(
      Topic<?, ?> topic, String id, String key, Object value, String prefix) {
    byte[] bytes = Json.bytes(value);
    if (bytes.length > topic.maxRecordBytes()) {
      throw Problem.tooLarge(prefix + "data", topic.maxRecordBytes(), bytes.length + " bytes")
          .refused();
    }
    return new Accepted(id, topic.name(), key, bytes);
  }
}
