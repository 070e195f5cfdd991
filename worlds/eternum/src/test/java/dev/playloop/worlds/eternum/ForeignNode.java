package dev.playloop.worlds.eternum;

import com.sun.net.httpserver.HttpExchange;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.node.LoopbackServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.JsonNode;

/// A node like a provider's before a chain: it knows no `devnet_…` method, and answers single
/// questions as a test says. Thread-safe.
final class ForeignNode implements AutoCloseable {
  private static final String SEND = "starknet_addInvokeTransaction";

  private final URI chain;
  private final LoopbackServer server;
  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<String, String> results = new ConcurrentHashMap<>();
  private final Set<String> once = ConcurrentHashMap.newKeySet();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private volatile Refusal refusal = Refusal.NO_SUCH_METHOD;
  private volatile boolean html;

  /// How it refuses a `devnet_…` method.
  enum Refusal {
    NO_SUCH_METHOD,
    CODE_OF_ITS_OWN,
    HTTP_STATUS
  }

  ForeignNode(URI chain) {
    this.chain = chain;
    server = LoopbackServer.start(this::handle);
  }

  /// With a provider's key in its path, which nobody should see.
  URI uri() {
    return server.at("/v1/secret-of-mine");
  }

  ForeignNode refusing(Refusal how) {
    refusal = how;
    return this;
  }

  /// From now on this is its answer.
  ///
  /// @param part a question, or a part of it such as an address
  /// @param json the answer's `result` or `error` with its name
  ForeignNode answering(String part, String json) {
    results.put(part, json);
    return this;
  }

  /// The same of the next such question only.
  void answeringOnce(String part, String json) {
    once.add(part);
    results.put(part, json);
  }

  /// Everything is answered by the chain again.
  void healed() {
    results.clear();
  }

  ForeignNode withHtml() {
    html = true;
    return this;
  }

  /// How many transactions were sent.
  int sent() {
    return (int) asked.stream().filter(SEND::equals).count();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String question =
          new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      JsonNode read = Json.tree(question);
      String method = read.path("method").asString();
      asked.add(method);
      boolean forbidden = method.startsWith("devnet_") && refusal == Refusal.HTTP_STATUS;
      byte[] answer = answer(question, read, method).getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(forbidden ? 403 : 200, answer.length);
      exchange.getResponseBody().write(answer);
    }
  }

  private String answer(String question, JsonNode read, String method) throws IOException {
    if (html) {
      return "<!DOCTYPE html><title>Welcome to our gateway</title>";
    }
    for (Map.Entry<String, String> told : results.entrySet()) {
      if (question.contains(told.getKey())) {
        results.keySet().removeIf(one -> one.equals(told.getKey()) && once.remove(one));
        return "{\"jsonrpc\":\"2.0\",\"id\":%s,%s}".formatted(read.path("id"), told.getValue());
      }
    }
    if (method.startsWith("devnet_")) {
      int code = refusal == Refusal.NO_SUCH_METHOD ? -32_601 : -32_004;
      return "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":%d,\"message\":\"no\"}}"
          .formatted(read.path("id"), code);
    }
    try {
      return http.send(
              HttpRequest.newBuilder(chain)
                  .header("Content-Type", "application/json")
                  .POST(HttpRequest.BodyPublishers.ofString(question))
                  .build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void close() {
    server.close();
    http.shutdownNow();
  }
}
