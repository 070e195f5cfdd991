package dev.playloop.ingest.clients;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Plays one fixture with one driver, and says all that was not as it should be. It owns the
/// fixture's time: that moves when everybody in the client waits, and only to where the next of
/// them waits for. One thread.
final class Judge {
  static final String TOKEN = "tok-S3cret.17";

  /// Whatever a fixture does takes milliseconds; who is not back by then is blocked. The first
  /// order starts a process, too, and drivers say within 50 s that a client does not come to rest.
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final int MOST_MOVES = 2_000;

  private final Fixture fixture;
  private final DriverProcess driver;
  private final Duration callWithin;
  private final StubGateway gateway;
  private final StubGateway elsewhere;
  private final List<String> complaints = new ArrayList<>();
  private final ArrayNode problems = Lines.JSON.createArrayNode();
  private final List<JsonNode> ended = new ArrayList<>();
  private JsonNode next = Lines.JSON.nullNode();
  private double now;

  private Judge(Fixture fixture, DriverProcess driver, Duration callWithin) {
    this.fixture = fixture;
    this.driver = driver;
    this.callWithin = callWithin;
    this.elsewhere = new StubGateway(Lines.JSON.createArrayNode(), _ -> {});
    JsonNode script =
        Lines.read(
            Lines.write(fixture.told().path("server")).replace("{elsewhere}", elsewhere.address()));
    this.gateway = new StubGateway(script, driver::held);
  }

  /// What is wrong; nothing where the client keeps to it.
  static List<String> play(Fixture fixture, DriverProcess driver) {
    return play(fixture, driver, PATIENCE);
  }

  /// @param callWithin how long each of the game's own calls may take
  static List<String> play(Fixture fixture, DriverProcess driver, Duration callWithin) {
    int before = driver.said().length();
    Judge judge = new Judge(fixture, driver, callWithin);
    try (judge.gateway;
        judge.elsewhere) {
      judge.play();
    } catch (DriverProcess.Broken e) {
      judge.complaints.add(e.getMessage());
    }
    String said = driver.said();
    if (said.substring(Math.min(before, said.length())).contains(TOKEN)) {
      judge.complaints.add("the token is told");
    }
    return judge.complaints;
  }

  private void play() {
    JsonNode opened = open();
    if (fixture.told().has("refused")) {
      refused(fixture.told().path("refused").asString(), opened.path("returned").asString(""));
      return;
    }
    int number = 0;
    for (JsonNode step : fixture.steps()) {
      number++;
      for (int i = 1; i <= step.path("times").asInt(1); i++) {
        step("step " + number, step, i);
      }
    }
    tell(Lines.order("rest"));
    new Verdict(fixture, gateway, complaints).requests();
    if (!fixture.told().path("anyRequests").asBoolean(false)) {
      compareNodes("problems", fixture.told().path("problems"), problems);
    }
    compare("requests elsewhere", 0, elsewhere.connections());
    if (fixture.told().has("connections")) {
      compare("connections", fixture.told().path("connections").asInt(), gateway.connections());
    }
  }

  /// Languages spell an option's name as they do.
  private void refused(String option, String said) {
    if (!said.replace("_", "").toLowerCase(Locale.ROOT).contains(option.toLowerCase(Locale.ROOT))) {
      complaints.add("expected it to be refused with the name " + option + ", got '" + said + "'");
    }
  }

  private JsonNode open() {
    JsonNode told = fixture.told();
    ObjectNode order = Lines.order("open");
    String url = told.path("url").asString("{gateway}").replace("{gateway}", gateway.address());
    order.put("url", url);
    order.set("token", told.has("token") ? told.get("token") : Lines.JSON.valueToTree(TOKEN));
    order.put("source", told.path("source").asString("/game"));
    order.put("chance", told.path("chance").asDouble(1));
    order.put("deaf", told.path("deaf").asBoolean(false));
    order.set("options", told.has("options") ? told.get("options") : Lines.JSON.createObjectNode());
    return tell(order);
  }

