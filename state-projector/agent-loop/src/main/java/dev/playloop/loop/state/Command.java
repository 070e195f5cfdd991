package dev.playloop.loop.state;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Route;
import dev.playloop.schemas.id.TurnId;
import java.math.BigDecimal;
import java.time.Instant;

/// What the shell has to do after a fold, in order.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Command.OpenTurn.class, name = "open-turn"),
  @JsonSubTypes.Type(value = Command.ReleaseAction.class, name = "release-action"),
  @JsonSubTypes.Type(value = Command.AwaitView.class, name = "await-view"),
  @JsonSubTypes.Type(value = Command.CloseRun.class, name = "close-run"),
  @JsonSubTypes.Type(value = Command.DropTrigger.class, name = "drop-trigger")
})
public sealed interface Command {
  /// Publish this turn; its body is [Prompt#of] over the state this step ends with. At most one a
  /// step, and always for the run that is then open. The same turn id may come again (re-issued or
  /// deferred).
  record OpenTurn(TurnId turn, Instant notAfter, Route route, int candidate, BigDecimal permitUsd)
      implements Command {}

  /// Publish this action to its world's topic, keyed by its lane.
  record ReleaseAction(Action action) implements Command {}

  /// Send [Input.ViewReached] as soon as the agent's view has at least this version, at once where
  /// it already has. Nothing is lost if it never comes: the state has a deadline at `until`.
  record AwaitView(long version, Instant until) implements Command {}

  /// The run is closed. The same record lies in the step's events.
  record CloseRun(LoopEvent.RunClosed run) implements Command {}

  /// The trigger ends here, without a run. The same lies in the step's events.
  record DropTrigger(String trigger, LoopEvent.DropReason reason) implements Command {}
}
