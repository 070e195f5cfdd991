package dev.playloop.worlds.declared.game;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A game in Java that keeps the contract, or breaks one part of it. What lies on its disk outlives
/// [#restart]; nothing else does. Thread-safe.
public final class TestGame implements AutoCloseable {
  public static final byte[] SECRET =
      "a secret of this game alone".getBytes(StandardCharsets.UTF_8);

  private static final int TEN_MEGABYTES = 10 * 1024 * 1024;

  /// One action that has ended: its answer and its effect are one entry, so both are there or none.
  private record Entry(String id, ObjectNode answer, String counter, int n) {}

  private record Answer(int http, String body) {
    static Answer error(int http, String code) {
      return new Answer(http, "{\"error\":{\"code\":\"" + code + "\",\"message\":\"no\"}}");
    }
  }

  private final Fault fault;
  private final Instant born;
  private final List<Entry> disk = new ArrayList<>();
  private final List<Entry> unwritten = new ArrayList<>();
  private final List<Runnable> later = new ArrayList<>();
  private final AtomicInteger posts = new AtomicInteger();
  private final Map<String, ObjectNode> answers = new HashMap<>();
  private final Map<String, Integer> counters = new HashMap<>();
  private final Set<String> begun = new HashSet<>();
  private final TestDoor door;
  private volatile boolean closedDoor;
  private final Rivals rivals = new Rivals();
  private HttpServer server;
  private ExecutorService threads;

  private TestGame(Fault fault, Instant born) {
    this.fault = fault;
    this.door = new TestDoor(fault);
    this.born = born;
    this.threads = Executors.newVirtualThreadPerTaskExecutor();
    this.server = listening(0);
  }

  /// One whose memory is old enough to vouch for all of it.
  public static TestGame with(Fault fault) {
    return new TestGame(fault, Instant.EPOCH);
  }

  /// One whose memory begins then.
  public static TestGame bornAt(Instant born) {
    return new TestGame(Fault.NONE, born);
  }

