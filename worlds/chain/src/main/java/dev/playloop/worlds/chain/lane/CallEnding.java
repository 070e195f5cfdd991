package dev.playloop.worlds.chain.lane;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.tool.Tool;
import dev.playloop.worlds.chain.backend.ChainOutcome;
import dev.playloop.worlds.model.Call;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The results of one call.
record CallEnding<T extends Tool>(Call<T> call, ChainGame<T> game) implements LanePursuit.Ending {
  @Override
  public ActionResult landed(ChainOutcome outcome, @Nullable String reason) {
    if (outcome.reverted()) {
      return ChainAnswers.reverted(
          call.action(), outcome, Objects.requireNonNullElse(reason, "no reason was given"));
    }
    ObjectNode output = ChainAnswers.output(outcome);
    game.tell(call.tool(), outcome, output);
    return ChainAnswers.done(call.action(), outcome, output);
  }

  @Override
  public ActionResult refused(String code, String message) {
    return ChainAnswers.refused(call.action(), ChainAnswers.error(code, message));
  }

  @Override
  public ActionResult failed(String code, String message) {
    return ChainAnswers.failed(call.action(), ChainAnswers.error(code, message));
  }

  @Override
  public ActionResult unknown(String code, String message) {
    return ChainAnswers.unknown(call.action(), code, message);
  }
}
