package dev.playloop.executor;

import dev.playloop.kit.Context;
import dev.playloop.kit.Emit;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.view.Progress;
import dev.playloop.worlds.model.WorldActions.Lease;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The lease of one write, by which its world may also tell how far it is, [#MAX_TOLD] times at
/// most. Used by the thread that performs.
final class Telling implements Lease {
  /// Each is an entry of the journal.
  static final int MAX_TOLD = 16;

  private final Lease lease;
  private final Action action;
  private final Topic<AgentId, Progress> topic;
  private final Context<Lane> context;
  private int told;

  Telling(Lease lease, Action action, Topic<AgentId, Progress> topic, Context<Lane> context) {
    this.lease = lease;
    this.action = action;
    this.topic = topic;
    this.context = context;
  }

  @Override
  public void confirm() throws InterruptedException {
    lease.confirm();
  }

  @Override
  public void mayBegin() throws InterruptedException {
    lease.mayBegin();
  }

  @Override
  public void attempt(JsonNode prepared) throws InterruptedException {
    lease.attempt(prepared);
  }

  /// On the log when it returns. It has no header that names the action, as an answer has: one that
  /// can't be read must not end the action.
  @Override
  public void tell(String step, @Nullable String receipt) throws InterruptedException {
    if (told < MAX_TOLD && !step.isBlank()) {
      told++;
      String proof =
          receipt == null || receipt.isBlank() ? null : Text.cut(receipt, Progress.MAX_RECEIPT);
      Progress progress = Progress.of(action, Text.cut(step, Progress.MAX_STEP), proof);
      context.commitNow(List.of(Emit.of(topic, action.agent(), progress)));
    }
  }
}
