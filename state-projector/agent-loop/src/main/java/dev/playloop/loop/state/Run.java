package dev.playloop.loop.state;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.playloop.loop.talk.Spoken;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.TriggerClass;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Default;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
/// @param catalogue the hash of what its world declared when it began; null where nobody knew that
/// @param turns LLM calls that were opened; a re-issued or deferred one counts once
/// @param actions world actions that were released
/// @param candidate index into the route of the model that answers this run
/// @param finalTurn whether the turn in flight is the last: without tools, for a closing text
/// @param notices what the next turn is told; they enter the transcript with its answer
/// @param needVersion the version a view must have to show the last write, or what the trigger
///   named
/// @param empty empty answers in a row
/// @param overActions decisions in a row that asked for actions beyond the limit
/// @param asking what it has to do with people's words; null while that is nothing
/// @param holds reservations in the world's own account so far; null where there is none
/// @param said what a counterpart said and was answered, kept for later; null where nobody did
public record Run(
    RunId id,
    Origin origin,
    List<String> triggers,
    Instant openedAt,
    Instant deadline,
    @Nullable AgentConfig config,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String catalogue,
    int turns,
    int actions,
    BigDecimal spentUsd,
    int candidate,
    boolean finalTurn,
    TranscriptMark transcript,
    Goals goals,
    List<Strike> strikes,
    EndedActions taken,
    List<Notice> notices,
    @Nullable Long needVersion,
    int empty,
    int overActions,
    @Nullable Doubt doubt,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Asking asking,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer holds,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Said said,
    Phase phase) {
  /// Characters of a summary.
  public static final int MAX_SUMMARY = 500;

  public Run {
    triggers = List.copyOf(triggers);
    strikes = List.copyOf(strikes);
    notices = List.copyOf(notices);
  }

  Run(RunDraft draft, @Nullable String catalogue) {
    this(
        draft.id(),
        draft.origin(),
        draft.triggers(),
        draft.openedAt(),
        draft.deadline(),
        draft.config(),
        catalogue,
        draft.turns(),
        draft.actions(),
        draft.spentUsd(),
        draft.candidate(),
        draft.isFinalTurn(),
        draft.transcript(),
        draft.goals(),
        draft.strikes(),
        draft.taken(),
        draft.notices(),
        draft.needVersion(),
        draft.empty(),
        draft.overActions(),
        draft.doubt(),
        draft.asking().equals(Asking.NOTHING) ? null : draft.asking(),
        draft.holds(),
        draft.said(),
        draft.phase());
  }

  /// A run that has done nothing yet.
  public static Run opened(RunId id, Origin origin, Instant at, Instant deadline) {
    return opened(id, origin, at, deadline, 0);
  }

  private static Run opened(RunId id, Origin origin, Instant at, Instant deadline, int place) {
    return new Run(
        id,
        origin,
        List.of(origin.trigger()),
        at,
        deadline,
        null,
        null,
        0,
        0,
        BigDecimal.ZERO,
        0,
        false,
        TranscriptMark.EMPTY.at(place),
        Goals.NONE,
        List.of(),
        EndedActions.NONE,
        List.of(),
        null,
        0,
        0,
        null,
        null,
        null,
        null,
        new Phase.Thinking());
  }

  /// The same, before it has done anything, with its messages in that place.
  Run at(int place) {
    return opened(id, origin, openedAt, deadline, place);
  }

  /// What it has to do with people's words.
  public Asking asked() {
    return asking == null ? Asking.NOTHING : asking;
  }

  /// What the loop needs of the trigger; its text lies in the transcript.
  ///
  /// @param declared what its world made of its kind when it came; null where its name says it
  public record Origin(
      String trigger,
      String kind,
      Trigger.@Nullable Subject subject,
      @Nullable String replyTo,
      int priority,
      int hops,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable TriggerClass declared) {
    /// @param is the class that the trigger has in its world
    public static Origin of(String id, Trigger trigger, TriggerClass is) {
      return new Origin(
          id,
          trigger.kind(),
          trigger.subject(),
          trigger.replyTo(),
          trigger.priorityAs(is),
          trigger.hops(),
          is == trigger.triggerClass() ? null : is);
    }

    /// With a trigger taken in that has come this far.
    Origin joinedAfter(int others) {
      return new Origin(
          trigger, kind, subject, replyTo, priority, Math.max(hops, others), declared);
    }

    /// Whom the run is about; null where nobody.
    public @Nullable String subjectId() {
      return subject == null ? null : subject.id();
    }

    public TriggerClass triggerClass() {
      return declared == null ? TriggerClass.of(kind) : declared;
    }
  }

  /// What its subject has said to the agent so far, and was answered, each as much as a [Spoken]
  /// keeps.
  public record Said(String heard, String answered) {
    /// Something was said.
    public static Said first(String text) {
      return new Said(Spoken.shortened(text), "");
    }

    public Said hearing(String more) {
      return new Said(Spoken.shortened(heard + "\n" + more), answered);
    }

    public Said answering(String more) {
      return new Said(heard, Spoken.shortened(answered.isEmpty() ? more : answered + "\n" + more));
    }
  }

  /// The messages that the shell stores: how many, their JSON bytes, and the rolling hash over
  /// (index, message) in the order they were written.
  ///
  /// @param place 0 or 1: where they lie, since those of an open and of a parked run lie apart
  public record TranscriptMark(
      int count,
      long bytes,
      String hash,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) @Default("0") int place) {
    static final TranscriptMark EMPTY = new TranscriptMark(0, 0, "", 0);

    TranscriptMark at(int other) {
      return new TranscriptMark(count, bytes, hash, other);
    }

    /// Places for more messages follow the last.
    TranscriptMark reserving(int messages) {
      return new TranscriptMark(count + messages, bytes, hash, place);
    }

    TranscriptMark with(int index, byte[] json) {
      byte[] before = (hash + "\n" + index + "\n").getBytes(StandardCharsets.UTF_8);
      return new TranscriptMark(count, bytes + json.length, Sha256.hex(before, json), place);
    }
  }

  /// How often a call of `tool`, known by its hash, was invalid, or refused by the world.
  record Strike(String call, String tool, int count) {
    private static final int MAX = 16;

    /// With the call counted once more, as the last of the list.
    static List<Strike> counted(List<Strike> strikes, String call, String tool) {
      List<Strike> next = new ArrayList<>(strikes);
      int count = 1;
      for (Strike strike : strikes) {
        if (strike.call.equals(call)) {
          count = strike.count + 1;
          next.remove(strike);
        }
      }
      next.add(new Strike(call, tool, count));
      if (next.size() > MAX) {
        next.removeFirst();
      }
      return List.copyOf(next);
    }

    /// The tool of a call that was counted so often; null where there is none.
    static @Nullable String stuckAt(List<Strike> strikes, int times) {
      return strikes.stream()
          .filter(strike -> strike.count >= times)
          .map(Strike::tool)
          .findFirst()
          .orElse(null);
    }
  }

  /// Something the loop tells the model beside its next turn.
  public record Notice(String code, String text) {}

  /// A write whose outcome is unknown; it holds back all further writes.
  ///
  /// @param args what is reconciled
  /// @param asked how often its outcome was asked for
  /// @param due when the last question is given up; null while only a person can tell
  /// @param told whether the model was told UNKNOWN
  public record Doubt(
      ActionId action, String tool, JsonNode args, int asked, @Nullable Instant due, boolean told) {
    public static Doubt about(ActionId action, Pending write) {
      return new Doubt(action, write.tool(), write.args(), 0, null, false);
    }

    /// The world is asked once more.
    public Doubt askedUntil(Instant settleAt) {
      return new Doubt(action, tool, args, asked + 1, settleAt, told);
    }

    /// The model is told UNKNOWN.
    public Doubt unanswered() {
      return new Doubt(action, tool, args, asked, null, true);
    }

    Doubt later(Duration by) {
      return new Doubt(action, tool, args, asked, due == null ? null : due.plus(by), told);
    }
  }
}
