package dev.playloop.launcher.declared;

import dev.playloop.schemas.json.Json;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A game of somebody's: it keeps what it has done by the action's id, and does each once.
final class TavernGame implements AutoCloseable {
  private final Map<String, ObjectNode> done = new ConcurrentHashMap<>();
  private final List<String> deeds = new CopyOnWriteArrayList<>();

  private final AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});

  private final AtomicLong told = new AtomicLong(-1);

  private final ActionsServer server = ActionsServer.open(this::acted, this::known);

  URI url() {
    return server.url();
  }

  /// Before it answers the next action, it does this.
  void meanwhile(Runnable deed) {
    meanwhile.set(deed);
  }

  /// From now on it answers that the world event of this version tells what it did.
  void telling(long version) {
    told.set(version);
  }

  /// What it has done: actor, tool and arguments.
  List<String> deeds() {
    return List.copyOf(deeds);
  }

  private JsonNode acted(JsonNode action) {
    return done.computeIfAbsent(
        action.path("action").asString(),
        id -> {
          meanwhile.getAndSet(() -> {}).run();
          deeds.add(
              "%s %s %s"
                  .formatted(
                      action.path("actor").asString(),
                      action.path("tool").asString(),
                      action.path("args")));
          ObjectNode result = Json.NODES.objectNode().put("action", id).put("status", "done");
          result.putObject("output").put("served", deeds.size());
          if (told.get() >= 0) {
            result.put("version", told.get());
          }
          return result;
        });
  }

  private ObjectNode known(ObjectNode asked) {
    ObjectNode known = done.get(asked.path("action").asString());
    return known == null ? asked.put("status", "not_done") : known;
  }

  @Override
  public void close() {
    server.close();
  }
}
