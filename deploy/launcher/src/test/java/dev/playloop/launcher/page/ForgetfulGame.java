package dev.playloop.launcher.page;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;

/// A game that does what it is told and then has no memory of it: nobody can say what became of a
/// write. Answers on threads of its own.
final class ForgetfulGame implements AutoCloseable {
  private final HttpServer server;
  private final AtomicInteger deeds = new AtomicInteger();

  private ForgetfulGame(HttpServer server) {
    this.server = server;
  }

  static ForgetfulGame open() {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      ForgetfulGame game = new ForgetfulGame(server);
      server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      server.createContext("/playloop/actions", game::answer);
      server.start();
      return game;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The world that it is, as a file declares it.
  String declaration() {
    URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/playloop");
    return """
    world: tavern
    tools:
      - name: pour
        description: Pour a drink for a guest.
        effect: write
        arguments:
          type: object
          additionalProperties: false
          required: [guest]
          properties: {guest: {type: string, minLength: 1, maxLength: 40}}
    actions: {url: '%s'}
    """
        .formatted(url);
  }

  /// How often it was told to do something.
  int deeds() {
    return deeds.get();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      JsonNode said = Json.NODES.objectNode();
      if (exchange.getRequestMethod().equals("POST")) {
        deeds.incrementAndGet();
      } else {
        String path = exchange.getRequestURI().getPath();
        said =
            Json.NODES
                .objectNode()
                .put("action", path.substring(path.lastIndexOf('/') + 1))
                .put("status", "unknown");
      }
      byte[] body = Json.bytes(said);
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
