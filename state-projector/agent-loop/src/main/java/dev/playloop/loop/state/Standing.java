package dev.playloop.loop.state;

import dev.playloop.schemas.approval.Question;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.schemas.id.RunId;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an agent is at, for whoever looks from outside: its open run, what waits, and its money.
///
/// @param configured whether there is a config; without one it was deleted, or never applied
/// @param quarantined whether the loop gave up on it after too many bugs
/// @param halt what holds its work back; null where nothing does
/// @param doing its open run; null where none is open
/// @param parked the run that waits for people while the agent is free for others; null where none
///   does
/// @param queue triggers that wait, the next one first
public record Standing(
    boolean configured,
    boolean enabled,
    boolean paused,
    boolean quarantined,
    @Nullable Held halt,
    @Nullable Doing doing,
    @Nullable Doing parked,
    List<Waiting> queue,
    Spending money) {
  public Standing {
    queue = List.copyOf(queue);
  }

  /// What an open run is at.
  public enum Activity {
    /// The world is asked to hold money for the next call.
    RESERVING,
    /// A model call is under way.
    THINKING,
    /// The model asked to be called again later.
    DEFERRED,
    /// Tool calls are carried out.
    ACTING,
    /// The world's view has yet to show the last write.
    VIEWING,
    /// The model is done; a write's outcome is unknown.
    PARKED,
    /// The next model call waits for the end of a halt.
    HELD_BACK;

    private static Activity of(Phase phase) {
      return switch (phase) {
        case Phase.Reserving _ -> RESERVING;
        case Phase.Thinking _ -> THINKING;
        case Phase.Deferred _ -> DEFERRED;
        case Phase.Acting _ -> ACTING;
        case Phase.Viewing _ -> VIEWING;
        case Phase.Parked _ -> PARKED;
        case Phase.HeldBack _ -> HELD_BACK;
      };
    }
  }

  /// As long as it stays equal, the agent is at the same thing.
  public record Stage(RunId run, int turn, Activity activity) {
    /// Null where no run is open.
    public static @Nullable Stage of(AgentState state) {
      return of(state.run());
    }

    private static @Nullable Stage of(@Nullable Run run) {
      return run == null ? null : new Stage(run.id(), run.turns(), Activity.of(run.phase()));
    }
  }

  /// An open run.
  ///
  /// @param deadline when it is closed at the latest
  /// @param calls the tools whose calls have no answer yet
  /// @param asked those of them that wait for a person's word
  /// @param question what they are asked; null where nobody is
  public record Doing(
      Stage stage,
      Instant openedAt,
      Instant deadline,
      List<String> calls,
      List<String> asked,
      @Nullable Asked question,
      BigDecimal spentUsd,
      @Nullable BigDecimal capUsd) {
    public Doing {
      calls = List.copyOf(calls);
      asked = List.copyOf(asked);
    }

    private static @Nullable Doing of(AgentState state, @Nullable Run run) {
      Stage stage = Stage.of(run);
      if (stage == null || run == null) {
        return null;
      }
      List<Pending> open = run.phase() instanceof Phase.Acting acting ? acting.open() : List.of();
      AgentConfig config = run.config() == null ? state.config() : run.config();
      return new Doing(
          stage,
          run.openedAt(),
          run.deadline(),
          open.stream().map(Pending::tool).toList(),
          open.stream()
              .filter(call -> call.progress() == Pending.Progress.ASKED)
              .map(Pending::tool)
              .toList(),
          Asked.of(run),
          run.spentUsd(),
          config == null ? null : config.caps().usdPerRun());
    }
  }

  /// What people are asked.
  ///
  /// @param approval the question's id
  /// @param roles who may answer; empty: whoever has any role
  /// @param missing how many of them must still agree; 0: what they said waits to be carried out
  public record Asked(
      String approval, List<String> roles, int missing, Instant since, Instant until) {
    public Asked {
      roles = List.copyOf(roles);
    }

    private static @Nullable Asked of(Run run) {
      Asking.Ask ask = run.asked().ask();
      if (ask == null || !ask.asked()) {
        return null;
      }
      Question question = ask.question();
      int missing = ask.verdict() == null ? question.people() - ask.words().size() : 0;
      return new Asked(
          question.approval(),
          question.roles(),
          Math.max(0, missing),
          question.askedAt(),
          question.expiresAt());
    }
  }

  /// A trigger in the queue.
  public record Waiting(@Nullable String trigger, String kind, int priority) {}

  /// A halt in force over the agent's work, and when that began to wait.
  public record Held(HaltScope scope, String by, Instant since) {}

  /// Money in USD.
  ///
  /// @param spentUsd on this UTC day, doubtful calls at the most they can have cost
  /// @param capUsd of a day; null without a config
  /// @param underWayUsd the most that the call under way can cost; 0 where there is none
  public record Spending(BigDecimal spentUsd, @Nullable BigDecimal capUsd, BigDecimal underWayUsd) {
    private static Spending of(AgentState state, Instant now) {
      LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
      AgentConfig config = state.config();
      AgentState.Call call = state.call();
      return new Spending(
          state.money().on(today).spentUsd(),
          config == null ? null : config.caps().usdPerDay(),
          call == null ? BigDecimal.ZERO : call.boundUsd());
    }
  }

  /// Of an agent whose state it is; `now` says which day's money counts.
  public static Standing of(AgentState state, LoopPolicy policy, Instant now) {
    AgentConfig config = state.config();
    AgentState.Held halt = state.halt();
    return new Standing(
        config != null,
        config != null && config.enabled(),
        state.paused(),
        state.poisoned() >= policy.poisons(),
        halt == null ? null : new Held(halt.scope(), halt.by(), halt.since()),
        Doing.of(state, state.run()),
        Doing.of(state, state.parked()),
        state.queue().stream()
            .map(w ->
                new Waiting(
                    w.trigger().id(), w.trigger().kind(), w.trigger().priorityAs(w.triggerClass())))
            .toList(),
        Spending.of(state, now));
  }
}
