package dev.playloop.worlds.declared.game;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.SchemaTool;
import dev.playloop.worlds.model.Call;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// A write and a read as an executor has them, and what asks a game with little patience.
final class PushCase {
  static final GameSecret SECRET = GameSecret.of(TestGame.SECRET);
  static final AgentId AGENT = AgentId.of("tally", "ada");
  static final ActionId ID = new ActionId("tally/ada:msg/1?a=b%2F#2.1");

  private static final GameLimits IMPATIENT =
      new GameLimits(Duration.ofSeconds(60), Duration.ofMillis(200), 1024 * 1024);

  private PushCase() {}

  static PushedActions actions(String base) {
    return actions(base, IMPATIENT, InstantSource.system());
  }

  /// For so long they ask what has become of an action.
  static PushedActions asking(String base, Duration time) {
    GameLimits limits = new GameLimits(IMPATIENT.exchange(), time, IMPATIENT.maxBody());
    return actions(base, limits, InstantSource.system());
  }

  /// For what must come to its end, however busy the machine is.
  static PushedActions patient(String base) {
    return actions(base, GameLimits.USUAL, InstantSource.system());
  }

  static PushedActions actions(String base, GameLimits limits, InstantSource clock) {
    return new PushedActions(HttpGame.at(GameAddress.of(base, List.of()), limits), SECRET, clock);
  }

  static Call<SchemaTool> write() {
    return write(ID, 1, Instant.now().plusSeconds(60));
  }

  static Call<SchemaTool> write(ActionId id, int n, Instant notAfter) {
    ObjectNode args = Json.NODES.objectNode().put("counter", "a").put("n", n);
    return call(id, "playloop_probe_add", args, Effect.WRITE, notAfter);
  }

  static Call<SchemaTool> read() {
    ObjectNode args = Json.NODES.objectNode().put("counter", "a");
    Instant notAfter = Instant.now().plusSeconds(60);
    return call(
        new ActionId("tally/ada:read#1.1"), "playloop_probe_read", args, Effect.READ, notAfter);
  }

  private static Call<SchemaTool> call(
      ActionId id, String tool, ObjectNode args, Effect effect, Instant notAfter) {
    Action action = Action.of(id, AGENT, "ada", tool, args).effect(effect).notAfter(notAfter);
    return new Call<>(action, effect, new SchemaTool(tool, args), null);
  }

  /// A body that answers for [#ID].
  static String answer(String status, String more) {
    return "{\"action\":\"" + ID + "\",\"status\":\"" + status + "\"" + more + "}";
  }
}
