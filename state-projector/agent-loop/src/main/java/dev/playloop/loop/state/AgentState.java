package dev.playloop.loop.state;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.TriggerClass;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.id.TurnId;
import dev.playloop.schemas.json.Default;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// All that the loop knows of one agent, but for the messages of its open run, which the shell
/// stores one by one (see [Step.Appended]). Written whole on every input, so it must not grow with
/// the turns of a run; at most 256 KiB. Its JSON is deterministic.
///
/// @param at the time of the last input
/// @param config the newest config; null before the first and after a tombstone
/// @param poisoned folds that threw; at [LoopPolicy#poisons] the agent is quarantined
/// @param queue triggers that wait, by priority, then arrival
/// @param call the LLM call in flight, which may outlive its run
/// @param orphan a write in flight whose run is closed
/// @param run the open run
/// @param parked a run that waits for people, while the open one is another
/// @param grants what was approved in advance
/// @param said when the newest control that was obeyed was said
/// @param lastRun the run that closed last
/// @param late actions of closed runs whose answer may still come
/// @param delays when schedules with a fixed delay are due
/// @param wake when to look again although nothing else is due
/// @param halt what holds the agent's work back; null where nothing does
/// @param talks the root of the index of who said what; null where nobody did
@RecordBuilder
public record AgentState(
    int v,
    AgentId agent,
    Instant at,
    @Nullable AgentConfig config,
    boolean paused,
    int poisoned,
    List<Waiting> queue,
    Money money,
    Memory memory,
    @Nullable Call call,
    Flights.@Nullable Flight orphan,
    @Nullable Run run,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Run parked,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) @Default("[]") List<Asking.Grant> grants,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Instant said,
    @Nullable RunId lastRun,
    List<Flights.Flight> late,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) @Default("[]") List<Delayed> delays,
    @Nullable Instant wake,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Held halt,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String talks) {
  public static final int VERSION = 1;

  public AgentState {
    queue = List.copyOf(queue);
    late = List.copyOf(late);
    delays = delays == null ? List.of() : List.copyOf(delays);
    grants = grants == null ? List.of() : List.copyOf(grants);
  }

  AgentState(Draft draft) {
    this(
        VERSION,
        draft.agent(),
        draft.at(),
        draft.config(),
        draft.paused(),
        draft.poisoned(),
        draft.queue(),
        draft.money(),
        draft.memory(),
        draft.call(),
        draft.flights().orphan(),
        draft.openRun() == null ? null : new Run(draft.openRun(), draft.catalogue().hash()),
        parked(draft.runs()),
        draft.grants(),
        draft.said(),
        draft.lastRun(),
        draft.flights().late(),
        draft.delays(),
        draft.wake(),
        draft.halt(),
        draft.talks().talks().root());
  }

  /// What is known of an agent before its first input.
  public static AgentState empty(AgentId agent) {
    return new AgentState(
        VERSION,
        agent,
        Instant.EPOCH,
        null,
        false,
        0,
        List.of(),
        Money.NOTHING,
        Memory.NOTHING,
        null,
        null,
        null,
        null,
        List.of(),
        null,
        null,
        List.of(),
        List.of(),
        null,
        null,
        null);
  }

  private static @Nullable Run parked(RunsDraft runs) {
    RunDraft parked = runs.parked();
    return parked == null ? null : new Run(parked, runs.parkedCatalogue().hash());
  }

  /// When the shell has to send [Input.DeadlinePassed] next. Never while the agent's work is held
  /// back: its deadlines stand still.
  public Optional<Instant> nextDeadline() {
    return halt == null ? earliest() : Optional.empty();
  }

  private Optional<Instant> earliest() {
    List<Instant> times = new ArrayList<>();
    add(times, wake);
    add(times, call == null ? null : call.settleAt());
    add(times, orphan == null ? null : orphan.settleAt());
    if (run != null) {
      add(times, run.deadline());
      add(times, run.doubt() == null ? null : run.doubt().due());
      add(times, run.asked().due());
      run.phase().due(times::add);
    }
    add(times, parked == null ? null : parked.asked().due());
    queue.forEach(waiting -> add(times, waiting.until()));
    delays.forEach(delayed -> add(times, delayed.due()));
    grants.forEach(grant -> add(times, grant.until()));
    return times.stream().min(Instant::compareTo);
  }

  private static void add(List<Instant> times, @Nullable Instant time) {
    if (time != null) {
      times.add(time);
    }
  }

  /// Whom the open run is about, or the parked one where none is open; null where nobody.
  public @Nullable String subject() {
    Run any = run == null ? parked : run;
    return any == null ? null : any.origin().subjectId();
  }

  /// Whom the run of that id is about; null where nobody, or it is not there.
  public @Nullable String subject(RunId id) {
    Run found = find(id);
    return found == null ? null : found.origin().subjectId();
  }

  /// The run of that id, open or parked; null where there is none.
  public @Nullable Run find(RunId id) {
    if (run != null && run.id().equals(id)) {
      return run;
    }
    return parked != null && parked.id().equals(id) ? parked : null;
  }

  /// The most that the turn's call can have cost, as far as that is not settled.
  public BigDecimal bound(TurnId turn) {
    if (call != null && call.turn().equals(turn)) {
      return call.boundUsd();
    }
    return money.doubts().stream()
        .filter(doubt -> doubt.turn().equals(turn))
        .map(Money.Doubt::usd)
        .findFirst()
        .orElse(BigDecimal.ZERO);
  }

  /// Whether the action is a read that the open run waits for.
  public boolean isOpenRead(ActionId action) {
    if (run == null || !(run.phase() instanceof Phase.Acting acting)) {
      return false;
    }
    Pending pending = acting.find(action);
    return pending != null && pending.looks();
  }

  /// How many messages of the open run the shell stores.
  public int messages() {
    return run == null ? 0 : run.transcript().count();
  }

  /// How many it stores in that place, of whichever run.
  public int messages(int place) {
    return Stream.of(run, parked)
        .filter(Objects::nonNull)
        .map(one -> Objects.requireNonNull(one).transcript())
        .filter(mark -> mark.place() == place)
        .mapToInt(Run.TranscriptMark::count)
        .sum();
  }

  /// A trigger in the queue. `until` is set while its agent is unknown: then it is dropped.
  /// `declared` is what its world made of its kind; null where its name says it.
  public record Waiting(
      Trigger trigger,
      int bytes,
      @Nullable Instant until,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable TriggerClass declared) {
    public Waiting until(@Nullable Instant dropped) {
      return new Waiting(trigger, bytes, dropped, declared);
    }

    Waiting later(Duration by) {
      return until(until == null ? null : until.plus(by));
    }

    public TriggerClass triggerClass() {
      return declared == null ? trigger.triggerClass() : declared;
    }
  }

  /// When a schedule with a fixed delay is due next. `delay` is the one it was counted by.
  public record Delayed(String schedule, Duration delay, Instant due) {
    public static Delayed after(Instant ended, AgentConfig.Schedule schedule) {
      Duration delay = Objects.requireNonNull(schedule.delay(), "a schedule with a delay");
      return new Delayed(schedule.name(), delay, ended.plus(delay));
    }

    /// Whether it was counted by what the schedule says now.
    public boolean isOf(AgentConfig.Schedule other) {
      return schedule.equals(other.name()) && delay.equals(other.delay());
    }

    Delayed later(Duration by) {
      return new Delayed(schedule, delay, due.plus(by));
    }
  }

  /// An LLM call in flight. Nothing else is asked before its decision or `settleAt`, which is
  /// `notAfter`, the worker's time limit and a grace.
  ///
  /// @param permitUsd what it may cost, reserved
  /// @param boundUsd the most it can have cost if it never answers
  /// @param issues how often it was published since it was last answered by `Deferred`
  /// @param expired a worker said that it was too late to begin
  /// @param hold the reservation in the world's own account; null where it keeps none
  public record Call(
      TurnId turn,
      Instant notAfter,
      Instant settleAt,
      BigDecimal permitUsd,
      BigDecimal boundUsd,
      int issues,
      boolean expired,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable ActionId hold) {
    /// An LLM call that is published within `permit`; `bound` is the most it can cost.
    public static Call of(
        TurnId turn, Instant notAfter, Instant settleAt, Permit permit, BigDecimal bound) {
      return new Call(
          turn, notAfter, settleAt, permit.usd(), bound, permit.issues(), false, permit.hold());
    }

    /// A worker said that it was too late to begin.
    public Call notBegun() {
      return new Call(turn, notAfter, settleAt, permitUsd, boundUsd, issues, true, hold);
    }

    Call later(Duration by) {
      return new Call(
          turn, notAfter.plus(by), settleAt.plus(by), permitUsd, boundUsd, issues, expired, hold);
    }
  }

  /// A halt in force: what was halted, who ordered it, and since when the agent's work waits.
  public record Held(HaltScope scope, String by, Instant since) {}
}