  private HttpServer listening(int port) {
    try {
      HttpServer http =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
      http.createContext("/", this::handle);
      http.setExecutor(threads);
      http.start();
      return http;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String base() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/play";
  }

  public int posts() {
    return posts.get();
  }

  public synchronized int counter(String name) {
    return counters.getOrDefault(name, 0);
  }

  /// While it is closed, additions are refused.
  public void closeDoor(boolean closed) {
    closedDoor = closed;
  }

  /// As if it had been killed and started again, at the same address.
  public void restart() {
    int port = server.getAddress().getPort();
    close();
    synchronized (this) {
      answers.clear();
      counters.clear();
      begun.clear();
      unwritten.clear();
      later.clear();
      if (fault == Fault.FORGETS_AT_RESTART) {
        disk.clear();
      }
      for (Entry entry : disk) {
        answers.put(entry.id(), entry.answer());
        counters.merge(entry.counter(), entry.n(), Integer::sum);
      }
    }
    threads = Executors.newVirtualThreadPerTaskExecutor();
    server = listening(port);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      Answer answer;
      try {
        answer = answer(exchange, body);
      } catch (InterruptedException e) {
        answer = Answer.error(500, "interrupted");
      }
      byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(answer.http(), bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private Answer answer(HttpExchange exchange, byte[] body) throws InterruptedException {
    URI uri = exchange.getRequestURI();
    String method = exchange.getRequestMethod();
    String path = uri.toString().substring("/play".length());
    tick();
    if (!door.lets(exchange.getRequestHeaders(), method, path, body)) {
      return Answer.error(401, "signature");
    }
    if (method.equals("GET")) {
      String raw = path.substring(GameContract.ACTIONS.length() + 1).replaceFirst("\\?.*", "");
      return asked(URLDecoder.decode(raw, StandardCharsets.UTF_8), uri.getRawQuery());
    }
    posts.incrementAndGet();
    if (fault == Fault.REDIRECTS) {
      exchange.getResponseHeaders().set("Location", "http://127.0.0.1:1/elsewhere");
      return new Answer(307, "");
    }
    JsonNode action = Json.tree(new String(body, StandardCharsets.UTF_8));
    String id = action.path("action").stringValue();
    if (fault != Fault.IGNORES_KEY
        && !id.equals(exchange.getRequestHeaders().getFirst(GameContract.KEY))) {
      return Answer.error(400, "key");
    }
    return act(id, action);
  }

  /// What a faulty game does behind its answers happens when the next requests come.
  private synchronized void tick() {
    disk.addAll(unwritten);
    unwritten.clear();
    if (later.size() > 1) {
      later.removeFirst().run();
    }
  }

  private synchronized Answer asked(String id, @Nullable String query) {
    ObjectNode known = answers.get(id);
    if (known != null) {
      if (fault == Fault.TAKES_REPLAYS) {
        answers.remove(id);
      }
      return new Answer(200, known.toString());
    }
    if (begun.contains(id)) {
      return Answer.error(409, "busy");
    }
    if (fault == Fault.TELLS_OF_STRANGERS) {
      return new Answer(200, ended(id, "done").put("output", 0).toString());
    }
    boolean vouches =
        query != null
            && query.startsWith("issued=")
            && born.plus(GameContract.TOLERANCE)
                .isBefore(Instant.ofEpochSecond(Long.parseLong(query.substring(7))));
    return new Answer(200, ended(id, vouches ? "not_done" : "unknown").toString());
  }

  private Answer act(String id, JsonNode action) throws InterruptedException {
    String tool = action.path("tool").stringValue();
    String counter = action.path("args").path("counter").asString("");
    if (tool.equals("playloop_probe_read") && fault != Fault.HAS_NO_PROBES) {
      ObjectNode read = ended(id, "done");
      read.putObject("output").put("total", counter(counter));
      return new Answer(200, read.toString());
    }
    int n = action.path("args").path("n").asInt(0);
    synchronized (this) {
      ObjectNode known = fault == Fault.ACTS_TWICE ? null : answers.get(id);
      if (known != null) {
        return new Answer(200, again(known, counter).toString());
      }
      if (begun.contains(id)) {
        if (fault == Fault.ACTS_ON_BUSY) {
          counters.merge(counter, n, Integer::sum);
        }
        return Answer.error(409, "busy");
      }
      if (Instant.now().isAfter(Instant.parse(action.path("notAfter").stringValue()))
          && fault != Fault.TAKES_EXPIRED) {
        if (fault == Fault.ACTS_AFTER_409) {
          counters.merge(counter, n, Integer::sum);
        }
        return Answer.error(409, "expired");
      }
      begun.add(id);
    }
    return finished(id, tool, counter, n);
  }

  private ObjectNode again(ObjectNode known, String counter) {
    ObjectNode answer = known.deepCopy();
    if (fault == Fault.GIVES_TWO_RESULTS) {
      answer.putObject("output").put("total", counter(counter));
    }
    return answer;
  }

  private Answer finished(String id, String tool, String counter, int n)
      throws InterruptedException {
    boolean probe = tool.equals("playloop_probe_add") && fault != Fault.HAS_NO_PROBES;
    if ((!probe && fault != Fault.DOES_UNKNOWN_TOOLS) || closedDoor) {
      ObjectNode refused = ended(id, "refused");
      refused
          .putObject("error")
          .put("code", probe ? "door_closed" : "unknown_tool")
          .put("message", probe ? "The door is closed." : "There is no such tool.");
      return kept(new Entry(id, refused, counter, 0));
    }
    int before = counter(counter);
    if (fault == Fault.LOSES_PARALLEL || fault == Fault.ACTS_ON_BUSY) {
      rivals.letIn();
    }
    ObjectNode done = ended(id, "done");
    synchronized (this) {
      int total = (fault == Fault.LOSES_PARALLEL ? before : counter(counter)) + n;
      if (fault == Fault.SAYS_DONE_FIRST) {
        later.add(() -> counters.merge(counter, n, Integer::sum));
      } else {
        counters.put(counter, total);
      }
      done.putObject("output").put("total", total);
      return kept(new Entry(id, done, counter, n));
    }
  }

  private synchronized Answer kept(Entry entry) {
    (fault == Fault.ANSWERS_BEFORE_STORED ? unwritten : disk).add(entry);
    answers.put(entry.id(), entry.answer());
    begun.remove(entry.id());
    return switch (fault) {
      case ANSWERS_EMPTY -> new Answer(200, "");
      case ANSWERS_TEN_MEGABYTES -> new Answer(200, " ".repeat(TEN_MEGABYTES) + entry.answer());
      case ANSWERS_ANOTHERS_ID ->
          new Answer(
              200, entry.answer().deepCopy().put("action", "tally/ada:other#1.1").toString());
      default -> new Answer(200, entry.answer().toString());
    };
  }

  private static ObjectNode ended(String id, String status) {
    return Json.NODES.objectNode().put("action", id).put("status", status);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
