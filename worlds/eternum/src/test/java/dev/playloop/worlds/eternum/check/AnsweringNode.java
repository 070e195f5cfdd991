package dev.playloop.worlds.eternum.check;

import com.sun.net.httpserver.HttpExchange;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.Selector;
import dev.playloop.worlds.chain.node.LoopbackServer;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;

/// A node of one empty block and nothing else, until a test says what it answers to a method, or to
/// a call of an entrypoint. Thread-safe.
final class AnsweringNode implements AutoCloseable {
  private final LoopbackServer server;
  private final Map<String, String> answers = new ConcurrentHashMap<>();

  AnsweringNode() {
    server = LoopbackServer.start(this::handle);
    says("balanceOf", "['0x7','0x0']");
    says("get", "['0x0']");
    says("starknet_getNonce", "'0x0'");
    String block = "{'block_number':0,'block_hash':'0x1','parent_hash':'0x0','timestamp':1,";
    says("starknet_getBlockWithTxHashes", block + "'transactions':[]}");
    says("starknet_getBlockWithTxs", block + "'transactions':[]}");
  }

  /// The JSON of a result, with single quotes; without a brace, bracket or quote at its beginning
  /// it is the whole body.
  void says(String to, String result) {
    answers.put(to, result.replace('\'', '"'));
  }

  URI uri() {
    return server.at("");
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      JsonNode asked =
          Json.tree(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
      String result = answers.getOrDefault(key(asked), "null");
      String body =
          "{[\"".indexOf(result.charAt(0)) < 0
              ? result
              : "{\"jsonrpc\":\"2.0\",\"id\":" + asked.path("id") + ",\"result\":" + result + "}";
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(200, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private static String key(JsonNode asked) {
    String method = asked.path("method").asString();
    if (!method.equals("starknet_call")) {
      return method;
    }
    String selector = asked.findValue("entry_point_selector").asString();
    return selector.equals(Selector.of("balanceOf").hex()) ? "balanceOf" : "get";
  }

  @Override
  public void close() {
    server.close();
  }
}
