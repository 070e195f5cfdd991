package dev.playloop.loop.state;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.id.TurnId;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The open run while a fold works on it; see [Run] for what its fields mean.
public final class RunDraft {
  static final int MAX_NOTICES = 12;

  private final RunId id;
  private Run.Origin origin;
  private final List<String> triggers;
  private final Instant openedAt;
  private Instant deadline;
  private @Nullable AgentConfig config;
  private int turns;
  private int actions;
  private BigDecimal spentUsd;
  private int candidate;
  private boolean finalTurn;
  private Run.TranscriptMark transcript;
  private Goals goals;
  private List<Run.Strike> strikes;
  private EndedActions taken;
  private final List<Run.Notice> notices;
  private @Nullable Long needVersion;
  private int empty;
  private int overActions;
  private Run.@Nullable Doubt doubt;
  private Asking asking;
  private @Nullable Integer holds;
  private Run.@Nullable Said said;
  private Phase phase;

  /// What `finish` said of this run, on its way into its memory row; not kept.
  private @Nullable Double importance;

  RunDraft(Run run) {
    id = run.id();
    origin = run.origin();
    triggers = new ArrayList<>(run.triggers());
    openedAt = run.openedAt();
    deadline = run.deadline();
    config = run.config();
    turns = run.turns();
    actions = run.actions();
    spentUsd = run.spentUsd();
    candidate = run.candidate();
    finalTurn = run.finalTurn();
    transcript = run.transcript();
    goals = run.goals();
    strikes = run.strikes();
    taken = run.taken();
    notices = new ArrayList<>(run.notices());
    needVersion = run.needVersion();
    empty = run.empty();
    overActions = run.overActions();
    doubt = run.doubt();
    asking = run.asked();
    holds = run.holds();
    said = run.said();
    phase = run.phase();
  }

  /// The turn that is open, or was last.
  public TurnId turn() {
    return id.turn(Math.max(1, turns));
  }

  /// Opens the next of at most `limit` turns.
  public void beginTurn(int limit) {
    turns++;
    finalTurn = limit > 1 && turns == limit;
  }

  /// Takes in another trigger, which came through `hops` agents.
  public void join(String trigger, int hops) {
    triggers.add(trigger);
    origin = origin.joinedAfter(hops);
  }

  public void enter(Phase next) {
    phase = next;
  }

  /// Everything that is due, but for the calls in flight, is so much later.
  void postpone(Duration by) {
    deadline = deadline.plus(by);
    doubt = doubt == null ? null : doubt.later(by);
    asking = asking.later(by);
    phase = phase.later(by);
  }

  /// The config it began with; null where the agent's is still that.
  public void keep(@Nullable AgentConfig begun) {
    config = begun;
  }

  public void spend(BigDecimal usd) {
    spentUsd = spentUsd.add(usd);
  }

  /// An action went out for the first time.
  public void act() {
    actions++;
  }

  public void take(String tool, ActionResult.Status status) {
    taken = taken.and(tool, status);
  }

  /// The model of this place in the route answers from now on.
  public void use(int place) {
    candidate = place;
  }

  public void aim(Goals next) {
    goals = next;
  }

  /// Counts a call of `tool` that came to nothing, known by its hash, and says how often it has.
  public int strike(String call, String tool) {
    strikes = Run.Strike.counted(strikes, call, tool);
    return strikes.getLast().count();
  }

  /// The tool of a call that came to nothing so often; null where there is none.
  public @Nullable String stuckAt(int times) {
    return Run.Strike.stuckAt(strikes, times);
  }

  /// Something for the next turn to say; the oldest go first when there are too many.
  public void notice(String code, String text) {
    notices.add(new Run.Notice(code, text));
    if (notices.size() > MAX_NOTICES) {
      notices.removeFirst();
    }
  }

  /// The notices were shown.
  public void forgetNotices() {
    notices.clear();
  }

  /// A view must have this version, too, to show what was done, or what the trigger named.
  public void need(long version) {
    needVersion = needVersion == null ? version : Math.max(needVersion, version);
  }

  /// Whether an answer had neither text nor calls.
  public void answeredNothing(boolean nothing) {
    empty = nothing ? empty + 1 : 0;
  }

  /// Whether a decision asked for actions beyond the limit.
  public void countOverActions(boolean over) {
    overActions = over ? overActions + 1 : 0;
  }

  public void doubt(Run.@Nullable Doubt next) {
    doubt = next;
  }

  /// What the run has to do with people's words.
  public Asking asking() {
    return asking;
  }

  public void asking(Asking next) {
    asking = next;
  }

  /// The number of another reservation in the world's account, from 0.
  public int nextHold() {
    holds = holds == null ? 1 : holds + 1;
    return holds - 1;
  }

  public Run.@Nullable Said said() {
    return said;
  }

  public void said(Run.@Nullable Said next) {
    said = next;
  }

  public void matters(@Nullable Double much) {
    importance = much;
  }

  /// Reserves places for messages and returns the first.
  public int reserve(int messages) {
    transcript = transcript.reserving(messages);
    return transcript.count() - messages;
  }

  void wrote(int index, WrittenMessage message) {
    transcript = transcript.with(index, message.json());
  }

  public RunId id() {
    return id;
  }

  public Run.Origin origin() {
    return origin;
  }

  public List<String> triggers() {
    return List.copyOf(triggers);
  }

  public Instant openedAt() {
    return openedAt;
  }

  public Instant deadline() {
    return deadline;
  }

  public @Nullable AgentConfig config() {
    return config;
  }

  public int turns() {
    return turns;
  }

  public int actions() {
    return actions;
  }

  public BigDecimal spentUsd() {
    return spentUsd;
  }

  public int candidate() {
    return candidate;
  }

  public boolean isFinalTurn() {
    return finalTurn;
  }

  public Run.TranscriptMark transcript() {
    return transcript;
  }

  public Goals goals() {
    return goals;
  }

  List<Run.Strike> strikes() {
    return strikes;
  }

  public EndedActions taken() {
    return taken;
  }

  public List<Run.Notice> notices() {
    return List.copyOf(notices);
  }

  public @Nullable Long needVersion() {
    return needVersion;
  }

  public int empty() {
    return empty;
  }

  public int overActions() {
    return overActions;
  }

  public Run.@Nullable Doubt doubt() {
    return doubt;
  }

  @Nullable Integer holds() {
    return holds;
  }

  public Phase phase() {
    return phase;
  }

  public @Nullable Double importance() {
    return importance;
  }
}
