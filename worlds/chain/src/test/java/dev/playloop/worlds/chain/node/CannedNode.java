package dev.playloop.worlds.chain.node;

import com.sun.net.httpserver.HttpExchange;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import tools.jackson.databind.JsonNode;

/// A server that answers every request with the bytes it was given last. Thread-safe.
public final class CannedNode implements AutoCloseable {
  private final LoopbackServer server;
  private final Queue<JsonNode> requests = new ConcurrentLinkedQueue<>();
  private volatile Reply reply = new Reply(200, new byte[0]);

  /// `ID` in the body stands for the id of the request.
  @SuppressWarnings("ArrayRecordComponent") // compared nowhere
  private record Reply(int status, byte[] body) {}

  public CannedNode() {
    server = LoopbackServer.start(this::handle);
  }

  public URI uri() {
    return server.at("/key-of-a-provider");
  }

  public CannedNode says(int status, String body) {
    return says(status, body.getBytes(StandardCharsets.UTF_8));
  }

  CannedNode says(int status, byte[] body) {
    reply = new Reply(status, body.clone());
    return this;
  }

  public CannedNode result(String json) {
    return says(200, "{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":" + json + "}");
  }

  /// The newest request.
  public JsonNode request() {
    JsonNode last = null;
    for (JsonNode each : requests) {
      last = each;
    }
    return java.util.Objects.requireNonNull(last);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] request = exchange.getRequestBody().readAllBytes();
      JsonNode asked = Json.tree(new String(request, StandardCharsets.UTF_8));
      requests.add(asked);
      Reply now = reply;
      byte[] body =
          new String(now.body(), StandardCharsets.ISO_8859_1)
              .replaceFirst("ID", asked.path("id").toString())
              .getBytes(StandardCharsets.ISO_8859_1);
      exchange.getResponseHeaders().set("Location", "http://127.0.0.1:1/");
      exchange.sendResponseHeaders(now.status(), body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
