package dev.playloop.launcher.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A game may answer anything, and nothing.
class SeenInGameTest {
  private final CountDownLatch over = new CountDownLatch(1);
  private HttpServer game;

  @BeforeEach
  void serve() throws IOException {
    game = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    game.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    game.start();
  }

  @AfterEach
  void end() {
    over.countDown();
    game.stop(0);
  }

  private SeenInGame seen(Duration limit) {
    return SeenInGame.at("http://127.0.0.1:" + game.getAddress().getPort(), limit);
  }

  private void answers(int status, String body) {
    game.createContext("/seen", exchange -> answer(exchange, status, body));
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    try (exchange) {
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  @Test
  void rowsAreWhatItAnswers() throws Exception {
    answers(200, "[{\"by\":\"mira\"},{}]");
    try (SeenInGame seen = seen(SeenInGame.USUAL)) {
      assertThat(seen.rows("/seen?by=mira")).hasSize(2);
      assertThat(seen.rows("/seen").getFirst()).containsEntry("by", Json.tree("\"mira\""));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          404 | []
          302 | []
          200 | {"by":"mira"}
          200 | [1]
          200 | [{"by":"mira"},[]]
          200 | [
          200 | nothing
          """)
  void whatIsNoListOfObjectsIsRefused(int status, String body) {
    answers(status, body);
    try (SeenInGame seen = seen(SeenInGame.USUAL)) {
      assertThatThrownBy(() -> seen.rows("/seen")).isInstanceOf(InvalidValueException.class);
    }
  }

  @Test
  void moreThanAMebibyteIsRefused() {
    answers(200, "[" + " ".repeat(SeenInGame.MOST) + "]");
    try (SeenInGame seen = seen(SeenInGame.USUAL)) {
      assertThatThrownBy(() -> seen.rows("/seen")).isInstanceOf(InvalidValueException.class);
    }
  }

  @Test
  void anAnswerThatStopsInItsMidstIsNotWaitedForForEver() {
    game.createContext(
        "/seen",
        exchange -> {
          exchange.sendResponseHeaders(200, 1_000);
          exchange.getResponseBody().write('[');
          exchange.getResponseBody().flush();
          try {
            over.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    try (SeenInGame seen = seen(Duration.ofMillis(300))) {
      assertThatThrownBy(() -> seen.rows("/seen"))
          .isInstanceOf(InvalidValueException.class)
          .hasMessageContaining("not all of it within 300 ms");
    }
  }
}
