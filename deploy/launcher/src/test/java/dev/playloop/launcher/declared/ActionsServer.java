package dev.playloop.launcher.declared;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The two paths of docs/game-contract.md, for a game of a test: it says what it does with an
/// action, and what it knows of one. Answers on threads of its own.
public final class ActionsServer implements AutoCloseable {
  private final HttpServer server;
  private final UnaryOperator<JsonNode> acted;
  private final UnaryOperator<ObjectNode> asked;

  private ActionsServer(
      HttpServer server, UnaryOperator<JsonNode> acted, UnaryOperator<ObjectNode> asked) {
    this.server = server;
    this.acted = acted;
    this.asked = asked;
  }

  /// @param acted gets an action, and answers what came of it
  /// @param asked gets an answer that has the action's id, and says what is known of it
  public static ActionsServer open(UnaryOperator<JsonNode> acted, UnaryOperator<ObjectNode> asked) {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      ActionsServer actions = new ActionsServer(server, acted, asked);
      server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      server.createContext("/playloop/actions", actions::answer);
      server.start();
      return actions;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// What a declaration names.
  public URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/playloop");
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] sent = exchange.getRequestBody().readAllBytes();
      String path = exchange.getRequestURI().getPath();
      String action = path.substring(path.lastIndexOf('/') + 1);
      byte[] body =
          Json.bytes(
              exchange.getRequestMethod().equals("POST")
                  ? acted.apply(Json.tree(new String(sent, StandardCharsets.UTF_8)))
                  : asked.apply(Json.NODES.objectNode().put("action", action)));
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
