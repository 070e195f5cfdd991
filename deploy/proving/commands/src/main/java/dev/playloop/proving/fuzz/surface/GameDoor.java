package dev.playloop.proving.fuzz.surface;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.playloop.proving.fuzz.arena.Arena;
import dev.playloop.proving.fuzz.input.Chance;
import dev.playloop.proving.fuzz.input.Corpus;
import dev.playloop.proving.fuzz.input.GameAsk;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The gateway's routes for games that fetch their actions and show what their agents said. Beside
/// what is hostile, a sane game must get what is released, and be heard. For all lanes.
final class GameDoor {
  /// How long a sane game may have to wait for its turn.
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Pattern EPOCH = Pattern.compile("\"epoch\":([0-9]{1,18})");
  private static final Pattern ACTION = Pattern.compile("\"action\":\"([^\"\\\\]{1,200})\"");
  private static final int BUSY_MILLIS = 200;

  private final Arena arena;
  private final AtomicLong epoch = new AtomicLong();
  private volatile String action = Arena.PULLED + "/guest-0:m1#1.1";

  /// What came of one.
  record Met(GameAsk ask, RawHttp.Answer answer) {
    /// A stream says so where it can't be opened now, and a reader comes again.
    boolean isBreach() {
      return answer.status() >= 500 && !(answer.status() == 503 && ask.line().contains("/events"));
    }
  }

  GameDoor(Arena arena) {
    this.arena = arena;
  }

  /// Whether this is an input of these routes.
  static boolean isOurs(Corpus.Entry entry) {
    return entry.where().startsWith("GET /") || entry.where().startsWith("POST /v1/worlds/");
  }

  Met replay(RawHttp http, Corpus.Entry entry, AgentConfig victim) throws IOException {
    String line =
        entry
            .where()
            .replace("{world}", victim.agent().world())
            .replace("{name}", victim.agent().name())
            .replace("{epoch}", String.valueOf(epoch.get()));
    return sent(http, GameAsk.of(line, token(), entry.about(victim.agent(), action)));
  }

  Met one(RawHttp http, AgentConfig victim, Chance chance) throws IOException {
    var known = new GameAsk.Known(Arena.PULLED, epoch.get(), action);
    return sent(
        http,
        switch (chance.below(5)) {
          case 0, 1 -> GameAsk.fetch(known, token(), chance);
          case 2, 3 -> GameAsk.result(known, token(), chance);
          default -> GameAsk.events(victim.agent().world(), victim.agent().name(), token(), chance);
        });
  }

  private String token() {
    return arena.system().userToken();
  }

  /// A request line that is none may end the connection without a word.
  private Met sent(RawHttp http, GameAsk ask) throws IOException {
    try {
      RawHttp.Answer answer = http.send(ask.head(arena.system().http().getAuthority()), ask.body());
      if (answer.status() == 200) {
        learn(answer.body());
      }
      return new Met(ask, answer);
    } catch (java.io.EOFException | SocketException e) {
      return new Met(ask, new RawHttp.Answer(0, "closed"));
    }
  }

  private void learn(String body) {
    Matcher given = EPOCH.matcher(body);
    if (given.find()) {
      epoch.set(Long.parseLong(given.group(1)));
    }
    Matcher handed = ACTION.matcher(body);
    if (handed.find()) {
      action = handed.group(1);
    }
  }

  /// A sane game; null, or what went wrong for it.
  @Nullable String sane(long number) throws IOException, InterruptedException {
    String wanted = arena.release("sane-" + number);
    long end = System.nanoTime() + PATIENCE.toNanos();
    String last = "";
    try (RawHttp http = new RawHttp(arena.system().http())) {
      String connection = "";
      while (System.nanoTime() < end) {
        RawHttp.Answer answer = sent(http, fetching(connection)).answer();
        last = answer.status() + " " + answer.body();
        if (answer.status() != 200) {
          connection = "";
          TimeUnit.MILLISECONDS.sleep(BUSY_MILLIS);
          continue;
        }
        JsonNode read = Json.tree(answer.body());
        connection = "&epoch=" + read.path("epoch").longValue();
        for (JsonNode each : read.path("actions")) {
          String said = answered(http, connection, each);
          if (each.path("action").asString().equals(wanted) && !isAsked(each)) {
            return said.contains("\"taken\"") ? null : "a sane answer was not taken: " + said;
          }
        }
      }
    }
    return "a sane game got no action in " + PATIENCE.toSeconds() + " s; at last " + last;
  }

  private GameAsk fetching(String connection) {
    return GameAsk.of(
        "GET /v1/worlds/" + Arena.PULLED + "/actions?puller=g&wait=1s" + connection,
        token(),
        new byte[0]);
  }

  private static boolean isAsked(JsonNode action) {
    return action.path("again").asBoolean(false);
  }

  /// It has done nothing before, and does at once what it is told.
  private String answered(RawHttp http, String connection, JsonNode action) throws IOException {
    String body =
        Json.NODES
            .objectNode()
            .put("action", action.path("action").asString())
            .put("status", isAsked(action) ? "not_done" : "done")
            .toString();
    String line = "POST /v1/worlds/" + Arena.PULLED + "/results?puller=g" + connection;
    return sent(http, GameAsk.of(line, token(), body.getBytes(ISO_8859_1))).answer().body();
  }
}