  private void step(String where, JsonNode step, int turn) {
    String name = step.path("do").asString();
    switch (name) {
      case "advance" -> advance(step.path("ms").asDouble());
      case "flush", "close" -> {
        begin(name, step);
        await(where, name, step);
      }
      case "begin-flush" -> begin("flush", step);
      case "await-flush" -> await(where, "flush", step);
      case "release" -> {
        var _ = driver.tell(Lines.order("held").put("held", false), PATIENCE);
        gateway.release();
        var _ = tell(Lines.order("rest"));
      }
      case "stats" -> stats(where, step.path("is"));
      case "describe", "ulids" -> described(where, name, step);
      case "change" ->
          compareNodes(where, step.path("returns"), tell(Lines.order("change")).path("returned"));
      default -> call(where, name, step, turn);
    }
  }

  private void call(String where, String method, JsonNode step, int turn) {
    ObjectNode order = Lines.order("call").put("method", method);
    order.set(
        "args", Lines.read(Lines.write(step.path("args")).replace("{i}", String.valueOf(turn))));
    JsonNode returned = tell(order, callWithin).path("returned");
    compare(where + ": returned", step.path("returns").asBoolean(true), returned.asBoolean());
  }

  private void described(String where, String name, JsonNode step) {
    JsonNode returned =
        tell(Lines.order(name).put("count", step.path("count").asInt())).path("returned");
    if (name.equals("ulids")) {
      Verdict.ulids(where, returned, step.path("count").asInt(), complaints);
    }
  }

  private void stats(String where, JsonNode is) {
    JsonNode stats = tell(Lines.order("stats")).path("returned");
    is.properties()
        .forEach(one ->
            compareNodes(where + ": " + one.getKey(), one.getValue(), stats.path(one.getKey())));
    long sum = 0;
    for (String part : List.of("accepted", "coalesced", "dropped", "refused", "waiting")) {
      sum += stats.path(part).asLong();
    }
    compare(where + ": taken is the sum of what became of it", sum, stats.path("taken").asLong());
    compare(
        where + ": accepted is what the gateway took",
        new Verdict(fixture, gateway, complaints).accepted(),
        stats.path("accepted").asLong());
  }

  private void advance(double millis) {
    double target = now + millis;
    for (int i = 0; i < MOST_MOVES && next.isNumber() && next.asDouble() <= target; i++) {
      move(next.asDouble());
    }
    move(target);
  }

  private void move(double to) {
    now = Math.max(now, to);
    gateway.now(now);
    tell(Lines.order("time").put("now", now));
  }

  private void begin(String name, JsonNode step) {
    tell(Lines.order(name).put("ms", step.path("ms").asDouble(10_000)));
  }

  private void await(String where, String name, JsonNode step) {
    for (int i = 0; i < MOST_MOVES && ended.isEmpty() && next.isNumber(); i++) {
      move(next.asDouble());
    }
    if (ended.isEmpty()) {
      throw new DriverProcess.Broken(where + ": " + name + " waits for nothing, for ever");
    }
    JsonNode returned = ended.removeFirst().path(name);
    compareNodes(
        where + ": " + name,
        Lines.JSON.valueToTree(step.path("returns").asBoolean(true)),
        returned);
    if (step.has("at")) {
      compare(where + ": " + name + " is back at", step.path("at").asDouble(), now);
    }
  }

  private JsonNode tell(ObjectNode order) {
    return tell(order, PATIENCE);
  }

  private JsonNode tell(ObjectNode order, Duration within) {
    JsonNode answer = driver.tell(order, within);
    next = answer.path("next");
    answer.path("problems").forEach(problems::add);
    answer.path("ended").forEach(ended::add);
    return answer;
  }

  private void compareNodes(String what, JsonNode expected, JsonNode got) {
    String want = expected.isMissingNode() ? "[]" : Lines.write(expected);
    compare(what, want, Lines.write(got));
  }

  private void compare(String what, Object expected, Object got) {
    if (!expected.equals(got)) {
      complaints.add(what + ": expected " + expected + ", got " + got);
    }
  }
}
