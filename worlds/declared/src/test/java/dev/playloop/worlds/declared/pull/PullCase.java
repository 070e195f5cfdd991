package dev.playloop.worlds.declared.pull;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.SchemaTool;
import dev.playloop.worlds.declared.game.GameAnswer;
import dev.playloop.worlds.model.Call;
import java.time.Duration;
import java.time.Instant;

/// Actions and answers as a book has them.
final class PullCase {
  static final AgentId AGENT = AgentId.of("tally", "ada");
  static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
  static final Duration LIMIT = Duration.ofSeconds(20);
  static final GameAnswer DONE =
      new GameAnswer.Ended(Status.DONE, Json.NODES.objectNode().put("total", 1), null, null);
  static final GameAnswer REFUSED =
      new GameAnswer.Ended(Status.REFUSED, null, new ActionError("no", "No.", null, false), null);

  private PullCase() {}

  static ActionId id(int n) {
    return new ActionId("tally/ada:m" + n + "#1.1");
  }

  static Order write(int n, Instant notAfter) {
    return order(n, Effect.WRITE, notAfter);
  }

  static Order read(int n, Instant notAfter) {
    return order(n, Effect.READ, notAfter);
  }

  private static Order order(int n, Effect effect, Instant notAfter) {
    return new Order(
        Action.of(id(n), AGENT, "ada", "add", Json.NODES.objectNode().put("n", n))
            .effect(effect)
            .notAfter(notAfter),
        START);
  }

  static Call<SchemaTool> call(Order order) {
    Action action = order.action();
    return new Call<>(action, action.effect(), new SchemaTool(action.tool(), action.args()), null);
  }
}
