package dev.playloop.worlds.declared.pull;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.playloop.schemas.json.Json;
import dev.playloop.testkit.Programs;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The games that `worlds init --pull` writes, as processes, against an executor played by hand: it
/// loses answers, asks questions, and sees the process killed.
@Tag("slow")
class PullStubTest {
  private static final long SECONDS = 60;
  private static final long MOMENT_MILLIS = 20;

  @TempDir Path folder;
  private HttpServer edge;
  private final BlockingQueue<ObjectNode> orders = new LinkedBlockingQueue<>();
  private final BlockingQueue<JsonNode> answers = new LinkedBlockingQueue<>();
  private final BlockingQueue<Boolean> isLost = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> queries = new LinkedBlockingQueue<>();
  private final AtomicInteger newest = new AtomicInteger();

  @BeforeEach
  void open() throws IOException {
    edge = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    edge.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    edge.createContext("/v1/worlds/WORLD/actions", this::handOut);
    edge.createContext("/v1/worlds/WORLD/results", this::take);
    edge.start();
  }

  @AfterEach
  void close() {
    edge.stop(0);
  }

  @ParameterizedTest
  @CsvSource({"game.py, python3", "game.mjs, node"})
  void whatItStoredIsWhatItSaysAndNothingIsDoneForAQuestion(String file, String program)
      throws Exception {
    Programs.require(program);
    try (InputStream in =
        Objects.requireNonNull(PullStubTest.class.getResourceAsStream("/games/pull/" + file))) {
      Files.write(folder.resolve(file), in.readAllBytes());
    }
    Process game = started(program, file);
    try {
      queries.clear();
      isLost.add(true);
      JsonNode done = said(order("a", "ring_bell", 60));
      assertThat(done.path("status").asString()).isEqualTo("done");
      assertThat(done.path("output").path("rung").intValue()).isEqualTo(1);

      assertThat(said(question("a", 0))).as("the answer was lost").isEqualTo(done);
      assertThat(queries.poll(SECONDS, TimeUnit.SECONDS)).as("anew").doesNotContain("epoch");
      assertThat(said(question("b", 0)).path("status").asString()).isEqualTo("unknown");
      assertThat(said(question("c", 1_000)).path("status").asString()).isEqualTo("not_done");
      assertThat(said(order("c", "ring_bell", 60)).path("output").path("rung").intValue())
          .isEqualTo(2);
      assertThat(said(order("d", "ring_bell", -60)).path("status").asString()).isEqualTo("failed");
      assertThat(said(order("e", "no_such_tool", 60)).path("status").asString())
          .isEqualTo("refused");

      game.destroyForcibly().waitFor();
      newest.incrementAndGet(); // nobody waits for that request any more
      game = started(program, file);
      assertThat(said(question("a", 0))).as("over a restart").isEqualTo(done);
      assertThat(said(order("a", "ring_bell", 60))).as("acts once").isEqualTo(done);
      assertThat(said(order("f", "look_at_bell", 60)).path("output").path("rung").intValue())
          .isEqualTo(2);
    } finally {
      game.destroyForcibly().waitFor();
    }
  }

  private Process started(String program, String file) throws IOException {
    ProcessBuilder building =
        new ProcessBuilder(program, file)
            .directory(folder.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(folder.resolve("game.err").toFile());
    building.environment().put("GAME_TOKEN", "a-token");
    building.environment().put("GAME_URL", "http://127.0.0.1:" + edge.getAddress().getPort());
    return building.start();
  }

  private JsonNode said(ObjectNode handed) throws InterruptedException {
    orders.add(handed);
    JsonNode answer = answers.poll(SECONDS, TimeUnit.SECONDS);
    assertThat(answer).as("an answer to %s", handed).isNotNull();
    assertThat(answer.path("action")).isEqualTo(handed.path("action"));
    return answer;
  }

  private static ObjectNode order(String id, String tool, long seconds) {
    ObjectNode order =
        Json.NODES
            .objectNode()
            .put("action", "WORLD/ringer:" + id + "#1.1")
            .put("actor", "ringer")
            .put("tool", tool)
            .put("effect", tool.equals("look_at_bell") ? "read" : "write")
            .put("notAfter", Instant.now().plusSeconds(seconds).toString());
    order.putObject("args").put("why", "dinner");
    return order;
  }

  /// @param ahead seconds from now on, at which it is said to have been issued
  private static ObjectNode question(String id, long ahead) {
    return order(id, "ring_bell", 60)
        .put("again", true)
        .put("issued", Instant.now().getEpochSecond() + ahead);
  }

  private void handOut(HttpExchange exchange) throws IOException {
    queries.add(exchange.getRequestURI().getQuery());
    ObjectNode some = Json.NODES.objectNode().put("epoch", 7);
    try {
      int mine = newest.incrementAndGet();
      ObjectNode order = null;
      while (order == null && newest.get() == mine) {
        order = orders.poll(MOMENT_MILLIS, TimeUnit.MILLISECONDS);
        if (order != null && newest.get() != mine) {
          orders.add(order); // it was put there for whoever has come since
          order = null;
        }
      }
      var list = some.putArray("actions");
      if (order != null) {
        list.add(order);
      }
      sent(exchange, some);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void take(HttpExchange exchange) throws IOException {
    JsonNode answer = Json.tree(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
    answers.add(answer);
    if (isLost.poll() != null) {
      exchange.close();
    } else {
      sent(exchange, Json.NODES.objectNode().put("answer", "taken"));
    }
  }

  private static void sent(HttpExchange exchange, JsonNode body) throws IOException {
    try (exchange) {
      byte[] bytes = Json.bytes(body);
      exchange.sendResponseHeaders(200, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }
}
