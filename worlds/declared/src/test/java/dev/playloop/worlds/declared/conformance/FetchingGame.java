package dev.playloop.worlds.declared.conformance;

import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A game that fetches, in its test mode, and is wrong in one way. Its own thread.
final class FetchingGame implements AutoCloseable {
  private static final int PAUSE_NANOS = 20_000_000;

  enum Wrong {
    NOWHERE,
    ACTS_ON_A_QUESTION,
    DENIES_WHAT_IT_DID,
    ANSWERS_ANOTHERS_ID,
    SAYS_DONE_AND_DOES_NOT,
    TELLS_OF_STRANGERS,
    MIXES_TWO_UP,
    DOES_UNKNOWN_TOOLS
  }

  private final HttpClient client = HttpClient.newHttpClient();
  private final String base;
  private final Wrong wrong;
  private final Thread thread;
  private final Map<String, ObjectNode> done = new HashMap<>();
  private final Map<String, Integer> counters = new HashMap<>();

  private FetchingGame(URI base, Wrong wrong) {
    this.base = base + "/";
    this.wrong = wrong;
    this.thread = Thread.ofVirtual().unstarted(this::run);
  }

  static FetchingGame start(URI base, Wrong wrong) {
    FetchingGame game = new FetchingGame(base, wrong);
    game.thread.start();
    return game;
  }

  private void run() {
    String epoch = "";
    while (!Thread.currentThread().isInterrupted()) {
      try {
        HttpResponse<String> reply = sent("actions?puller=game&wait=1s" + epoch, null);
        epoch = "";
        if (reply.statusCode() == 200) {
          JsonNode fetched = Json.tree(reply.body());
          epoch = "&epoch=" + fetched.path("epoch").longValue();
          for (JsonNode action : fetched.path("actions")) {
            var _ = sent("results?puller=game" + epoch, named(answer(action)));
          }
        }
      } catch (IOException e) {
        epoch = "";
        LockSupport.parkNanos(PAUSE_NANOS); // between two executors
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private ObjectNode named(ObjectNode answer) {
    return wrong == Wrong.ANSWERS_ANOTHERS_ID
        ? answer.deepCopy().put("action", "tavern/ada:other#1.1")
        : answer;
  }

  private ObjectNode answer(JsonNode action) {
    String id = action.path("action").asString();
    if (!action.path("again").asBoolean(false)) {
      return acted(id, action);
    }
    if (wrong == Wrong.ACTS_ON_A_QUESTION) {
      done.remove(id);
      return acted(id, action);
    }
    ObjectNode known = wrong == Wrong.DENIES_WHAT_IT_DID ? null : done.get(id);
    if (known != null) {
      return known;
    }
    return wrong == Wrong.TELLS_OF_STRANGERS
        ? ended(id, "done").put("output", 0)
        : ended(id, "not_done");
  }

  private ObjectNode acted(String id, JsonNode action) {
    ObjectNode known = done.get(id);
    if (known != null) {
      return known;
    }
    String counter = action.path("args").path("counter").asString("");
    int total = counters.getOrDefault(counter, 0);
    ObjectNode answer = ended(id, "done");
    switch (action.path("tool").asString()) {
      case "playloop_probe_add" -> {
        total += action.path("args").path("n").asInt();
        if (wrong != Wrong.SAYS_DONE_AND_DOES_NOT) {
          counters.put(counter, total);
        }
        int told = wrong == Wrong.MIXES_TWO_UP && total == 10 ? 1 : total;
        answer.putObject("output").put("total", told);
        done.put(id, answer);
      }
      case "playloop_probe_read" -> answer.putObject("output").put("total", total);
      default -> {
        if (wrong != Wrong.DOES_UNKNOWN_TOOLS) {
          answer = ended(id, "refused");
          answer.putObject("error").put("code", "unknown_tool").put("message", "None.");
        }
      }
    }
    return answer;
  }

  private static ObjectNode ended(String id, String status) {
    return Json.NODES.objectNode().put("action", id).put("status", status);
  }

  private HttpResponse<String> sent(String path, @Nullable ObjectNode body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path));
    if (body != null) {
      request
          .header("Content-Type", "application/json")
          .POST(BodyPublishers.ofString(body.toString()));
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  @Override
  public void close() {
    thread.interrupt();
    client.shutdownNow();
  }
}
