package dev.playloop.operator;

import dev.playloop.audit.Moments.Moment;
import dev.playloop.journal.Refold.Outcome;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.loop.state.Standing;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One agent, as far as its journal was read: its state, and since when it is at the same thing.
/// Used by one thread.
final class Watched {
  private final LoopPolicy policy;
  private @Nullable AgentState state;
  private @Nullable Instant since;
  private Instant at = Instant.EPOCH;
  private long seq = -1;
  private @Nullable Outcome why;
  private long differences;

  Watched(LoopPolicy policy) {
    this.policy = policy;
  }

  void take(Moment moment) {
    AgentState before = state;
    AgentState now = moment.progress().state();
    state = now;
    at = moment.read().envelope().at();
    seq = moment.read().envelope().seq();
    why = now == null ? moment.outcome() : null;
    differences += moment.findings().size();
    if (now == null || before == null) {
      // What it is at began some time before, except in the first entry of all.
      since = now != null && seq == 0 && Standing.Stage.of(now) != null ? at : null;
    } else if (!Objects.equals(Standing.Stage.of(before), Standing.Stage.of(now))) {
      since = at;
    }
  }

  long seq() {
    return seq;
  }

  Instant at() {
    return at;
  }

  @Nullable Instant since() {
    return since;
  }

  @Nullable Outcome why() {
    return why;
  }

  long differences() {
    return differences;
  }

  @Nullable Standing standing(Instant now) {
    return state == null ? null : Standing.of(state, policy, now);
  }
}
