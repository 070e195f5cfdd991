package dev.playloop.proving.fuzz.surface;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.playloop.proving.fuzz.arena.Arena;
import dev.playloop.proving.fuzz.arena.Findings;
import dev.playloop.proving.fuzz.arena.Refusals;
import dev.playloop.proving.fuzz.input.Breaker;
import dev.playloop.proving.fuzz.input.Chance;
import dev.playloop.proving.fuzz.input.Controls;
import dev.playloop.proving.fuzz.input.Corpus;
import dev.playloop.proving.fuzz.input.Events;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// CloudEvents over HTTP, in all three modes, what people say, and what games ask that fetch their
/// actions or read what was said, over a few connections that are kept.
public final class GatewaySurface implements Surface {
  private static final int CONNECTIONS = 8;
  private static final Duration SETTLE = Duration.ofSeconds(60);
  private static final List<String> TYPES =
      List.of(
          "application/cloudevents+json",
          "application/cloudevents+json; charset=utf-16",
          "application/json",
          "application/cloudevents-batch+json",
          "text/plain",
          "");

  private final Arena arena;
  private final long seed;
  private final Findings findings;
  private final Corpus corpus;
  private final URI address;
  private final GameDoor games;
  private final Refusals refusals = new Refusals();
  private final LongAdder accepted = new LongAdder();

  public GatewaySurface(Arena arena, long seed, Findings findings, Corpus corpus) {
    this.arena = arena;
    this.seed = seed;
    this.findings = findings;
    this.corpus = corpus;
    this.address = arena.system().http();
    this.games = new GameDoor(arena);
  }

  @Override
  public String name() {
    return "gateway";
  }

  @Override
  public int chunk() {
    return 400;
  }

  @Override
  public Refusals refusals() {
    return refusals;
  }

  /// What was refused has left no record: as many are on the topics as were accepted.
  @Override
  public long feed(long first, int count) throws InterruptedException {
    long before = arena.watch().fromGateway();
    accepted.reset();
    arena.release("guest-" + first);
    Lanes.run(CONNECTIONS, first, count, _ -> lane());
    long wanted = accepted.sum();
    Arena.await(SETTLE, () -> arena.watch().fromGateway() - before >= wanted);
    long seen = arena.watch().fromGateway() - before;
    if (seen != wanted) {
      findings.add(
          name(),
          first + count - 1,
          wanted + " events accepted, " + seen + " records",
          new byte[0]);
    }
    sane(first + count - 1);
    return count;
  }

  private void sane(long number) throws InterruptedException {
    try {
      String wrong = games.sane(number);
      if (wrong != null) {
        findings.add(name(), number, wrong, new byte[0]);
      }
    } catch (IOException e) {
      findings.add(name(), number, "a sane game is not answered: " + e, new byte[0]);
    }
  }

  private Lanes.Lane lane() throws IOException {
    RawHttp http = new RawHttp(address);
    return new Lanes.Lane() {
      @Override
      public void take(long number) throws IOException {
        one(http, number);
      }

      @Override
      public void close() throws IOException {
        http.close();
      }
    };
  }

  private void one(RawHttp http, long number) throws IOException {
    Chance chance = Chance.of(seed, name(), number);
    AgentConfig victim = chance.of(arena.cast().victims());
    Corpus.Entry entry = corpus.at(number, chance);
    if (entry == null && chance.oneIn(5)) {
      word(http, number, victim, chance);
      return;
    }
    if (entry != null ? GameDoor.isOurs(entry) : chance.oneIn(5)) {
      game(
          number,
          entry != null ? games.replay(http, entry, victim) : games.one(http, victim, chance));
      return;
    }
    String type =
        entry != null ? entry.where() : chance.oneIn(3) ? chance.of(TYPES) : TYPES.getFirst();
    JsonNode event = event(victim, number, chance);
    byte[] body;
    if (entry != null) {
      body = entry.about(victim.agent());
    } else if (type.contains("batch")) {
      body =
          Breaker.broken(
              Json.NODES.arrayNode().add(event).add(event(victim, -number, chance)), chance);
    } else if (type.equals("application/json")) {
      body = Breaker.broken(event.get("data"), chance);
    } else {
      body = Breaker.broken(event, chance);
    }
    RawHttp.Answer answer = http.send(head(type, number, body.length, chance), body);
    if (answer.status() >= 500) {
      findings.add(name(), number, "answer " + answer.status() + " " + answer.body(), type, body);
    } else if (answer.status() == 202) {
      accepted.add(answer.body().split("\"id\"", -1).length - 1L);
    }
    refusals.met(answer.status() + " " + answer.body());
  }

