package dev.playloop.worlds.declared.game;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.json.Json;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/// What an action's end comes to, as the agent is told. Pure functions.
public final class GameResults {
  private GameResults() {}

  /// The result of an action that the game says has ended.
  public static ActionResult of(Action action, GameAnswer.Ended ended) {
    JsonNode output = ended.output();
    return ended.status() == Status.DONE
        ? ActionResult.done(
            action.action(),
            action.agent(),
            output == null || output.isNull() ? Json.NODES.objectNode() : output,
            ended.version())
        : ActionResult.failed(
                action.action(),
                action.agent(),
                ended.status(),
                Objects.requireNonNull(ended.error()))
            .with(output);
  }
}
