package dev.playloop.loop.state;

import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.RunLimits;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.worlds.model.Catalogue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The working copy of one fold: a state taken apart, and what the fold decides. Lives for one call
/// on one thread; the records it came from and those it ends in are immutable.
public final class Draft {
  private static final int MAX_LATE = 16;

  private final LoopPolicy policy;
  private final Catalogue current;
  private final AgentId agent;
  private final Instant at;

  private @Nullable AgentConfig config;
  private boolean paused;
  private int poisoned;
  private List<AgentState.Waiting> queue;
  private Money money;
  private Memory memory;
  private AgentState.@Nullable Call call;
  private AgentState.@Nullable Flight orphan;
  private @Nullable RunDraft run;
  private Catalogue begun;
  private @Nullable RunId lastRun;
  private final List<AgentState.Flight> late;
  private List<AgentState.Delayed> delays;
  private @Nullable Instant wake;
  private AgentState.@Nullable Held halt;

  private final FoldOutput output = new FoldOutput();

  public Draft(AgentState state, Instant at, LoopPolicy policy, Declared by) {
    this.policy = policy;
    this.current = by.current();
    this.begun = by.begun();
    this.agent = state.agent();
    this.at = at.isBefore(state.at()) ? state.at() : at;
    config = state.config();
    paused = state.paused();
    poisoned = state.poisoned();
    queue = state.queue();
    money = state.money();
    memory = state.memory();
    call = state.call();
    orphan = state.orphan();
    run = state.run() == null ? null : new RunDraft(state.run());
    lastRun = state.lastRun();
    late = new ArrayList<>(state.late());
    delays = state.delays();
    wake = state.wake();
    halt = state.halt();
  }

  public LoopPolicy policy() {
    return policy;
  }

  /// What the open run goes on with; where none is open, what the next begins with.
  public Catalogue catalogue() {
    return run == null ? current : begun;
  }

  /// The open run goes on with what is in force now.
  public void goOn() {
    begun = current;
  }

  public AgentId agent() {
    return agent;
  }

  public Instant at() {
    return at;
  }

  public boolean isDue(@Nullable Instant deadline) {
    return deadline != null && !deadline.isAfter(at);
  }

  public @Nullable AgentConfig config() {
    return config;
  }

  public void configure(@Nullable AgentConfig next) {
    config = next;
  }

  public boolean paused() {
    return paused;
  }

  public void pause() {
    paused = true;
  }

  /// A person lets the agent go on, and lifts its quarantine.
  public void resume() {
    paused = false;
    poisoned = 0;
  }

  int poisoned() {
    return poisoned;
  }

  public void poison() {
    poisoned++;
  }

  public boolean quarantined() {
    return poisoned >= policy.poisons();
  }

  public AgentState.@Nullable Held halt() {
    return halt;
  }

  public void hold(AgentState.@Nullable Held next) {
    halt = next;
  }

  public Money money() {
    return money;
  }

  public void pay(Money next) {
    money = next;
  }

  public Memory memory() {
    return memory;
  }

  public void remember(Memory next) {
    memory = next;
  }

  /// Triggers that wait, by priority, then arrival.
  public List<AgentState.Waiting> queue() {
    return queue;
  }

  public void queue(List<AgentState.Waiting> next) {
    queue = List.copyOf(next);
  }

  /// When schedules with a fixed delay are due.
  public List<AgentState.Delayed> delays() {
    return delays;
  }

  public void delays(List<AgentState.Delayed> next) {
    delays = List.copyOf(next);
  }

  public @Nullable Instant wake() {
    return wake;
  }

  public void wakeAt(@Nullable Instant next) {
    wake = next;
  }

  public AgentState.@Nullable Call call() {
    return call;
  }

  /// The LLM call that is now in flight; null where it is answered or given up.
  public void call(AgentState.@Nullable Call next) {
    call = next;
  }

  public AgentState.@Nullable Flight orphan() {
    return orphan;
  }

  /// A write that outlives its run; null once it is answered or given up.
  public void orphan(AgentState.@Nullable Flight write) {
    orphan = write;
  }

  public List<AgentState.Flight> late() {
    return List.copyOf(late);
  }

  /// Remembers a write whose answer may still come.
  public void watch(ActionId action, String tool) {
    late.add(new AgentState.Flight(action, tool, at));
    if (late.size() > MAX_LATE) {
      late.removeFirst();
    }
  }

  /// Its answer has come.
  public void unwatch(AgentState.Flight flight) {
    late.remove(flight);
  }

  /// Everything that is due is so much later.
  public void postpone(Duration by) {
    wake = wake == null ? null : wake.plus(by);
    queue(queue.stream().map(waiting -> waiting.later(by)).toList());
    delays(delays.stream().map(delayed -> delayed.later(by)).toList());
    call = call == null ? null : call.later(by);
    orphan = orphan == null ? null : orphan.later(by);
    if (run != null) {
      run.postpone(by);
    }
  }

  /// The open run; null where there is none.
  public @Nullable RunDraft openRun() {
    return run;
  }

  /// The open run; only where there is one.
  public RunDraft run() {
    return Objects.requireNonNull(run, "no run is open");
  }

  public boolean isOpen(RunId id) {
    return run != null && run.id().equals(id);
  }

  @Nullable RunId lastRun() {
    return lastRun;
  }

  public RunDraft open(Run opened) {
    run = new RunDraft(opened);
    begun = current;
    return run;
  }

  /// The config the open run began with.
  public AgentConfig runConfig() {
    AgentConfig own = run().config();
    return own == null ? Objects.requireNonNull(config, "an open run has a config") : own;
  }

  public RunLimits limits() {
    return runConfig().limits(run().origin().kind());
  }

  public AgentConfig.Boundary boundary() {
    return runConfig().boundary(run().origin().kind());
  }

  /// Adds a message behind the open run's transcript.
  public void append(Message message) {
    put(run().reserve(1), message);
  }

  /// Fills a reserved place of the open run's transcript.
  public void put(int index, Message message) {
    WrittenMessage one = WrittenMessage.of(message);
    run().wrote(index, one);
    output.write(index, one);
  }

  /// The run is over, and so are its messages.
  public void forgetRun() {
    lastRun = run().id();
    run = null;
    output.clearTranscript();
  }

  public void command(Command command) {
    output.command(command);
  }

  public void event(LoopEvent event) {
    output.event(event);
  }

  public void drop(String trigger, LoopEvent.DropReason reason) {
    command(new Command.DropTrigger(trigger, reason));
    event(new LoopEvent.TriggerDropped(trigger, reason));
  }

  /// What the fold has decided so far.
  FoldOutput output() {
    return output;
  }
}
