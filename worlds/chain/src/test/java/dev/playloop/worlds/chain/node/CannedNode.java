package dev.playloop.worlds.chain.node;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;

/// A server that answers every request with the bytes it was given last. Thread-safe.
public final class CannedNode implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Queue<JsonNode> requests = new ConcurrentLinkedQueue<>();
  private volatile Reply reply = new Reply(200, new byte[0]);

  /// `ID` in the body stands for the id of the request.
  @SuppressWarnings("ArrayRecordComponent") // compared nowhere
  private record Reply(int status, byte[] body) {}

  public CannedNode() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  public URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/key-of-a-provider");
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
    server.stop(0);
    threads.shutdownNow();
  }
}
