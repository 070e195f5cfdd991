package dev.playloop.launcher.role;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import dev.playloop.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A game of one world that fetches from whichever executor has its actions: it asks all in turn,
/// and connects anew where it gets no answer. One thread.
final class WanderingPuller implements AutoCloseable {
  private final HttpClient client = HttpClient.newHttpClient();
  private final String world;
  private final List<URI> executors;
  private @Nullable URI owner;
  private long epoch;

  WanderingPuller(String world, List<URI> executors) {
    this.world = world;
    this.executors = List.copyOf(executors);
  }

  /// The status with which each executor takes a new connection; 0 where none listens.
  List<Integer> asked() {
    return executors.stream().map(each -> status(sent(each, "actions?puller=g&wait=0s"))).toList();
  }

  /// Connects anew to whoever has the actions by now. What it got at once, by id.
  Map<String, JsonNode> connect() {
    owner = null;
    return Await.until(this::connected, Objects::nonNull);
  }

  private @Nullable Map<String, JsonNode> connected() {
    for (URI each : executors) {
      HttpResponse<String> reply = sent(each, "actions?puller=g&wait=0s");
      if (status(reply) == 200) {
        owner = each;
        return read(Objects.requireNonNull(reply));
      }
    }
    return null;
  }

  /// More on the same connection, until it has got so many.
  Map<String, JsonNode> fetch(int count) {
    Map<String, JsonNode> all = new LinkedHashMap<>();
    Await.until(
        count + " actions",
        () -> {
          all.putAll(poll());
          return all.size() >= count;
        });
    return all;
  }

  /// What there is on the same connection, within a second.
  Map<String, JsonNode> poll() {
    return read(ok(sent(owner(), "actions?puller=g&wait=1s&epoch=" + epoch)));
  }

  /// Its word on an action; what the executor says to that.
  String answer(String action, String status) {
    String body = "{\"action\":\"" + action + "\",\"status\":\"" + status + "\"}";
    return Json.tree(ok(sent(owner(), "results?puller=g&epoch=" + epoch, body)).body())
        .path("answer")
        .asString();
  }

  /// Whom it is connected to.
  URI owner() {
    return Objects.requireNonNull(owner);
  }

  long epoch() {
    return epoch;
  }

  private Map<String, JsonNode> read(HttpResponse<String> reply) {
    JsonNode body = Json.tree(reply.body());
    epoch = body.path("epoch").longValue();
    Map<String, JsonNode> all = new LinkedHashMap<>();
    body.path("actions").forEach(action -> all.put(action.path("action").asString(), action));
    return all;
  }

  private static HttpResponse<String> ok(@Nullable HttpResponse<String> reply) {
    assertThat(reply).isNotNull();
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
    return reply;
  }

  private static int status(@Nullable HttpResponse<String> reply) {
    return reply == null ? 0 : reply.statusCode();
  }

  private @Nullable HttpResponse<String> sent(URI executor, String path) {
    return sent(executor, path, null);
  }

  /// Null where nobody answers.
  private @Nullable HttpResponse<String> sent(URI executor, String path, @Nullable String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(executor.resolve("/v1/worlds/" + world + "/" + path))
            .header("Authorization", "Bearer " + TwoExecutors.TOKEN);
    if (body != null) {
      request.header("Content-Type", "application/json").POST(BodyPublishers.ofString(body));
    }
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      return null;
    } catch (InterruptedException e) {
      throw new UncheckedIOException(new IOException(e));
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
