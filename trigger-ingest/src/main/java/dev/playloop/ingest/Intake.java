package dev.playloop.ingest;

import dev.playloop.http.Problem;
import dev.playloop.http.Problem.FieldError;
import dev.playloop.ingest.EventReader.Request;
import dev.playloop.ingest.control.KnownAgents;
import dev.playloop.kit.access.KnownCaller;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.cloudevent.CloudEvent;
import dev.playloop.schemas.cloudevent.GameEvents;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.principal.Scope;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Turns CloudEvents into records for `triggers` and `world-events`: an event of type
/// [GameEvents#WORLD_EVENT] is a world event, every other type is the kind of a trigger. A request
/// is taken in whole or not at all. No I/O; safe for all threads.
final class Intake {
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
    return event.type().equals(GameEvents.WORLD_EVENT)
        ? worldEvent(GameEvents.worldEvent(event, clock.instant()), sender, prefix)
        : trigger(trigger(event), sender, prefix);
  }

  private Trigger trigger(CloudEvent event) {
    try {
      return GameEvents.trigger(event, clock.instant());
    } catch (InvalidValueException e) {
      throw e.field().equals("type")
          ? new InvalidValueException(
              "type", e.expected() + ", or " + GameEvents.WORLD_EVENT, e.got())
          : e;
    }
  }

  private Accepted trigger(Trigger trigger, KnownCaller sender, String prefix) {
    AgentId agent = trigger.agent();
    sender.require(Scope.publish(agent.world()));
    if (!directory.knows(agent)) {
      String nearest = directory.nearest(agent);
      throw new InvalidValueException(
          "data.agent",
          "an agent that was applied",
          "'"
              + agent
              + "', which is unknown"
              + (nearest == null ? "" : "; did you mean '" + nearest + "'?"));
    }
    String id = Objects.requireNonNull(trigger.id(), "made of the event's");
    return fitting(topics.triggers(), id, agent.value(), trigger, prefix);
  }

  private Accepted worldEvent(WorldEvent event, KnownCaller sender, String prefix) {
    sender.require(publish(event.world()));
    if (!directory.knowsWorld(event.world())) {
      throw new InvalidValueException(
          "data.world", "a world that agents live in", "'" + event.world() + "', which is unknown");
    }
    return fitting(topics.worldEvents(), event.id(), event.scene().value(), event, prefix);
  }

  private static Scope publish(String world) {
    try {
      return Scope.publish(world);
    } catch (InvalidValueException e) {
      throw new InvalidValueException("data.world", e.expected(), e.got());
    }
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
