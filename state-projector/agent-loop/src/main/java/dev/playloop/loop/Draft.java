package dev.playloop.loop;

import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The working copy of one fold: a state taken apart, and what the fold decides. Lives for one call
/// on one thread; the records it came from and those it ends in are immutable.
final class Draft {
  private static final int MAX_LATE = 16;

  final LoopPolicy policy;
  final Catalogues catalogues;
  final AgentId agent;
  final Instant at;

  @Nullable AgentConfig config;
  boolean paused;
  int poisoned;
  final List<AgentState.Waiting> queue;
  Money money;
  Memory memory;
  AgentState.@Nullable Call call;
  AgentState.@Nullable Flight orphan;
  @Nullable RunDraft run;
  @Nullable RunId lastRun;
  final List<AgentState.Flight> late;
  @Nullable Instant wake;
  AgentState.@Nullable Held halt;

  final List<Command> commands = new ArrayList<>();
  final List<LoopEvent> events = new ArrayList<>();
  private final List<Step.Appended> appended = new ArrayList<>();
  private boolean cleared;

  Draft(AgentState state, Instant at, LoopPolicy policy, Catalogues catalogues) {
    this.policy = policy;
    this.catalogues = catalogues;
    this.agent = state.agent();
    this.at = at.isBefore(state.at()) ? state.at() : at;
    config = state.config();
    paused = state.paused();
    poisoned = state.poisoned();
    queue = new ArrayList<>(state.queue());
    money = state.money();
    memory = state.memory();
    call = state.call();
    orphan = state.orphan();
    run = state.run() == null ? null : new RunDraft(state.run());
    lastRun = state.lastRun();
    late = new ArrayList<>(state.late());
    wake = state.wake();
    halt = state.halt();
  }

  /// The open run; only where there is one.
  RunDraft run() {
    return Objects.requireNonNull(run, "no run is open");
  }

  /// The config the open run began with.
  AgentConfig runConfig() {
    AgentConfig own = run().config;
    return own == null ? Objects.requireNonNull(config, "an open run has a config") : own;
  }

  AgentConfig.Limits limits() {
    return runConfig().limits(run().origin.kind());
  }

  AgentConfig.Boundary boundary() {
    return runConfig().boundary(run().origin.kind());
  }

  boolean quarantined() {
    return poisoned >= policy.poisons();
  }

  boolean isDue(@Nullable Instant deadline) {
    return deadline != null && !deadline.isAfter(at);
  }

  /// Adds a message behind the open run's transcript.
  void append(Message message) {
    put(run().reserve(1), message);
  }

  /// Fills a reserved place of the open run's transcript.
  void put(int index, Message message) {
    WrittenMessage written = WrittenMessage.of(message);
    run().wrote(index, written);
    appended.add(new Step.Appended(index, written));
  }

  /// Remembers a write whose answer may still come.
  void watch(ActionId action, String tool) {
    late.add(new AgentState.Flight(action, tool, at));
    if (late.size() > MAX_LATE) {
      late.removeFirst();
    }
  }

  /// The run is over, and so are its messages.
  void forgetRun() {
    lastRun = run().id;
    run = null;
    appended.clear();
    cleared = true;
  }

  void drop(String trigger, LoopEvent.DropReason reason) {
    commands.add(new Command.DropTrigger(trigger, reason));
    events.add(new LoopEvent.TriggerDropped(trigger, reason));
  }

  Step step() {
    return new Step(state(), commands, events, appended, cleared);
  }

  private AgentState state() {
    return new AgentState(
        AgentState.VERSION,
        agent,
        at,
        config,
        paused,
        poisoned,
        queue,
        money,
        memory,
        call,
        orphan,
        run == null ? null : run.freeze(),
        lastRun,
        late,
        wake,
        halt);
  }
}
