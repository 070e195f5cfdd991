package dev.playloop.launcher.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/// A provider of the OpenAI wire that answers with the very bytes of a script. A prompt names its
/// script as `script:NAME`, the last one counts; whoever names none, or is at its script's end, is
/// told that all is well. Each call on a virtual thread.
final class Provider implements AutoCloseable {
  static final String MODEL = "scripted";

  private static final Pattern NAMED = Pattern.compile("script:([a-z0-9-]+)");

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, List<byte[]>> scripts = new ConcurrentHashMap<>();
  private final Map<String, AtomicInteger> calls = new ConcurrentHashMap<>();
  private final Map<String, String> prompts = new ConcurrentHashMap<>();

  private Provider(HttpServer server) {
    this.server = server;
  }

  static Provider start() {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
      Provider provider = new Provider(server);
      server.createContext("/", provider::serve);
      server.setExecutor(provider.threads);
      server.start();
      return provider;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/v1");
  }

  /// What the calls that name it are answered with, one after the other.
  void script(String name, byte[]... answers) {
    scripts.put(name, List.of(answers));
  }

  int calls(String script) {
    return calls.getOrDefault(script, new AtomicInteger()).get();
  }

  /// The last request that named this script.
  String prompt(String script) {
    return prompts.getOrDefault(script, "");
  }

  /// An answer without a call.
  static byte[] says(String text) {
    return Json.bytes(answer(text, "stop"));
  }

  /// An answer whose JSON holds `text` as it is, between its quotes.
  static byte[] saysRaw(String text) {
    return new String(says("@"), UTF_8).replace("@", text).getBytes(UTF_8);
  }

  /// An answer that reports this usage, a JSON text.
  static byte[] bills(String usage) {
    ObjectNode answer = answer("All is well.", "stop");
    answer.remove("usage");
    String text = Json.text(answer);
    return (text.substring(0, text.length() - 1) + ",\"usage\":" + usage + "}").getBytes(UTF_8);
  }

  /// An answer that calls one tool.
  static byte[] calls(String tool, String arguments) {
    ObjectNode answer = answer("I act.", "tool_calls");
    ObjectNode call =
        ((ObjectNode) answer.at("/choices/0/message")).putArray("tool_calls").addObject();
    call.put("id", "call-1").put("type", "function");
    call.putObject("function").put("name", tool).put("arguments", arguments);
    return Json.bytes(answer);
  }

  private static ObjectNode answer(String text, String reason) {
    ObjectNode answer = Json.NODES.objectNode().put("id", "a").put("object", "chat.completion");
    ObjectNode choice = answer.putArray("choices").addObject().put("index", 0);
    choice.put("finish_reason", reason);
    choice.putObject("message").put("role", "assistant").put("content", text);
    answer.putObject("usage").put("prompt_tokens", 100).put("completion_tokens", 10);
    return answer;
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      String prompt = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      byte[] answer = answer(prompt);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, answer.length == 0 ? -1 : answer.length);
      exchange.getResponseBody().write(answer);
    }
  }

  private byte[] answer(String prompt) {
    String name =
        NAMED.matcher(prompt).results().reduce((_, last) -> last).map(Provider::name).orElse("");
    prompts.put(name, prompt);
    int call = calls.computeIfAbsent(name, _ -> new AtomicInteger()).getAndIncrement();
    List<byte[]> script = scripts.getOrDefault(name, List.of());
    return call < script.size() ? script.get(call) : says("All is well.");
  }

  private static String name(MatchResult named) {
    return named.group(1);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
