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
/// most [#MOST] bytes within `limit`. For all threads; closed by whoever made it.
record SeenInGame(URI game, Duration limit, HttpClient client) implements AutoCloseable {
  static final int MOST = 1024 * 1024;
  static final Duration USUAL = Duration.ofSeconds(10);

  static SeenInGame at(String address, Duration limit) {
    return new SeenInGame(
        URI.create(address),
        limit,
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1) // what serves sockets takes no other upgrade
            .connectTimeout(limit)
            .build());
  }

  /// Throws [InvalidValueException] where it answers something else, or nothing.
  List<Map<String, JsonNode>> rows(String path) throws InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(game.resolve(path)).timeout(limit).build();
    try {
      HttpResponse<byte[]> answer =
          client
              .sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MOST))
              .get(limit.toMillis(), TimeUnit.MILLISECONDS);
      if (answer.statusCode() != 200) {
        throw no(path, "HTTP " + answer.statusCode());
      }
      return rows(path, CheckedJson.of(answer.body(), Edge.TOPIC).as(JsonNode.class));
    } catch (ExecutionException e) {
      throw no(path, String.valueOf(e.getCause()));
    } catch (TimeoutException e) {
      throw no(path, "not all of it within " + limit.toMillis() + " ms");
    }
  }

  private static List<Map<String, JsonNode>> rows(String path, JsonNode answer) {
    if (!answer.isArray()) {
      throw no(path, "something else");
    }
    List<Map<String, JsonNode>> rows = new ArrayList<>();
    for (JsonNode each : answer.values()) {
      if (!each.isObject()) {
        throw no(path, "something else in it");
      }
      Map<String, JsonNode> row = new LinkedHashMap<>();
      each.properties().forEach(field -> row.put(field.getKey(), field.getValue()));
      rows.add(row);
    }
    return rows;
  }

  @Override
  public void close() {
    client.shutdownNow();
  }

  private static InvalidValueException no(String path, String got) {
    return new InvalidValueException(
        "game " + path, "a JSON array of objects, of at most " + MOST + " bytes", got);
  }
}
