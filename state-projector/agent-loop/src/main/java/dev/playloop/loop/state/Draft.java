package dev.playloop.loop.state;

import dev.playloop.loop.talk.TalksDraft;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.RunLimits;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.worlds.model.Catalogue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The working copy of one fold: a state taken apart, and what the fold decides. Lives for one call
/// on one thread; the records it came from and those it ends in are immutable.
public final class Draft {
  private final LoopPolicy policy;
  private final AgentId agent;
  private final Instant at;

  private @Nullable AgentConfig config;
  private boolean paused;
  private int poisoned;
  private List<AgentState.Waiting> queue;
  private Money money;
  private Memory memory;
  private AgentState.@Nullable Call call;
  private final RunsDraft runs;
  private List<Asking.Grant> grants;
  private @Nullable Instant said;
  private @Nullable RunId lastRun;
  private final Flights flights;
  private List<AgentState.Delayed> delays;
  private @Nullable Instant wake;
  private AgentState.@Nullable Held halt;
  private final @Nullable View view;
  private final TalksDraft talks;

  private final FoldOutput output = new FoldOutput();

  public Draft(AgentState state, Instant at, LoopPolicy policy, Declared by) {
    this.policy = policy;
    this.agent = state.agent();
    this.at = at.isBefore(state.at()) ? state.at() : at;
    config = state.config();
    paused = state.paused();
    poisoned = state.poisoned();
    queue = state.queue();
    money = state.money();
    memory = state.memory();
    call = state.call();
    runs = new RunsDraft(state.run(), state.parked(), by);
    view = by.view();
    talks = by.talks().draft();
    grants = state.grants();
    said = state.said();
    lastRun = state.lastRun();
    flights = new Flights(state.orphan(), state.late(), this.at);
    delays = state.delays();
    wake = state.wake();
    halt = state.halt();
  }

  public LoopPolicy policy() {
    return policy;
  }

  /// What the open run goes on with; where none is open, what the next begins with.
  public Catalogue catalogue() {
    return runs.catalogue();
  }

  /// The open run, and the one that is parked.
  public RunsDraft runs() {
    return runs;
  }

  /// What was approved in advance.
  public List<Asking.Grant> grants() {
    return grants;
  }

  public void grants(List<Asking.Grant> next) {
    grants = List.copyOf(next);
  }

  /// When the newest control that was obeyed was said; null where none was.
  public @Nullable Instant said() {
    return said;
  }

  public void heard(Instant at) {
    said = at;
  }

  /// What the agent sees; whoever asks makes the shell journal it, so that the same is seen again.
  public @Nullable View see() {
    output.saw();
    return view;
  }

  /// Who said what; whatever is read of it is journaled, too.
  public TalksDraft talks() {
    return talks;
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

  /// The writes of closed runs.
  public Flights flights() {
    return flights;
  }

  /// Everything that is due is so much later.
  public void postpone(Duration by) {
    wake = wake == null ? null : wake.plus(by);
    queue(queue.stream().map(waiting -> waiting.later(by)).toList());
    delays(delays.stream().map(delayed -> delayed.later(by)).toList());
    call = call == null ? null : call.later(by);
    flights.postpone(by);
    runs.postpone(by);
  }

  /// The open run; null where there is none.
  public @Nullable RunDraft openRun() {
    return runs.open();
  }

  /// The open run; only where there is one.
  public RunDraft run() {
    return Objects.requireNonNull(runs.open(), "no run is open");
  }

  @Nullable RunId lastRun() {
    return lastRun;
  }

  /// The config the open run began with.
  public AgentConfig runConfig() {
    return config(run());
  }

  /// The config that a run began with.
  public AgentConfig config(RunDraft of) {
    AgentConfig own = of.config();
    return own == null ? Objects.requireNonNull(config, "a run has a config") : own;
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
    output.write(run().transcript().place(), index, one);
  }

  /// The run is over, and so are its messages.
  public void forgetRun() {
    lastRun = run().id();
    output.clearTranscript(run().transcript().place());
    runs.forget();
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
