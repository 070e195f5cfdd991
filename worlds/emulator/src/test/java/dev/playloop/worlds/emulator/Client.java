package dev.playloop.worlds.emulator;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/// Sends plain requests to an emulator and shows what came back, whatever it was.
final class Client implements AutoCloseable {
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();
  private final URI base;

  Client(URI base) {
    this.base = base;
  }

  Got get(String path) {
    return send(path, "GET", "");
  }

  Got post(String path) {
    return send(path, "POST", "");
  }

  Got send(String path, String method, String body) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(base + path))
            .timeout(Duration.ofSeconds(30))
            // A body that is refused is not sent: else the answer races with a broken pipe.
            .expectContinue(!body.isEmpty())
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .build();
    try {
      HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
      return new Got(
          response.statusCode(),
          response.body(),
          response.headers().firstValue("content-type").orElse(""));
    } catch (IOException e) {
      throw new NoAnswer(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }

  record Got(int status, String text, String type) {}

  /// The connection was refused, or ended without an answer.
  static final class NoAnswer extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoAnswer(IOException cause) {
      super(cause);
    }
  }
}
