package dev.playloop.worlds.chain.simulator.server;

import dev.playloop.schemas.json.CheckedJson;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A bare client: whatever is asked goes out as it is.
final class RpcClient implements AutoCloseable {
  private final HttpClient http = HttpClient.newHttpClient();
  private final URI server;

  RpcClient(URI server) {
    this.server = server;
  }

  /// The whole reply.
  JsonNode ask(String method, JsonNode params) throws InterruptedException {
    ObjectNode request = Json.NODES.objectNode().put("jsonrpc", "2.0").put("id", 1);
    request.put("method", method);
    request.set("params", params);
    return CheckedJson.of(send(Json.bytes(request)).body(), Edge.REPLY).tree();
  }

  /// @param params as JSON, with `'` for `"`
  JsonNode ask(String method, String params) throws InterruptedException {
    return ask(method, Json.tree(params.replace('\'', '"')));
  }

  /// What was answered to a question that is a good one.
  JsonNode result(String method, String params) throws InterruptedException {
    JsonNode reply = ask(method, params);
    if (!reply.has("result")) {
      throw new AssertionError(method + " " + params + ": " + reply);
    }
    return reply.get("result");
  }

  HttpResponse<byte[]> send(byte[] body) throws InterruptedException {
    try {
      return http.send(
          HttpRequest.newBuilder(server)
              .header("content-type", "application/json")
              .POST(BodyPublishers.ofByteArray(body))
              .build(),
          BodyHandlers.ofByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    http.close();
  }
}
