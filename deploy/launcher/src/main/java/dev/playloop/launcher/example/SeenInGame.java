package dev.playloop.launcher.example;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.CheckedJson;
import dev.playloop.schemas.json.Edge;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tools.jackson.databind.JsonNode;

/// What was seen in a game, as it answers itself: a JSON array of objects on a path of its own. At
/// most [#MOST] bytes within [#LIMIT]. For all threads.
record SeenInGame(URI game, HttpClient client) {
  static final int MOST = 1024 * 1024;
  private static final Duration LIMIT = Duration.ofSeconds(10);

  static SeenInGame at(String address) {
    return new SeenInGame(
        URI.create(address),
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1) // what serves sockets takes no other upgrade
            .connectTimeout(LIMIT)
            .build());
  }

  /// Throws [InvalidValueException] where it answers something else, or nothing.
  List<Map<String, JsonNode>> rows(String path) throws InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(game.resolve(path)).timeout(LIMIT).build();
    try {
      HttpResponse<byte[]> answer =
          client
              .sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MOST))
              .get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
      if (answer.statusCode() != 200) {
        throw no(path, "HTTP " + answer.statusCode());
      }
      return rows(path, CheckedJson.of(answer.body(), Edge.TOPIC).as(JsonNode.class));
    } catch (ExecutionException e) {
      throw no(path, String.valueOf(e.getCause()));
    } catch (TimeoutException e) {
      throw no(path, "nothing within " + LIMIT.toSeconds() + " s");
    }
  }

  private static List<Map<String, JsonNode>> rows(String path, JsonNode answer) {
    List<Map<String, JsonNode>> rows = new ArrayList<>();
    for (JsonNode each : answer.values()) {
      if (!each.isObject()) {
        throw no(path, "something else in it");
      }
      Map<String, JsonNode> row = new LinkedHashMap<>();
      each.properties().forEach(field -> row.put(field.getKey(), field.getValue()));
      rows.add(row);
    }
    if (!answer.isArray()) {
      throw no(path, "something else");
    }
    return rows;
  }

  private static InvalidValueException no(String path, String got) {
    return new InvalidValueException(
        "game " + path, "a JSON array of objects, of at most " + MOST + " bytes", got);
  }
}
