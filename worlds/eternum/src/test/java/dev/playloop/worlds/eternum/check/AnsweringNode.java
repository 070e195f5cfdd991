package dev.playloop.worlds.eternum.check;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.Selector;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;

/// A node of one empty block and nothing else, until a test says what it answers to a method, or to
/// a call of an entrypoint. Thread-safe.
final class AnsweringNode implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, String> answers = new ConcurrentHashMap<>();

  AnsweringNode() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
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
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
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
    server.stop(0);
    threads.shutdownNow();
  }
}
