package dev.playloop.launcher.declared;

import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A game that can't listen: it fetches what its agents do. Its store outlives its processes, each
/// of which is a thread here, and may die at a place of the test's choice.
final class TavernPuller implements AutoCloseable {
  /// Where a process dies, once.
  enum Death {
    NEVER,
    BEFORE_IT_ACTS,
    BEFORE_IT_ANSWERS
  }

  /// What outlives processes.
  static final class Store {
    private final Map<String, JsonNode> done = new ConcurrentHashMap<>();
    private final List<String> deeds = new CopyOnWriteArrayList<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();

    /// What it has done: tool and arguments.
    List<String> deeds() {
      return List.copyOf(deeds);
    }

    /// What it said to each question.
    List<String> asked() {
      return List.copyOf(asked);
    }
  }

  private final HttpClient client = HttpClient.newHttpClient();
  private final URI base;
  private final String token;
  private final Store store;
  private final Death death;
  private final Thread process;

  private TavernPuller(URI base, String token, Store store, Death death) {
    this.base = base;
    this.token = token;
    this.store = store;
    this.death = death;
    this.process = Thread.ofVirtual().name("puller").unstarted(this::run);
  }

  static TavernPuller start(URI gateway, String token, Store store, Death death) {
    TavernPuller puller =
        new TavernPuller(gateway.resolve("/v1/worlds/tavern/"), token, store, death);
    puller.process.start();
    return puller;
  }

  /// Whether it has died at its place.
  boolean isDead() {
    return !process.isAlive();
  }

  private void run() {
    try {
      String epoch = "";
      while (true) {
        HttpResponse<byte[]> reply = sent("actions?puller=tavern-1&wait=5s" + epoch, null);
        if (reply.statusCode() != 200) {
          epoch = "";
          continue;
        }
        JsonNode read = Json.tree(new String(reply.body(), StandardCharsets.UTF_8));
        epoch = "&epoch=" + read.path("epoch").longValue();
        for (JsonNode action : read.path("actions")) {
          JsonNode answer = answer(action);
          if (answer == null || death == Death.BEFORE_IT_ANSWERS) {
            return;
          }
          var _ = sent("results?puller=tavern-1" + epoch, Json.bytes(answer));
        }
      }
    } catch (IOException | InterruptedException e) {
      // it has died
    }
  }

  private @Nullable JsonNode answer(JsonNode action) {
    String id = action.path("action").asString();
    if (action.path("again").asBoolean(false)) {
      JsonNode known =
          store.done.getOrDefault(
              id, Json.NODES.objectNode().put("action", id).put("status", "not_done"));
      store.asked.add(known.path("status").asString());
      return known;
    }
    if (death == Death.BEFORE_IT_ACTS) {
      return null;
    }
    return store.done.computeIfAbsent(
        id,
        _ -> {
          store.deeds.add(action.path("tool").asString() + " " + action.path("args"));
          ObjectNode result = Json.NODES.objectNode().put("action", id).put("status", "done");
          result.putObject("output").put("served", store.deeds.size());
          return result;
        });
  }

  private HttpResponse<byte[]> sent(String path, byte @Nullable [] body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(base.resolve(path)).header("Authorization", "Bearer " + token);
    if (body != null) {
      request.header("Content-Type", "application/json").POST(BodyPublishers.ofByteArray(body));
    }
    return client.send(request.build(), BodyHandlers.ofByteArray());
  }

  /// Kills the process.
  @Override
  public void close() {
    process.interrupt();
    client.shutdownNow();
  }
}
