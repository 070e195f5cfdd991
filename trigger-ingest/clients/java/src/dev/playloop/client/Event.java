package dev.playloop.client;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** Something that happened, for {@link Playloop#send}. What is not said is not sent. */
public final class Event {
  static final String WORLD_EVENT = "dev.playloop.world-event";
  private static final int MAX_TEXT = 16_000;
  private static final List<String> TRIGGER =
      List.of("agent", "subject", "text", "data", "replyTo", "priority", "hops", "worldVersion");

  final String type;

  /** What this class puts together; null where the game gave the data as a whole. */
  private final Map<String, Object> parts;

  private final Object whole;

  /** Whose `moved` it is; null for all others. */
  final List<String> key;

  String id;
  Object at;
  boolean cut;

  private Event(String type, Map<String, Object> parts, Object whole, List<String> key) {
    this.type = type;
    this.parts = parts;
    this.whole = whole;
    this.key = key;
  }

  /** Something that an agent, such as `society/ada`, should react to. */
  public static Event trigger(String agent, String kind) {
    return new Event(kind, new LinkedHashMap<>(), null, null).part("agent", agent);
  }

  /** Any event, as the gateway takes it. */
  public static Event of(String type, Object data) {
    return new Event(type, null, data, null);
  }

  /** An entity is now so. */
  public static Event put(String world, String scene, String entity, String kind, Object state) {
    return world(world, scene, change("put", "entity", entity, "kind", kind, "state", state), null);
  }

  /** An entity is now there, in tiles, to three places. Of those that wait only the newest of an entity is sent. */
  public static Event moved(String world, String scene, String entity, double x, double y) {
    List<String> key =
        world == null || scene == null || entity == null ? null : List.of(world, scene, entity);
    return world(world, scene, change("moved", "entity", entity, "x", x, "y", y), key);
  }

  /** An entity is gone. */
  public static Event removed(String world, String scene, String entity) {
    return world(world, scene, change("removed", "entity", entity), null);
  }

  /** An actor is in the scene `to` from now on. */
  public static Event actorMoved(String world, String scene, String actor, String to) {
    return world(world, scene, change("actor-moved", "actor", actor, "to", to), null);
  }

  /** Something happened in a scene that leaves no state. */
  public static Event happening(String world, String scene, String kind, String text) {
    return world(world, scene, change("happening", "kind", kind, "text", text), null);
  }

  /** The same, with JSON about it. */
  public static Event happening(
      String world, String scene, String kind, String text, Object data) {
    if (data == null) {
      return happening(world, scene, kind, text);
    }
    return world(
        world, scene, change("happening", "kind", kind, "text", text, "data", data), null);
  }

  private static Event world(
      String world, String scene, Map<String, Object> change, List<String> key) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("world", world);
    data.put("scene", scene);
    data.put("version", null);
    data.put("change", change);
    return new Event(WORLD_EVENT, data, null, key);
  }

  private static Map<String, Object> change(String type, Object... parts) {
    Map<String, Object> change = new LinkedHashMap<>();
    change.put("type", type);
    for (int i = 0; i < parts.length; i += 2) {
      change.put((String) parts[i], parts[i + 1]);
    }
    return change;
  }

  /** Who or what a trigger is about. */
  public Event subject(String type, String id) {
    Map<String, Object> subject = new LinkedHashMap<>();
    subject.put("type", type);
    subject.put("id", id);
    return part("subject", subject);
  }

  /** What happened, in words for the model; cut at 16,000 characters. */
  public Event text(String text) {
    cut = text != null && text.codePointCount(0, text.length()) > MAX_TEXT;
    return part("text", cut ? text.substring(0, text.offsetByCodePoints(0, MAX_TEXT)) : text);
  }

  /** JSON of a trigger: maps, lists, texts, numbers, booleans. */
  public Event data(Object json) {
    return part("data", json);
  }

  /** The id of the message that is owed an answer. */
  public Event replyTo(String message) {
    return part("replyTo", message);
  }

  /** 0 to 100; left out, that of its kind. */
  public Event priority(int priority) {
    return part("priority", priority);
  }

  /** How many agents this chain of triggers has gone through. */
  public Event hops(int hops) {
    return part("hops", hops);
  }

  /** Version of the world event that the agent is to have seen, as it was given with it. */
  public Event worldVersion(long version) {
    return part("worldVersion", version);
  }

  /** Grows with each change of the entity; left out, the clock says it. */
  public Event version(long version) {
    return part("version", version);
  }

  /** Of the game's own; with the client's source it is what the event is known by. */
  public Event id(String id) {
    this.id = id;
    return this;
  }

  /** When it happened; left out, when it is sent. */
  public Event at(Instant at) {
    this.at = at;
    return this;
  }

  /** When it happened, with an offset. */
  public Event at(OffsetDateTime at) {
    this.at = at;
    return this;
  }

  private Event part(String name, Object value) {
    if (parts == null) {
      throw new IllegalStateException("the data of this event was given as a whole");
    }
    parts.put(name, value);
    return this;
  }

  /** Parts of a trigger stand in their order, whatever order they were said in. */
  Object data(LongSupplier version) {
    if (parts == null) {
      return whole;
    }
    Map<String, Object> data = new LinkedHashMap<>();
    if (parts.containsKey("change")) {
      data.putAll(parts);
      data.computeIfAbsent("version", name -> version.getAsLong());
      return data;
    }
    for (String name : TRIGGER) {
      if (parts.get(name) != null) {
        data.put(name, parts.get(name));
      }
    }
    return data;
  }
}
