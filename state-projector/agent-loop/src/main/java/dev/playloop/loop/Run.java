package dev.playloop.loop;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.TriggerClass;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.id.TurnId;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One open run. Its phases:
///
/// ```
///            ┌────────────── Deferred ◄─┐
///            ▼                          │
///  open ► Thinking ──► Acting ──► Viewing ──► Thinking …  ──► closed
///            │            └──────────────────────┘               ▲
///            └──► Parked (a write is in doubt) ──────────────────┘
/// ```
///
/// Where the world keeps the agent's LLM money, Reserving comes before each Thinking; while the
/// agent is halted HeldBack comes before both.
///
/// @param triggers ids of all triggers it answers, its own first
/// @param config the config it began with, where the agent's has changed since
/// @param turns LLM calls that were opened; a re-issued or deferred one counts once
/// @param actions world actions that were released
/// @param candidate index into the route of the model that answers this run
/// @param finalTurn whether the turn in flight is the last: without tools, for a closing text
/// @param notices what the next turn is told; they enter the transcript with its answer
/// @param needVersion the version a view must have to show the last write
/// @param empty empty answers in a row
/// @param overActions decisions in a row that asked for actions beyond the limit
/// @param holds reservations in the world's own account so far; null where there is none
record Run(
    RunId id,
    Origin origin,
    List<String> triggers,
    Instant openedAt,
    Instant deadline,
    @Nullable AgentConfig config,
    int turns,
    int actions,
    BigDecimal spentUsd,
    int candidate,
    boolean finalTurn,
    TranscriptMark transcript,
    Goals goals,
    List<Strike> strikes,
    Taken taken,
    List<Notice> notices,
    @Nullable Long needVersion,
    int empty,
    int overActions,
    @Nullable Doubt doubt,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer holds,
    Phase phase) {
  /// How often the same thing goes out before it is given up.
  static final int MAX_ISSUES = 2;

  /// Characters of a summary.
  static final int MAX_SUMMARY = 500;

  Run {
    triggers = List.copyOf(triggers);
    strikes = List.copyOf(strikes);
    notices = List.copyOf(notices);
  }

  /// What the loop needs of the trigger; its text lies in the transcript.
  record Origin(
      String trigger,
      String kind,
      Trigger.@Nullable Subject subject,
      @Nullable String replyTo,
      int priority,
      int hops) {
    TriggerClass triggerClass() {
      return TriggerClass.of(kind);
    }
  }

  /// The messages that the shell stores: how many, their JSON bytes, and the rolling hash over
  /// (index, message) in the order they were written.
  record TranscriptMark(int count, long bytes, String hash) {
    static final TranscriptMark EMPTY = new TranscriptMark(0, 0, "");
  }

  /// What must be done before the run may end.
  ///
  /// @param owed ids of messages that must be answered
  /// @param replied ids of messages that were answered
  /// @param reminded whether the one reminder was given
  /// @param iteration true where the plan goes on in a later run, so that its steps may stay open;
  ///   null otherwise
  record Goals(
      List<PlanStep> plan,
      List<String> owed,
      List<String> replied,
      boolean reminded,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Boolean iteration) {
    static final Goals NONE = new Goals(List.of(), List.of(), List.of(), false, null);

    Goals {
      plan = List.copyOf(plan);
      owed = List.copyOf(owed);
      replied = List.copyOf(replied);
    }
  }

  record PlanStep(String text, boolean done) {}

  /// How often an invalid call, known by its hash, has come.
  record Strike(String call, int count) {}

  /// Something the loop tells the model beside its next turn.
  record Notice(String code, String text) {}

  /// A write whose outcome is unknown; it holds back all further writes.
  ///
  /// @param args what is reconciled
  /// @param asked how often its outcome was asked for
  /// @param due when the last question is given up; null while only a person can tell
  /// @param told whether the model was told UNKNOWN
  record Doubt(
      ActionId action,
      String tool,
      JsonNode args,
      int asked,
      @Nullable Instant due,
      boolean told) {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Reserving.class, name = "reserving"),
    @JsonSubTypes.Type(value = Thinking.class, name = "thinking"),
    @JsonSubTypes.Type(value = Deferred.class, name = "deferred"),
    @JsonSubTypes.Type(value = Acting.class, name = "acting"),
    @JsonSubTypes.Type(value = Viewing.class, name = "viewing"),
    @JsonSubTypes.Type(value = Parked.class, name = "parked"),
    @JsonSubTypes.Type(value = HeldBack.class, name = "held-back")
  })
  sealed interface Phase {}

  /// The world is asked to hold money for the next call.
  ///
  /// @param usd how much
  /// @param issues what [AgentState.Call#issues] will be
  /// @param asked how often, as a hold that comes too late is asked for again
  record Reserving(ActionId hold, BigDecimal usd, int issues, int asked, Instant due)
      implements Phase {}

  /// An LLM call is in flight, see [AgentState.Call].
  record Thinking() implements Phase {}

  /// The same turn is opened again at `until`.
  record Deferred(Instant until) implements Phase {}

  /// The calls of a decision are carried out.
  ///
  /// @param text what the model said beside its calls
  /// @param open calls without an answer, in the model's order
  /// @param failed whether a call did not succeed
  /// @param broken whether a write did not succeed, so that later ones are skipped
  /// @param looked whether an answer came that the model has to see
  /// @param ends whether a tool that ends the run succeeded
  /// @param moved whether a write named the world version that shows it
  /// @param fallback whether this is the configured fallback, not a decision
  record Acting(
      TurnId turn,
      String text,
      List<Pending> open,
      boolean failed,
      boolean broken,
      boolean looked,
      boolean ends,
      boolean moved,
      @Nullable Finish finish,
      boolean fallback)
      implements Phase {
    Acting {
      open = List.copyOf(open);
    }

    /// The open call with this action id, or null.
    @Nullable Pending find(ActionId id) {
      for (Pending pending : open) {
        if (pending.kind() != Kind.WAIT && turn.action(pending.number()).equals(id)) {
          return pending;
        }
      }
      return null;
    }
  }

  /// The next turn waits for the view that shows the last write.
  record Viewing(Instant until) implements Phase {}

  /// The model is done, but a write is in doubt; closes like this once that is cleared.
  record Parked(LoopEvent.RunOutcome outcome, String summary) implements Phase {}

  /// The turn is opened once the agent is no longer halted.
  ///
  /// @param issues what [AgentState.Call#issues] will be
  record HeldBack(int issues) implements Phase {}

  /// A call to `finish`, answered when all other calls are.
  record Finish(int slot, String callId, String summary, @Nullable Double importance) {}

  /// One call that has no answer yet.
  ///
  /// @param number the action's number in its turn
  /// @param slot the index of its answer in the transcript; -1 for the fallback
  /// @param due when it is given up, or for WAIT is over
  /// @param expired a worker said that it was too late to begin; issued again at `due`
  record Pending(
      int number,
      int slot,
      String callId,
      String tool,
      Kind kind,
      JsonNode args,
      Progress progress,
      @Nullable Instant due,
      int issues,
      boolean expired) {}

  enum Kind {
    READ,
    WRITE,
    WAIT
  }

  /// HELD: not yet its turn. ASKED: waits for a person's approval. OUT: released. WAITING: a wait.
  enum Progress {
    HELD,
    ASKED,
    OUT,
    WAITING
  }
}
