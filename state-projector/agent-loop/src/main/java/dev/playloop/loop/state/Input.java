package dev.playloop.loop.state;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.schemas.view.Progress;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Everything that can happen to one agent. `id` names the input in the journal; `at` is the
/// shell's clock, never lower than the agent's last input. An input can be folded again from what
/// is journaled of it.
public sealed interface Input {
  String id();

  Instant at();

  /// A trigger with its `id` and `at` filled in. `duplicate` is what the shell found in its store
  /// of known trigger ids (7 days), which is kept apart from the state.
  record TriggerArrived(String id, Instant at, Trigger trigger, boolean duplicate)
      implements Input {}

  record DecisionMade(String id, Instant at, Decision decision) implements Input {}

  record ActionDone(String id, Instant at, ActionResult result) implements Input {}

  /// Something happened to a write that is out. It is journaled, and changes nothing.
  record ActionProgressed(String id, Instant at, Progress progress) implements Input {}

  /// The agent's view has reached the version that an [Command.AwaitView] asked for, or more.
  record ViewReached(String id, Instant at, long version) implements Input {}

  /// [AgentState#nextDeadline] has come; the fold deals with everything that is due at `at`.
  record DeadlinePassed(String id, Instant at) implements Input {}

  /// The agent's config is now so; null after its tombstone.
  record ConfigChanged(String id, Instant at, @Nullable AgentConfig config) implements Input {}

  record Controlled(String id, Instant at, Control control) implements Input {}

  /// The agent's work is held back from now on, by a halt of `scope` that `by` ordered. The shell
  /// sends it to agents that have work, or get some.
  record Halted(String id, Instant at, HaltScope scope, String by) implements Input {}

  /// Nothing holds the agent's work back any more.
  record Resumed(String id, Instant at) implements Input {}

  /// What the open run's world declared when it began is not held any more, as after an update of
  /// the loop: the run goes on with what is in force now.
  record CatalogueLost(String id, Instant at) implements Input {}

  /// The agent's world is retired, as `by` said: nothing more is done in it. The shell sends it to
  /// agents that have work.
  record WorldRetired(String id, Instant at, String by) implements Input {}
}
