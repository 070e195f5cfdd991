package dev.playloop.worlds.chain.node;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Printable;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.json.CheckedJson;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// JSON-RPC 2.0 over HTTP/1.1, one question a request. Whatever comes back that is no answer to it
/// is a [NodeUnavailable] that says briefly what came; an error of the RPC is a [NodeRefusal].
/// Called on many threads at once, which share its connections.
public final class RpcWire implements AutoCloseable {
  /// A page of 1,000 events of the game takes some 1.5 MB.
  static final int MAX_REPLY = 4 * 1024 * 1024;

  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final int SHOWN = 80;
  private static final int MAX_DATA = 64 * 1024;

  private final URI node;
  private final Duration limit;
  private final HttpClient http;
  private final AtomicLong ids = new AtomicLong();

  private RpcWire(URI node, Duration limit, HttpClient http) {
    this.node = node;
    this.limit = limit;
    this.http = http;
  }

  /// Opens no connection yet.
  ///
  /// @param limit how long one question may take from its sending to the reply's last byte
  public static RpcWire to(URI node, Duration limit) {
    Require.webAddress("rpc", node.toString());
    Require.positive("limit", limit);
    return new RpcWire(
        node,
        limit,
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build());
  }

  /// Where the node is, without what a path or a query may hold of a provider's key.
  public String host() {
    return node.getPort() < 0 ? node.getHost() : node.getHost() + ":" + node.getPort();
  }

  /// What the node has as the result of the method.
  ///
  /// @param params an object, by name, or a list, by place
  public RpcValue ask(String method, JsonNode params) throws InterruptedException {
    long id = ids.incrementAndGet();
    ObjectNode question = Json.NODES.objectNode();
    question.put("jsonrpc", "2.0").put("id", id).put("method", method);
    question.set("params", params);
    return answer(method, id, exchange(method, Json.bytes(question)));
  }

  private HttpResponse<byte[]> exchange(String method, byte[] question)
      throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(node)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(question))
            .build();
    CompletableFuture<HttpResponse<byte[]>> reply =
        http.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAX_REPLY));
    boolean ended = false;
    try {
      HttpResponse<byte[]> response = reply.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      ended = true;
      return response;
    } catch (TimeoutException e) {
      throw unavailable(method, "has not answered within " + limit.toMillis() + " ms", e);
    } catch (ExecutionException e) {
      ended = true;
      throw unavailable(method, "is not reached: " + why(e.getCause()), e);
    } finally {
      if (!ended) {
        reply.cancel(true); // ends the connection, too
      }
    }
  }

  private static String why(@Nullable Throwable cause) {
    if (cause instanceof IOException && cause.getMessage() != null) {
      return Printable.brief(cause.getMessage(), SHOWN);
    }
    return cause == null ? "unknown" : cause.getClass().getSimpleName();
  }

  private RpcValue answer(String method, long id, HttpResponse<byte[]> response) {
    if (response.statusCode() != 200) {
      throw unavailable(method, "answered with HTTP " + response.statusCode(), null);
    }
    JsonNode reply;
    try {
      reply = CheckedJson.of(response.body(), Edge.REPLY).tree();
    } catch (InvalidValueException e) {
      String why = "answered what is no JSON: " + shown(response.body());
      throw unavailable(method, why, e);
    }
    JsonNode error = reply.get("error");
    JsonNode result = reply.get("result");
    if (!reply.isObject() || !reply.path("jsonrpc").asString("").equals("2.0")) {
      throw unavailable(method, "answered what is no JSON-RPC 2.0", null);
    }
    JsonNode itsId = reply.path("id");
    if (!itsId.isIntegralNumber() || !itsId.canConvertToLong() || itsId.longValue() != id) {
      throw unavailable(method, "answered another question than " + id, null);
    }
    if (error != null && !error.isNull()) {
      throw refusal(method, error);
    }
    if (result == null) {
      throw unavailable(method, "answered with neither result nor error", null);
    }
    return RpcValue.of(host() + " on " + method, result);
  }

  private RuntimeException refusal(String method, JsonNode error) {
    JsonNode code = error.path("code");
    JsonNode message = error.path("message");
    if (!code.isIntegralNumber() || !code.canConvertToInt() || !message.isString()) {
      return unavailable(method, "answered with an error without code and message", null);
    }
    JsonNode data = error.path("data");
    String text =
        data.isMissingNode() || data.isNull()
            ? ""
            : data.isString() ? data.stringValue() : Json.text(data);
    return new NodeRefusal(
        code.intValue(),
        Printable.brief(message.stringValue(), MAX_DATA),
        text.length() <= MAX_DATA ? text : Text.tail(text, text.length() - MAX_DATA));
  }

  private static String shown(byte[] body) {
    String head =
        new String(body, 0, Math.min(body.length, SHOWN), java.nio.charset.StandardCharsets.UTF_8);
    return body.length == 0 ? "nothing" : "'" + Printable.brief(head, SHOWN) + "'";
  }

  private NodeUnavailable unavailable(String method, String what, @Nullable Throwable cause) {
    return new NodeUnavailable("the node " + host() + " on " + method + " " + what, cause);
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
