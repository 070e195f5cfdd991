package dev.playloop.worlds.chain.lane;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.tool.Bounds;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.LaneBy;
import dev.playloop.schemas.tool.Tool;
import dev.playloop.schemas.tool.Traits;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.backend.ChainOutcome;
import dev.playloop.worlds.model.Call;
import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// A game with one write, which calls an entrypoint of any name, with any words behind it.
record PokeGame(Felt contract) implements ChainGame<PokeGame.Poke> {
  /// The write.
  @Describe("Poke.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR)
  record Poke(@Describe("the entrypoint") @Bounds(min = 1, max = 200) String entrypoint)
      implements Tool {}

  @Override
  public Class<Poke> type() {
    return Poke.class;
  }

  @Override
  public CallPlan plan(Poke tool, Felt account) {
    return tool.entrypoint().equals("nonsense")
        ? new CallPlan.Refusal(ChainAnswers.error("invalid_arguments", "no such thing"))
        : new CallPlan.Calls(List.of(call(tool.entrypoint().split(" "))));
  }

  private ContractCall call(String... words) {
    List<Felt> calldata = Arrays.stream(words).skip(1).map(Felt::hex).toList();
    return new ContractCall(contract, words[0], calldata);
  }

  @Override
  public void tell(Poke tool, ChainOutcome outcome, ObjectNode output) {
    output.put("poked", tool.entrypoint());
  }

  @Override
  public ActionResult look(Call<Poke> call) {
    throw new IllegalArgumentException("nothing can be read");
  }
}
