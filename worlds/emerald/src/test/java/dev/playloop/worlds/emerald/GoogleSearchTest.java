package dev.playloop.worlds.emerald;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.emerald.GoogleSearch.Account;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// The web search against a server of our own that answers as Google does.
class GoogleSearchTest {
  private static final String KEY = "secret-key+/=";
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final AgentId PLAYER = new AgentId("emerald/may");

  private interface Answer {
    void to(HttpExchange exchange) throws IOException;
  }

  private final AtomicReference<Instant> now = new AtomicReference<>(NOON);
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final CountDownLatch released = new CountDownLatch(1);
  private volatile Answer answer = json(200, "{}");
  private HttpServer server;
  private ExecutorService threads;
  private GoogleSearch search;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    threads = Executors.newVirtualThreadPerTaskExecutor();
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          asked.add(exchange.getRequestURI().toString());
          answer.to(exchange);
        });
    server.start();
    search = search(Duration.ofSeconds(10));
  }

  @AfterEach
  void stop() {
    released.countDown();
    search.close();
    server.stop(0);
    threads.close();
  }

  private GoogleSearch search(Duration timeout) {
    URI base = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    return new GoogleSearch(new Account(base, KEY, "engine:1"), timeout, now::get);
  }

  private static Answer json(int status, String body) {
    return exchange -> {
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
      exchange.close();
    };
  }

  private static String error(int code, String reason) {
    return """
    {"error":{"code":%d,"message":"%s for %s","errors":[{"reason":"%s"}]}}\
    """
        .formatted(code, reason, KEY, reason);
  }

  private ActionResult ask(String query) {
    Action action =
        Action.of(
                new ActionId(PLAYER + ":t#1.1"),
                PLAYER,
                PLAYER.name(),
                "web_search",
                Json.NODES.objectNode())
            .lane(new Lane(PLAYER.value()))
            .notAfter(Instant.parse("2030-01-01T00:00:00Z"));
    try {
      ActionResult result = search.answer(action, query);
      assertThat(Json.text(result)).as("the key stays here").doesNotContain("secret-key");
      return result;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private static String code(ActionResult result) {
    return Objects.requireNonNull(result.error()).code();
  }

  private static String message(ActionResult result) {
    return Objects.requireNonNull(result.error()).message();
  }

  @Test
  void findsAtMostFiveResultsOfBoundedLines() {
    StringBuilder items = new StringBuilder();
    for (int i = 0; i < 9; i++) {
      items
          .append(i == 0 ? "" : ",")
          .append(
              """
              {"title":"T\\n\\u0007 %d","snippet":"%s","link":"https://e.org/%d"}\
              """
                  .formatted(i, "word ".repeat(200), i));
    }
    answer = json(200, "{\"items\":[" + items + "]}");

    ActionResult result = ask("how to catch & win?");

    assertThat(result.status()).isEqualTo(Status.DONE);
    JsonNode results = Objects.requireNonNull(result.output()).path("results");
    assertThat(results.size()).isEqualTo(5);
    assertThat(results.get(0).path("title").asString("")).isEqualTo("T 0");
    assertThat(results.get(0).path("snippet").asString(""))
        .hasSize(GoogleSearch.SNIPPET_MAX)
        .endsWith("…");
    assertThat(results.get(4).path("link").asString("")).isEqualTo("https://e.org/4");
    assertThat(asked)
        .containsExactly(
            "/customsearch/v1?key=secret-key%2B%2F%3D&cx=engine%3A1&num=5"
                + "&q=how+to+catch+%26+win%3F");
  }

  @Test
  void nothingFoundIsNoError() {
    answer = json(200, "{\"searchInformation\":{\"totalResults\":\"0\"}}");
    ActionResult result = ask("xyzzy");
    assertThat(result.status()).isEqualTo(Status.DONE);
    assertThat(Objects.requireNonNull(result.output()).path("note").asString(""))
        .contains("other words");
  }

  @Test
  void aNumberThatNoParserTakesIsNoBug() {
    answer = json(200, "{\"items\":[],\"searchInformation\":{\"searchTime\":1e-99999999999}}");
    assertThat(ask("xyzzy").status()).isEqualTo(Status.DONE);
  }

  @Test
  void quotaOfTheDayIsRefusedUntilGooglesMidnightWithoutAskingAgain() {
    answer = json(429, error(429, "dailyLimitExceeded"));
    ActionResult first = ask("a");
    assertThat(first.status()).isEqualTo(Status.REFUSED);
    assertThat(code(first)).isEqualTo("search_quota");
    assertThat(message(first)).contains("2026-03-02T08:00:00Z");
    answer = json(200, "{}");
    assertThat(code(ask("b"))).isEqualTo("search_quota");
    assertThat(asked).hasSize(1);
    now.set(Instant.parse("2026-03-02T08:00:00Z"));
    assertThat(ask("c").status()).isEqualTo(Status.DONE);
  }

  @Test
  void limitOfTheMinuteKeepsToRetryAfter() {
    answer =
        exchange -> {
          exchange.getResponseHeaders().add("Retry-After", "120");
          json(429, error(429, "rateLimitExceeded")).to(exchange);
        };
    assertThat(message(ask("a"))).contains("2026-03-01T12:02:00Z");
    answer = json(403, error(403, "userRateLimitExceeded"));
    now.set(NOON.plusSeconds(120));
    assertThat(message(ask("a"))).contains("2026-03-01T12:03:00Z");
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403})
  void keyWithoutTheRightIsRefused(int status) {
    answer = json(status, error(status, "forbidden"));
    ActionResult result = ask("a");
    assertThat(result.status()).isEqualTo(Status.REFUSED);
    assertThat(code(result)).isEqualTo("search_not_allowed");
  }

  @Test
  void serverErrorAndJunkAreFailuresThatMayBeTriedAgain() {
    answer = json(503, "");
    assertThat(code(ask("a"))).isEqualTo("search_unreachable");
    answer = json(200, "<html>");
    assertThat(code(ask("a"))).isEqualTo("search_junk");
    answer = json(200, "[1]");
    assertThat(code(ask("a"))).isEqualTo("search_junk");
    answer = json(200, "{\"items\":\"" + "x".repeat(GoogleSearch.BODY_MAX) + "\"}");
    assertThat(code(ask("a"))).isEqualTo("search_unreachable");
  }

  @Test
  void serverThatNeverAnswersOrNeverEndsTimesOut() {
    search.close();
    search = search(Duration.ofMillis(300));
    answer = exchange -> awaitRelease();
    assertThat(code(ask("a"))).isEqualTo("search_timeout");
    answer =
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().write('{');
          exchange.getResponseBody().flush();
          awaitRelease();
        };
    assertThat(code(ask("b"))).isEqualTo("search_timeout");
  }

  private void awaitRelease() throws IOException {
    try {
      released.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  @Test
  void serverThatIsAwayIsAFailure() {
    server.stop(0);
    assertThat(code(ask("a"))).isEqualTo("search_unreachable");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "   "})
  void emptyQueryIsRefusedWithoutAsking(String query) {
    assertThat(code(ask(query))).isEqualTo("invalid_arguments");
    assertThat(code(ask("x".repeat(201)))).isEqualTo("invalid_arguments");
    assertThat(asked).isEmpty();
  }

  @Test
  void accountNeedsBothPartsAndHidesItsKey() {
    assertThatThrownBy(() -> new Account(GoogleSearch.STANDARD, " ", "e"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(new Account(GoogleSearch.STANDARD, KEY, "e").toString()).doesNotContain("secret");
  }

  @Test
  void missingKeyIsNamed() throws InterruptedException {
    Action action =
        Action.of(
                new ActionId(PLAYER + ":t#1.1"),
                PLAYER,
                PLAYER.name(),
                "web_search",
                Json.NODES.objectNode())
            .lane(new Lane(PLAYER.value()))
            .notAfter(Instant.parse("2030-01-01T00:00:00Z"));
    ActionResult result = WebSearch.missing("PLAYLOOP_GOOGLE_KEY").answer(action, "a");
    assertThat(result.status()).isEqualTo(Status.REFUSED);
    assertThat(message(result)).contains("PLAYLOOP_GOOGLE_KEY is not set");
  }
}
