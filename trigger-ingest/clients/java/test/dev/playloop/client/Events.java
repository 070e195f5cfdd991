package dev.playloop.client;

import java.time.OffsetDateTime;
import java.util.Map;

/** The events that calls of a fixture make. */
final class Events {
  private Events() {}

  static Event of(String method, Map<String, Object> args) {
    String world = Given.text(args, "world");
    String scene = Given.text(args, "scene");
    String entity = Given.text(args, "entity");
    Event event = switch (method) {
      case "trigger" -> trigger(args);
      case "put" -> Event.put(world, scene, entity, Given.text(args, "kind"), args.get("state"));
      case "moved" ->
          Event.moved(
              world, scene, entity, Given.number(args, "x").doubleValue(), Given.number(args, "y").doubleValue());
      case "removed" -> Event.removed(world, scene, entity);
      case "actorMoved" -> Event.actorMoved(world, scene, Given.text(args, "actor"), Given.text(args, "to"));
      case "happening" ->
          Event.happening(world, scene, Given.text(args, "kind"), Given.text(args, "text"), args.get("data"));
      default -> Event.of(Given.text(args, "type"), args.get("data"));
    };
    if (args.containsKey("version")) {
      event.version(Given.number(args, "version").longValue());
    }
    if (args.containsKey("id")) {
      event.id(Given.text(args, "id"));
    }
    if (args.containsKey("at")) {
      event.at(OffsetDateTime.parse(Given.text(args, "at")));
    }
    return event;
  }

  private static Event trigger(Map<String, Object> args) {
    Event event = Event.trigger(Given.text(args, "agent"), Given.text(args, "kind"));
    args.forEach((name, value) -> {
      switch (name) {
        case "subject" -> event.subject(Given.text(Given.map(value), "type"), Given.text(Given.map(value), "id"));
        case "text" -> event.text((String) value);
        case "data" -> event.data(value);
        case "replyTo" -> event.replyTo((String) value);
        case "priority" -> event.priority(((Number) value).intValue());
        case "hops" -> event.hops(((Number) value).intValue());
        case "worldVersion" -> event.worldVersion(((Number) value).longValue());
        default -> { }
      }
    });
    return event;
  }
}
