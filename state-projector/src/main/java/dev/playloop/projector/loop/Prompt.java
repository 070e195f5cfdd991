package dev.playloop.projector.loop;

import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.event.View;
import dev.playloop.worlds.model.World;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Renders what the model reads. Pure and immutable, usable by any thread.
public final class Prompt {
  private final LoopPolicy policy;
  private final List<World> worlds;

  public Prompt(LoopPolicy policy, List<World> worlds) {
    this.policy = policy;
    this.worlds = List.copyOf(worlds);
  }

  /// The body of the turn that is open in `state`. `transcript` are the run's stored messages in
  /// the order of their indexes, those of this step included; `view` the agent's newest, journaled
  /// with the turn.
  public Turn.Body of(AgentState state, List<Message> transcript, @Nullable View view) {
    throw new UnsupportedOperationException(policy.toString() + worlds + state + transcript + view);
  }

  /// The whole turn to publish for `open`.
  public Turn turn(
      AgentState state, Command.OpenTurn open, List<Message> transcript, @Nullable View view) {
    throw new UnsupportedOperationException(open + state.toString() + transcript + view);
  }
}
