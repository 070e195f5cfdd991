package dev.playloop.kit.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HealthServerTest {
  /// What twenty asks take once a second, halved: a busy machine is slow, and this far from both.
  private static final Duration SOON = Duration.ofSeconds(10);

  private static final int ASKS = 20;

  @Test
  void whatComesUpIsToldSoonAndWhatIsUpIsAskedSeldom() {
    AtomicInteger asked = new AtomicInteger();
    try (HealthServer health = HealthServer.start("127.0.0.1", 0);
        HttpClient client = HttpClient.newHttpClient()) {
      URI ready = health.address().resolve("/health/ready");
      assertThat(status(client, ready)).isEqualTo(200);
      long began = System.nanoTime();

      health.ready("slow", () -> asked.incrementAndGet() < ASKS ? "it comes up" : null);

      assertThat(status(client, ready)).isEqualTo(503);
      Await.until("it is up", () -> status(client, ready) == 200);
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(SOON);
      assertThat(asked).hasValueLessThan(ASKS + 5);
    }
  }

  private static int status(HttpClient client, URI where) {
    try {
      return client
          .send(HttpRequest.newBuilder(where).build(), BodyHandlers.discarding())
          .statusCode();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
