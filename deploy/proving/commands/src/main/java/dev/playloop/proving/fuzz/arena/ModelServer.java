package dev.playloop.proving.fuzz.arena;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.playloop.proving.fuzz.input.Breaker;
import dev.playloop.proving.fuzz.input.Chance;
import dev.playloop.proving.fuzz.input.Corpus;
import dev.playloop.proving.fuzz.input.Replies;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// The provider of all agents, on both wires: it answers what a trigger's text asks it for. A text
/// `fuzz:<surface>:<number>` gets up to [#TURNS] broken answers in a row, everything else a plain
/// one. Each call on a virtual thread.
public final class ModelServer implements AutoCloseable {
  /// Broken answers of one run, at most: after one that fails for good the run is over.
  static final int TURNS = 8;

  private static final Pattern ASKED = Pattern.compile("fuzz:(replies|arguments):(\\d+)");
  private static final int BACKLOG = 1_024;

  /// No number of an entry that stands as it is.
  private static final long NO_ENTRY = Long.MAX_VALUE;

  static {
    System.getProperties().putIfAbsent("sun.net.httpserver.nodelay", "true");
    System.getProperties().putIfAbsent("sun.net.httpserver.maxIdleConnections", "4000");
  }

  private final long seed;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, AtomicInteger> asked = new ConcurrentHashMap<>();
  private final Map<String, Corpus> corpora;
  private final Map<String, LongAdder> broken = new ConcurrentHashMap<>();

  private ModelServer(long seed, Map<String, Corpus> corpora, HttpServer server) {
    this.seed = seed;
    this.corpora = corpora;
    this.server = server;
  }

  /// @param corpora by the surfaces whose inputs are given here
  static ModelServer start(long seed, Map<String, Corpus> corpora) {
    try {
      HttpServer http =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
      ModelServer model = new ModelServer(seed, corpora, http);
      http.createContext("/", model::serve);
      http.setExecutor(model.threads);
      http.start();
      return model;
    } catch (IOException e) {
      throw new UncheckedIOException("the model can't listen on loopback", e);
    }
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /// How many broken answers were given for that surface.
  public long broken(String surface) {
    LongAdder given = broken.get(surface);
    return given == null ? 0 : given.sum();
  }

  /// The run of this number is over.
  public void forget(String surface, long number) {
    asked.remove("fuzz:" + surface + ":" + number);
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      boolean anthropic = exchange.getRequestURI().getPath().startsWith("/anthropic");
      byte[] answer = answer(new String(body, UTF_8), anthropic);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, answer.length == 0 ? -1 : answer.length);
      exchange.getResponseBody().write(answer);
    }
  }

  private byte[] answer(String request, boolean anthropic) {
    Matcher marker = ASKED.matcher(request);
    Replies replies = new Replies(anthropic);
    if (!marker.find()) {
      return Json.bytes(replies.plain("Nothing to do."));
    }
    int turn = asked.computeIfAbsent(marker.group(), _ -> new AtomicInteger()).getAndIncrement();
    if (turn >= TURNS) {
      return Json.bytes(replies.plain("Done."));
    }
    String surface = marker.group(1);
    broken.computeIfAbsent(surface, _ -> new LongAdder()).increment();
    long number = Long.parseLong(marker.group(2));
    Chance chance = Chance.of(seed, surface, number * TURNS + turn);
    JsonNode tools = Json.tree(request).path("tools");
    Corpus.Entry entry =
        Objects.requireNonNull(corpora.get(surface)).at(turn == 0 ? number : NO_ENTRY, chance);
    if (surface.equals("replies")) {
      return entry == null ? Breaker.broken(replies.any(tools, chance), chance) : entry.bytes();
    }
    return Json.bytes(
        entry == null
            ? replies.call(tools, chance, true)
            : replies.call(entry.where().substring(entry.where().indexOf('/') + 1), entry.bytes()));
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
