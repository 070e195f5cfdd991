// A game for agents of Playloop: a JDK of 17 or newer, no library and one file. The contract: docs/game-contract.md.
// GAME_SECRET=… [GAME_PORT=7777] [GAME_STORE=game.log] [GAME_TEST=1] java Game.java

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Game {
  static final byte[] SECRET = Objects.requireNonNull(System.getenv("GAME_SECRET"), "GAME_SECRET is missing").getBytes(UTF_8);
  static final int LATE = 300; // seconds
  static final int MAX_BODY = 1 << 20;

  // What a call changes, or null for nothing: how much a counter rises. And what the agent is told.
  record Played(String counter, long by, Map<String, Object> told) {}

  interface Tool {
    Played play(Map<String, Object> args);
  }

  record Said(int status, Map<String, Object> body) {}

  final Map<String, Map<String, Object>> kept = new HashMap<>(); // answers by action
  final Map<String, Long> counters = new HashMap<>(); // the world
  final Map<String, Tool> tools = new HashMap<>();
  final FileChannel log;
  long born;

  Game(Path store) throws IOException {
    // Your tools.
    tools.put("look_at_bell", args -> new Played(null, 0, Map.of("rung", total("bell"))));
    tools.put("ring_bell", args -> new Played("bell", 1, Map.of("rung", total("bell") + 1)));
    if ("1".equals(System.getenv("GAME_TEST"))) { // for `./playloop worlds check`
      tools.put("playloop_probe_read", args -> new Played(null, 0, Map.of("total", total((String) args.get("counter")))));
      tools.put("playloop_probe_add", args -> {
        String counter = (String) args.get("counter");
        long by = ((Number) args.get("n")).longValue();
        return new Played(counter, by, Map.of("total", total(counter) + by));
      });
    }
    log = FileChannel.open(store, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    byte[] all = Files.readAllBytes(store);
    int end = all.length;
    while (end > 0 && all[end - 1] != '\n') end--; // what was cut off in its midst was never answered
    log.truncate(end).position(end);
    for (String line : new String(all, 0, end, UTF_8).split("\n")) {
      if (line.isEmpty()) continue;
      Map<String, Object> read = Json.object(line);
      if (born == 0) born = (Long) read.get("born");
      else apply(read);
    }
    if (born == 0) write(Map.of("born", born = Instant.now().getEpochSecond()));
  }

  long total(String counter) {
    return counters.getOrDefault(counter, 0L);
  }

  // An answer and its effect are one line of the file, so both are there or none.
  @SuppressWarnings("unchecked")
  void apply(Map<String, Object> line) {
    Map<String, Object> answer = (Map<String, Object>) line.get("answer");
    kept.put((String) answer.get("action"), answer);
    if (line.get("counter") instanceof String counter) counters.merge(counter, (Long) line.get("by"), Long::sum);
  }

  void write(Map<String, Object> line) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap((Json.text(line) + "\n").getBytes(UTF_8));
      while (bytes.hasRemaining()) log.write(bytes);
      log.force(true);
    } catch (IOException e) {
      Runtime.getRuntime().halt(1); // nobody knows how much of it is in the file: whoever starts it again reads it
    }
  }

  @SuppressWarnings("unchecked")
  Said act(Map<String, Object> action) {
    String id = (String) action.get("action");
    if (kept.containsKey(id)) return new Said(200, kept.get(id));
    if (Instant.parse((String) action.get("notAfter")).isBefore(Instant.now())) return no(409, "expired", "It came too late.");
    Map<String, Object> answer = new LinkedHashMap<>(Map.of("action", id));
    Tool tool = tools.get((String) action.get("tool"));
    Played played = tool == null ? null : tool.play((Map<String, Object>) action.get("args"));
    answer.put("status", played == null ? "refused" : "done");
    if (played == null) answer.putAll(no(200, "unknown_tool", "There is no such tool.").body());
    else answer.put("output", played.told());
    if ("write".equals(action.get("effect"))) { // written before it is answered
      Map<String, Object> line = new LinkedHashMap<>(Map.of("answer", answer));
      if (played != null && played.counter() != null) line.putAll(Map.of("counter", played.counter(), "by", played.by()));
      write(line);
      apply(line);
    }
    return new Said(200, answer);
  }

  static Said no(int status, String code, String message) {
    return new Said(status, Map.of("error", Map.of("code", code, "message", message)));
  }

  synchronized Said answer(HttpExchange asked, byte[] body) throws GeneralSecurityException {
    String target = asked.getRequestURI().toString(); // as it was sent
    String at = header(asked, "Playloop-Timestamp");
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(SECRET, "HmacSHA256"));
    mac.update((at + "\n" + asked.getRequestMethod() + "\n" + target + "\n").getBytes(UTF_8));
    String right = "v1=" + HexFormat.of().formatHex(mac.doFinal(body));
    boolean isRight = MessageDigest.isEqual(right.getBytes(UTF_8), header(asked, "Playloop-Signature").getBytes(UTF_8));
    if (!isRight || Math.abs(Instant.now().getEpochSecond() - Long.parseLong(at)) >= LATE) {
      return no(401, "signature", "Not signed now.");
    }
    if (asked.getRequestMethod().equals("POST") && target.equals("/actions")) {
      Map<String, Object> action = Json.object(new String(body, UTF_8));
      boolean isItsKey = header(asked, "Idempotency-Key").equals(action.get("action"));
      return isItsKey ? act(action) : no(400, "key", "Not the action's id.");
    }
    String path = asked.getRequestURI().getRawPath();
    if (!asked.getRequestMethod().equals("GET") || !path.startsWith("/actions/")) return no(404, "path", "There is no such path.");
    String id = URLDecoder.decode(path.substring("/actions/".length()).replace("+", "%2B"), UTF_8);
    String query = asked.getRequestURI().getRawQuery();
    long issued = query != null && query.startsWith("issued=") ? Long.parseLong(query.substring("issued=".length())) : 0;
    if (kept.containsKey(id)) return new Said(200, kept.get(id));
    return new Said(200, Map.of("action", id, "status", born + LATE < issued ? "not_done" : "unknown"));
  }

  static String header(HttpExchange asked, String name) {
    String value = asked.getRequestHeaders().getFirst(name);
    return value == null ? "" : value;
  }

  void serve(HttpExchange asked) throws IOException {
    try (asked) {
      Said said;
      byte[] body = asked.getRequestBody().readNBytes(MAX_BODY + 1);
      try {
        said = body.length > MAX_BODY ? no(413, "too_large", "More than 1 MiB.") : answer(asked, body);
      } catch (RuntimeException | GeneralSecurityException e) { // what nobody can read has no effect
        said = no(400, "request", "Not a request of the contract.");
      }
      byte[] text = Json.text(said.body()).getBytes(UTF_8);
      asked.getResponseHeaders().set("Content-Type", "application/json");
      asked.sendResponseHeaders(said.status(), text.length);
      asked.getResponseBody().write(text);
    }
  }

  public static void main(String[] args) throws IOException {
    Game game = new Game(Path.of(System.getenv().getOrDefault("GAME_STORE", "game.log")));
    int port = Integer.parseInt(System.getenv().getOrDefault("GAME_PORT", "7777"));
    HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), 0);
    server.createContext("/", game::serve);
    server.setExecutor(Executors.newFixedThreadPool(16));
    server.start();
    System.out.println("http://127.0.0.1:" + server.getAddress().getPort());
  }

  // The JDK has no JSON of its own: objects are maps, arrays lists, whole numbers longs.
  static final class Json {
    final String text;
    int at;

    Json(String text) {
      this.text = text;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(String text) {
      Json json = new Json(text);
      Object read = json.value(0);
      if (json.peek() != 0) throw new IllegalArgumentException("more than one value");
      return (Map<String, Object>) read;
    }

    char peek() {
      while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
      return at < text.length() ? text.charAt(at) : 0;
    }

    void take(String expected) {
      peek();
      if (!text.startsWith(expected, at)) throw new IllegalArgumentException("no " + expected + " at " + at);
      at += expected.length();
    }

    <T> T word(String word, T value) {
      take(word);
      return value;
    }

    Object value(int depth) {
      if (depth > 64) throw new IllegalArgumentException("too deep");
      switch (peek()) {
        case '{':
          Map<String, Object> fields = new LinkedHashMap<>();
          for (at++; peek() != '}'; ) {
            if (!fields.isEmpty()) take(",");
            peek();
            String name = string();
            take(":");
            fields.put(name, value(depth + 1));
          }
          at++;
          return fields;
        case '[':
          List<Object> elements = new ArrayList<>();
          for (at++; peek() != ']'; ) {
            if (!elements.isEmpty()) take(",");
            elements.add(value(depth + 1));
          }
          at++;
          return elements;
        case '"':
          return string();
        case 't':
          return word("true", true);
        case 'f':
          return word("false", false);
        case 'n':
          return word("null", null);
        default:
          int from = at;
          while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) at++;
          String number = text.substring(from, at);
          return number.matches("-?[0-9]{1,18}") ? (Object) Long.valueOf(number) : Double.valueOf(number);
      }
    }

    String string() {
      if (text.charAt(at++) != '"') throw new IllegalArgumentException("no text at " + at);
      StringBuilder read = new StringBuilder();
      for (char c = text.charAt(at++); c != '"'; c = text.charAt(at++)) {
        if (c == '\\') {
          c = text.charAt(at++);
          int named = "bfnrt".indexOf(c);
          if (named >= 0) c = "\b\f\n\r\t".charAt(named);
          else if (c == 'u') c = (char) Integer.parseInt(text.substring(at, at += 4), 16);
        }
        read.append(c);
      }
      return read.toString();
    }

    static String text(Object value) {
      StringBuilder text = new StringBuilder();
      append(text, value);
      return text.toString();
    }

    static void append(StringBuilder text, Object value) {
      if (value instanceof Map<?, ?> fields) {
        String before = "{";
        for (Map.Entry<?, ?> field : fields.entrySet()) {
          append(text.append(before), field.getKey());
          append(text.append(':'), field.getValue());
          before = ",";
        }
        text.append(fields.isEmpty() ? "{}" : "}");
      } else if (value instanceof List<?> elements) {
        String before = "[";
        for (Object element : elements) {
          append(text.append(before), element);
          before = ",";
        }
        text.append(elements.isEmpty() ? "[]" : "]");
      } else if (value instanceof String string) {
        text.append('"');
        for (char c : string.toCharArray()) {
          if (c == '"' || c == '\\') text.append('\\').append(c);
          else if (c < ' ' || Character.isSurrogate(c)) text.append("\\u%04x".formatted((int) c));
          else text.append(c);
        }
        text.append('"');
      } else {
        text.append(value);
      }
    }
  }
}
