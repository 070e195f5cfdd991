package dev.playloop.benchmarks;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.WorldUnavailable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/// Effects on the effect server, one HTTP call each. Thread-safe.
final class HttpBenchActions extends BenchActions {
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();
  private final URI effect;

  HttpBenchActions(URI server) {
    this.effect = server.resolve("/effect");
  }

  @Override
  void act(Action action) throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(effect)
            .timeout(Duration.ofSeconds(30))
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", action.action().value())
            .POST(HttpRequest.BodyPublishers.ofByteArray(Json.bytes(action.args())))
            .build();
    try {
      HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
      if (response.statusCode() != 200) {
        throw new IllegalStateException("the effect server answered " + response.statusCode());
      }
    } catch (IOException e) {
      throw new WorldUnavailable("the effect server can't be reached: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
