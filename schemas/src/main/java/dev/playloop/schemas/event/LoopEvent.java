package dev.playloop.schemas.event;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.playloop.schemas.approval.Question;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.schemas.id.RunId;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// What the loop decided beyond the commands that go to topics; part of a journal entry's payload.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = LoopEvent.RunOpened.class, name = "run-opened"),
  @JsonSubTypes.Type(value = LoopEvent.RunClosed.class, name = "run-closed"),
  @JsonSubTypes.Type(value = LoopEvent.TriggerDropped.class, name = "trigger-dropped"),
  @JsonSubTypes.Type(value = LoopEvent.TriggerQueued.class, name = "trigger-queued"),
  @JsonSubTypes.Type(value = LoopEvent.TriggerJoined.class, name = "trigger-joined"),
  @JsonSubTypes.Type(value = LoopEvent.RouteChanged.class, name = "route-changed"),
  @JsonSubTypes.Type(value = LoopEvent.Overrun.class, name = "overrun"),
  @JsonSubTypes.Type(value = LoopEvent.ApprovalAsked.class, name = "approval-asked"),
  @JsonSubTypes.Type(value = ApprovalEvent.Answered.class, name = "approval-answered"),
  @JsonSubTypes.Type(value = ApprovalEvent.Escalated.class, name = "approval-escalated"),
  @JsonSubTypes.Type(value = ApprovalEvent.Ended.class, name = "approval-ended"),
  @JsonSubTypes.Type(value = ApprovalEvent.RunParked.class, name = "run-parked"),
  @JsonSubTypes.Type(value = ApprovalEvent.RunResumed.class, name = "run-resumed"),
  @JsonSubTypes.Type(value = ApprovalEvent.Ignored.class, name = "approval-ignored"),
  @JsonSubTypes.Type(value = ApprovalEvent.GrantGiven.class, name = "grant-given"),
  @JsonSubTypes.Type(value = ApprovalEvent.GrantUsed.class, name = "grant-used"),
  @JsonSubTypes.Type(value = ApprovalEvent.GrantEnded.class, name = "grant-ended"),
  @JsonSubTypes.Type(value = ApprovalEvent.Confirmed.class, name = "write-confirmed"),
  @JsonSubTypes.Type(value = LoopEvent.Poisoned.class, name = "poisoned"),
  @JsonSubTypes.Type(value = LoopEvent.Quarantined.class, name = "quarantined"),
  @JsonSubTypes.Type(value = LoopEvent.WorkHeld.class, name = "work-held"),
  @JsonSubTypes.Type(value = LoopEvent.WorkResumed.class, name = "work-resumed"),
  @JsonSubTypes.Type(value = LoopEvent.CounterpartsForgotten.class, name = "counterparts-forgotten")
})
public sealed interface LoopEvent
    permits ApprovalEvent,
        LoopEvent.RunOpened,
        LoopEvent.RunClosed,
        LoopEvent.TriggerDropped,
        LoopEvent.TriggerQueued,
        LoopEvent.TriggerJoined,
        LoopEvent.RouteChanged,
        LoopEvent.Overrun,
        LoopEvent.ApprovalAsked,
        LoopEvent.Poisoned,
        LoopEvent.Quarantined,
        LoopEvent.WorkHeld,
        LoopEvent.WorkResumed,
        LoopEvent.CounterpartsForgotten {
  record RunOpened(RunId run, String trigger, String kind) implements LoopEvent {}

  /// The end of a run. `triggers` are all that it answered: its own, and those that joined it.
  @RecordBuilder
  record RunClosed(
      RunId run,
      List<String> triggers,
      RunOutcome outcome,
      String summary,
      int turns,
      List<ActionTaken> actions,
      BigDecimal costUsd,
      Instant openedAt,
      Instant closedAt)
      implements LoopEventRunClosedBuilder.With, LoopEvent {
    public RunClosed {
      triggers = List.copyOf(triggers);
      actions = List.copyOf(actions);
    }

    /// A run that did nothing and cost nothing.
    public static RunClosed of(RunId run, RunOutcome outcome, Instant openedAt, Instant closedAt) {
      return new RunClosed(
          run, List.of(), outcome, "", 0, List.of(), BigDecimal.ZERO, openedAt, closedAt);
    }

    public RunClosed triggers(List<String> triggers) {
      return with().triggers(triggers).build();
    }

    public RunClosed summary(String summary) {
      return with().summary(summary).build();
    }

    public RunClosed turns(int turns) {
      return with().turns(turns).build();
    }

    public RunClosed actions(List<ActionTaken> actions) {
      return with().actions(actions).build();
    }

    public RunClosed costUsd(BigDecimal costUsd) {
      return with().costUsd(costUsd).build();
    }
  }

  /// One action of a run and how it ended.
  record ActionTaken(String tool, ActionResult.Status status) {}

  record TriggerDropped(String trigger, DropReason reason) implements LoopEvent {}

  record TriggerQueued(String trigger, int position) implements LoopEvent {}

  record TriggerJoined(String trigger, RunId run) implements LoopEvent {}

  record RouteChanged(RunId run, String from, String to) implements LoopEvent {}

  /// What a provider billed beyond the reserved bound, in USD.
  record Overrun(RunId run, BigDecimal usd) implements LoopEvent {}

  /// A write waits for people's words. `args` are those that go out where nobody edits them.
  record ApprovalAsked(ActionId action, String tool, JsonNode args, Question question)
      implements LoopEvent {}

  record Poisoned(String input, String error) implements LoopEvent {}

  record Quarantined(AgentId agent) implements LoopEvent {}

  /// The agent's work waits, by a halt that `by` ordered.
  record WorkHeld(HaltScope scope, String by) implements LoopEvent {}

  /// It goes on; its deadlines are later by the time it was `held` by that halt.
  record WorkResumed(HaltScope scope, String by, Duration held) implements LoopEvent {}

  /// What these said was kept longest, or mattered least, and gave room for what others said.
  record CounterpartsForgotten(List<String> counterparts) implements LoopEvent {
    public CounterpartsForgotten {
      counterparts = List.copyOf(counterparts);
    }
  }

  enum RunOutcome {
    COMPLETED,
    FAILED,
    STUCK,
    CANCELLED,
    PREEMPTED,
    OUT_OF_TURNS,
    OUT_OF_ACTIONS,
    OUT_OF_BUDGET,
    DEADLINE,
    FALLBACK,
    UNKNOWN_WRITE
  }

  enum DropReason {
    DUPLICATE,
    TOO_OLD,
    QUEUE_FULL,
    COLLAPSED,
    NO_SUCH_AGENT,
    DISABLED,
    LOOP,
    QUARANTINED,
    POISONED,
    FORGOTTEN,
    WORLD_RETIRED
  }
}
