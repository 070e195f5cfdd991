package dev.playloop.worlds.chain.lane;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.tool.Tool;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.backend.ChainOutcome;
import dev.playloop.worlds.chain.node.ChainEvent;
import dev.playloop.worlds.model.Call;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// What a game on a chain adds to [ChainActions]: which calls a tool is, what of a receipt its
/// agent is told, and reads. Called on many threads at once.
public interface ChainGame<T extends Tool> {
  Class<T> type();

  /// The calls that a write makes, all of them or none, in one transaction. Asks nobody.
  CallPlan plan(T tool, Felt account);

  /// Adds to `output` what the agent should know of its transaction, such as the ids of what it has
  /// made, beside its hash, block and fee. Of one that landed and was not reverted.
  void tell(T tool, ChainOutcome outcome, ObjectNode output);

  /// Adds to `output` what a write would come to, beside its fee, by the events that it would emit.
  default void foretell(T tool, List<ChainEvent> events, ObjectNode output) {}

  /// Answers a read. Throws [dev.playloop.worlds.model.WorldUnavailable].
  ActionResult look(Call<T> call) throws InterruptedException;

  /// What a tool comes to before any chain is asked.
  sealed interface CallPlan {
    record Calls(List<ContractCall> calls) implements CallPlan {
      public Calls {
        calls = List.copyOf(calls);
      }
    }

    /// Its arguments can't be right; nothing is signed.
    record Refusal(ActionError error) implements CallPlan {}
  }
}
