package dev.playloop.worlds.declared.conformance;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.worlds.declared.game.GameContract;
import dev.playloop.worlds.declared.game.GameReply;
import dev.playloop.worlds.declared.game.GameRequest;
import dev.playloop.worlds.declared.game.GameSecret;
import dev.playloop.worlds.declared.game.HttpGame;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What the kit acts with: the two tools that a game in its test mode offers, and requests that are
/// signed rightly or wrongly. Each action is a new one. Thread-safe.
final class Hand {
  static final String ADD = "playloop_probe_add";
  static final String READ = "playloop_probe_read";

  private static final AgentId AGENT = AgentId.of("conformance", "kit");
  private static final Duration VALID = Duration.ofMinutes(2);

  private final HttpGame game;
  private final GameSecret secret;
  private final InstantSource clock;
  private final Duration moment;
  private final String run;
  private final AtomicInteger actions = new AtomicInteger();
  private final AtomicInteger counters = new AtomicInteger();
  private final Slips slips = new Slips();

  /// @param moment how long what a game does behind its answer is waited for
  Hand(HttpGame game, GameSecret secret, InstantSource clock, Duration moment) {
    this.game = game;
    this.secret = secret;
    this.clock = clock;
    this.moment = moment;
    this.run = Long.toString(clock.millis(), Character.MAX_RADIX);
  }

  GameSecret secret() {
    return secret;
  }

  Slips slips() {
    return slips;
  }

  Instant now() {
    return clock.instant();
  }

  /// A counter that nobody has used; it stands at 0.
  String counter() {
    return run + "-" + counters.incrementAndGet();
  }

  /// An action that raises a counter.
  Action add(String counter, int n) {
    ObjectNode args = Json.NODES.objectNode().put("counter", counter).put("n", n);
    return action(ADD, args).effect(Effect.WRITE);
  }

  /// An action of some tool, valid for two minutes; a read.
  Action action(String tool, JsonNode args) {
    ActionId id =
        ActionId.parse(AGENT + ":" + run + "#1." + actions.incrementAndGet()).orElseThrow();
    return Action.of(id, AGENT, "kit", tool, args).notAfter(now().plus(VALID));
  }

  /// The request for it, signed now.
  GameRequest request(Action action) {
    return request(action, secret, now());
  }

  GameRequest request(Action action, GameSecret by, Instant at) {
    return GameRequest.post(by, at, action.action().value(), GameContract.body(action));
  }

  GameRequest question(Action action) {
    String path = GameContract.asking(action.action().value(), now());
    return GameRequest.get(secret, now(), path);
  }

  Said send(GameRequest request, Action action) throws InterruptedException {
    GameReply reply = game.send(request);
    Said said = Said.of(reply);
    slips.look(reply, said, action.action().value());
    return said;
  }

  Said post(Action action) throws InterruptedException {
    return send(request(action), action);
  }

  Said ask(Action action) throws InterruptedException {
    return send(question(action), action);
  }

  /// Raises a counter of its own by an action that must be done; throws [CannotTell] where the game
  /// does not say so.
  Said done(Action action) throws InterruptedException {
    Said said = post(action);
    if (!said.isDone()) {
      throw CannotTell.byGame("did not say done to " + action.tool() + ": " + said.what());
    }
    return said;
  }

  /// Where a counter stands.
  long total(String counter) throws InterruptedException {
    Action read = action(READ, Json.NODES.objectNode().put("counter", counter));
    Said said = post(read);
    JsonNode total = said.output().path("total");
    if (!said.isDone() || !total.isIntegralNumber() || !total.canConvertToLong()) {
      throw CannotTell.byGame("did not answer " + READ + " with a total: " + said.what());
    }
    return total.longValue();
  }

  /// Where a counter stands when a moment has passed.
  long totalLater(String counter) throws InterruptedException {
    total(counter);
    Thread.sleep(moment);
    return total(counter);
  }

  /// Waits until the game answers again; whether it did within the time.
  boolean answersWithin(Duration time) throws InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() - end < 0) {
      Action read = action(READ, Json.NODES.objectNode().put("counter", run));
      if (Said.of(game.send(request(read))).http() != 0) {
        return true;
      }
      Thread.sleep(moment);
    }
    return false;
  }
}
