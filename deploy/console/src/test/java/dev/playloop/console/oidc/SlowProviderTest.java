package dev.playloop.console.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.playloop.console.door.Logins;
import dev.playloop.console.door.OidcDoor;
import dev.playloop.http.Caller;
import dev.playloop.http.Callers;
import dev.playloop.http.EdgeOptions;
import dev.playloop.http.EdgeRoutes;
import dev.playloop.http.HttpEdge;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.operator.principal.PrincipalRegister;
import dev.playloop.schemas.topic.Topics;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A provider that takes its time to say who it is.
class SlowProviderTest {
  private static final Callers NOBODY =
      new Callers() {
        @Override
        public @Nullable Caller find(String sha256) {
          return null;
        }

        @Override
        public @Nullable Caller anonymous() {
          return null;
        }
      };

  @Test
  void nobodyWaitsForALockWhileTheProviderIsAsked() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch answers = new CountDownLatch(1);
    HttpServer provider =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    provider.createContext(
        "/",
        to -> {
          asked.countDown();
          try {
            answers.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          to.sendResponseHeaders(500, -1);
          to.close();
        });
    provider.start();
    Clock clock = Clock.systemUTC();
    try (HttpEdge edge = HttpEdge.bind(EdgeOptions.loopback("the console", "--port", 0));
        HttpClient http = HttpClient.newHttpClient()) {
      OidcDoor door =
          new OidcDoor(
              new OidcSettings(
                  URI.create("http://127.0.0.1:" + provider.getAddress().getPort()),
                  "console",
                  null,
                  edge.address().resolve(OidcDoor.CALLBACK),
                  "email"),
              new PrincipalRegister(KafkaSettings.of("127.0.0.1:9", new Topics("", 1)), clock),
              NOBODY,
              new Logins(clock, null, NOBODY, false));
      edge.serve(door.on(new EdgeRoutes()));
      CompletableFuture<HttpResponse<String>> start =
          http.sendAsync(
              HttpRequest.newBuilder(edge.address().resolve(OidcDoor.START)).build(),
              BodyHandlers.ofString());
      asked.await();

      CompletableFuture<Void> closing =
          CompletableFuture.runAsync(door::close, Thread::startVirtualThread);
      try {
        // The provider is given ten seconds.
        assertThat(closing).succeedsWithin(Duration.ofSeconds(9));
      } finally {
        answers.countDown();
      }
      assertThat(start.get().statusCode()).isEqualTo(403);
      assertThat(start.get().body()).contains("is it up?");
    } finally {
      provider.stop(0);
    }
  }
}
