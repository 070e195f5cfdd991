package dev.playloop.chaos.declared;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.playloop.chaos.process.Lifeline;
import dev.playloop.chaos.world.Tally;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.declared.game.GameContract;
import dev.playloop.worlds.declared.game.GameSecret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A game in a process of its own that keeps docs/game-contract.md, in whatever [Mood] it is.
/// Arguments: its folder, its port, and `forgets` where its memory begins now. One virtual thread a
/// request.
final class GameMain {
  static final String FORGETS = "forgets";

  private final Path folder;
  private final GameStore store;
  private final GameSecret secret = GameSecret.of(Tally.secret());

  private record Answer(int status, String body) {
    static Answer no(int status, String code) {
      ObjectNode error = Json.NODES.objectNode();
      error.putObject("error").put("code", code).put("message", code);
      return new Answer(status, error.toString());
    }
  }

  private GameMain(Path folder, GameStore store) {
    this.folder = folder;
    this.store = store;
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    Lifeline.hold();
    Path folder = Path.of(args[0]);
    GameMain game = new GameMain(folder, GameStore.open(folder, args[2].equals(FORGETS)));
    InetSocketAddress at =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[1]));
    HttpServer server = HttpServer.create(at, 100);
    server.createContext("/", game::handle);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
    Lifeline.untilStopped(() -> server.stop(0));
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      Mood mood = Mood.of(folder);
      Answer answer =
          mood == Mood.HTML
              ? new Answer(502, "<html><body>Bad gateway</body></html>")
              : answer(exchange, body, mood);
      if (answer != null) {
        byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(answer.status(), bytes.length);
        exchange.getResponseBody().write(bytes);
      }
    }
  }

  /// Null where nothing is answered.
  private @Nullable Answer answer(HttpExchange exchange, byte[] body, Mood mood) {
    URI uri = exchange.getRequestURI();
    String method = exchange.getRequestMethod();
    if (!isSigned(exchange, method + " " + uri, body)) {
      return Answer.no(401, "not_signed_now");
    }
    if (method.equals("GET")) {
      return asked(uri);
    }
    if (mood == Mood.FULL) {
      return Answer.no(429, "full");
    }
    Answer first = act(exchange, body);
    Answer last = mood == Mood.DOUBLED ? act(exchange, body) : first;
    return mood == Mood.MUTE ? null : last;
  }

  private boolean isSigned(HttpExchange exchange, String line, byte[] body) {
    String at = exchange.getRequestHeaders().getFirst(GameContract.TIMESTAMP);
    String given = exchange.getRequestHeaders().getFirst(GameContract.SIGNATURE);
    if (at == null || given == null) {
      return false;
    }
    Instant signed = Instant.ofEpochSecond(Long.parseLong(at));
    int space = line.indexOf(' ');
    return Duration.between(signed, Instant.now()).abs().compareTo(GameContract.TOLERANCE) < 0
        && secret
            .sign(signed, line.substring(0, space), line.substring(space + 1), body)
            .equals(given);
  }

  private Answer asked(URI uri) {
    String raw = uri.getRawPath().substring(GameContract.ACTIONS.length() + 1);
    String id = URLDecoder.decode(raw, StandardCharsets.UTF_8);
    ObjectNode known = store.find(id);
    if (known != null) {
      return new Answer(200, known.toString());
    }
    String query = uri.getRawQuery();
    boolean vouches =
        query != null
            && query.startsWith("issued=")
            && store
                .born()
                .plus(GameContract.TOLERANCE)
                .isBefore(Instant.ofEpochSecond(Long.parseLong(query.substring(7))));
    String status = vouches ? "not_done" : "unknown";
    return new Answer(
        200, Json.NODES.objectNode().put("action", id).put("status", status).toString());
  }

  private Answer act(HttpExchange exchange, byte[] body) {
    JsonNode action = Json.tree(new String(body, StandardCharsets.UTF_8));
    String id = action.path("action").stringValue();
    if (!id.equals(exchange.getRequestHeaders().getFirst(GameContract.KEY))) {
      return Answer.no(400, "not_its_key");
    }
    boolean late = Instant.now().isAfter(Instant.parse(action.path("notAfter").stringValue()));
    return late && store.find(id) == null
        ? Answer.no(409, "expired")
        : new Answer(200, store.act(id).toString());
  }
}