  private void game(long number, GameDoor.Met met) {
    RawHttp.Answer answer = met.answer();
    if (met.isBreach()) {
      findings.add(
          name(),
          number,
          "answer " + answer.status() + " " + answer.body(),
          met.ask().line(),
          met.ask().kept());
    }
    refusals.met(answer.status() + " " + answer.body());
  }

  /// What a person says who may say anything; that it is taken is told by no record of a game's.
  private void word(RawHttp http, long number, AgentConfig victim, Chance chance)
      throws IOException {
    String path = chance.oneIn(4) ? chance.of(Controls.APPROVALS) : Controls.PATH;
    byte[] body = Breaker.broken(Controls.of(path, victim.agent(), number, chance), chance);
    String head =
        "POST %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n"
            .formatted(path, address.getAuthority(), arena.system().userToken(), body.length);
    RawHttp.Answer answer = http.send(head.getBytes(ISO_8859_1), body);
    if (answer.status() >= 500) {
      findings.add(name(), number, "answer " + answer.status() + " " + answer.body(), path, body);
    }
    refusals.met(answer.status() + " " + answer.body());
  }

  private byte[] head(String type, long number, int length, Chance chance) {
    // What is only validated is answered 200, counts as accepted by nobody, and leaves no record.
    String only = chance.oneIn(10) ? "?validate=only" : "";
    StringBuilder head = new StringBuilder("POST /v1/events" + only + " HTTP/1.1\r\n");
    head.append("Host: ").append(address.getAuthority()).append("\r\n");
    head.append("Authorization: Bearer ").append(Arena.TOKEN).append("\r\n");
    head.append("Content-Type: ").append(type).append("\r\n");
    head.append("Content-Length: ").append(length).append("\r\n");
    if (type.equals("application/json")) {
      head.append("ce-specversion: 1.0\r\nce-type: chat.message\r\nce-source: /fuzz\r\n");
      String id =
          chance.oneIn(3) ? chance.of(List.of("%00", "%ED%A0%80", "%FF", "", "%")) : "b" + number;
      head.append("ce-id: ").append(id).append("\r\n");
      if (chance.oneIn(4)) {
        head.append("ce-time: ")
            .append(chance.of(List.of("now", "2026-01-01T00:00:00Z", "\u00ff")))
            .append("\r\n");
      }
    }
    if (chance.oneIn(10)) {
      head.append("traceparent: ")
          .append(chance.of(List.of("00-0-0-00", "\u00e9", "x".repeat(5_000))))
          .append("\r\n");
    }
    return head.append("\r\n").toString().getBytes(ISO_8859_1);
  }

  private static JsonNode event(AgentConfig victim, long number, Chance chance) {
    ObjectNode event = Json.NODES.objectNode();
    event.put("specversion", "1.0").put("id", "f" + number).put("source", "/fuzz");
    event.put("time", "2026-01-31T12:00:00Z").put("datacontenttype", "application/json");
    ObjectNode data = event.putObject("data");
    if (chance.oneIn(3)) {
      event.put("type", "dev.playloop.world-event");
      data.put("world", victim.agent().world()).put("scene", "fuzz-" + chance.below(8));
      data.put("version", number);
      Events.change(data.putObject("change"), chance);
    } else {
      event.put("type", chance.of(List.of("chat.message", "idle.tick", "battle.started")));
      data.put("agent", victim.agent().value()).put("text", "Hello, how are you?");
      data.putObject("subject").put("type", "player").put("id", "ada");
      data.putObject("data").put("n", 1).putArray("list").add("a").add(2.5);
      data.put("priority", 50).put("hops", 0);
      if (chance.oneIn(2)) {
        data.put("replyTo", "msg-1");
      }
    }
    return event;
  }
}
