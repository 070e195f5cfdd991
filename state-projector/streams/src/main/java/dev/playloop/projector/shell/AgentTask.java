package dev.playloop.projector.shell;

import dev.playloop.journal.ChainHead;
import dev.playloop.journal.Entry;
import dev.playloop.journal.FoldRelease;
import dev.playloop.journal.Given;
import dev.playloop.journal.Live;
import dev.playloop.journal.Outgoing;
import dev.playloop.journal.PoisonNet;
import dev.playloop.journal.Releases;
import dev.playloop.journal.Releases.Basis;
import dev.playloop.journal.Sight;
import dev.playloop.journal.Taken;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Input;
import dev.playloop.loop.state.StateJson;
import dev.playloop.loop.talk.Talk;
import dev.playloop.projector.telemetry.LoopTelemetry;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.event.Halts;
import dev.playloop.schemas.id.AgentId;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The agents of one task: takes one input of theirs after the other, journals, stores and
/// publishes what it comes to. Everything a record leads to is gathered in the [Batch] and is there
/// once [#commit] was called, or not at all after [#undo]. Owned by the task's thread.
final class AgentTask {
  private static final long REST_MILLIS = 1_000;

  private final Releases releases;
  private final PoisonNet net;
  private final SealedJournal journal;
  private final Agents agents;
  private final KnownTriggers known;
  private final Sights sights;
  private final Alarms alarms;
  private final Supplier<@Nullable Halts> halts;
  private final Batch batch;
  private final Publishing publishing;
  private final LoopTelemetry telemetry;
  private @Nullable RuntimeException bug;

  AgentTask(
      Folding folding, SealedJournal journal, Stores stores, Batch batch, LoopTelemetry telemetry) {
    this.releases = folding.releases();
    this.net = folding.net();
    this.journal = journal;
    this.agents = stores.agents();
    this.known = stores.known();
    this.sights = stores.sights();
    this.alarms = stores.alarms();
    this.halts = stores.halts();
    this.batch = batch;
    this.publishing = new Publishing(batch, folding.actions(), folding.attention());
    this.telemetry = telemetry;
  }

  /// How steps are taken, by what, by which sink actions go, and who is told of views.
  record Folding(
      Releases releases,
      PoisonNet net,
      Function<Outgoing.ToActions, String> actions,
      Attention attention) {}

  /// An agent whose next input is folded by `by`, and whose chain says so.
  private record Ready(Kept kept, Basis by) {
    Ready after(Kept next) {
      return new Ready(next, by);
    }
  }

  /// What a task reads and writes beside its journal.
  ///
  /// @param halts those in force; null while that is not known yet
  record Stores(
      Agents agents,
      KnownTriggers known,
      Sights sights,
      Alarms alarms,
      Supplier<@Nullable Halts> halts) {}

  /// Whether anything was folded for this agent.
  boolean knows(AgentId agent) {
    return agents.get(agent).release() != null;
  }

  /// Takes an input that came with a record.
  void take(AgentId agent, Incoming.Pending pending, Instant now, @Nullable String trace) {
    Ready ready = aligned(agent, now);
    Instant at = later(now, ready.kept);
    Given given = pending.at(at, (of, trigger) -> known.contains(of, trigger, at));
    step(ready, given, trace == null ? ready.kept.trace() : trace);
  }

  /// Takes, instead of an answer that can't be used, that it can't be.
  void unusable(Answer answer, Throwable failure, Instant now, @Nullable String trace) {
    Ready ready = aligned(answer.agent(), now);
    Kept kept = ready.kept;
    Input input = answer.unusable(kept.live().state(), failure, later(now, kept));
    step(ready, input, trace == null ? kept.trace() : trace);
  }

  /// Stores and sends what the record came to. Returns the failure that was folded as poisoned, if
  /// there was one.
  @Nullable RuntimeException commit() {
    batch.commit();
    RuntimeException folded = bug;
    bug = null;
    return folded;
  }

  /// The record of this agent failed: nothing of it was stored or sent, nor is it remembered.
  void undo(AgentId agent) {
    batch.drop();
    agents.undo(agent);
    journal.undo();
    bug = null;
  }

  /// The agent's deadline is due.
  void wake(AgentId agent, long due, Instant now) {
    Ready ready = aligned(agent, now);
    Kept kept = ready.kept;
    if (kept.live().state().halt() != null) {
      return; // its deadlines stand still
    }
    step(ready, new Input.DeadlinePassed("deadline-" + due, later(now, kept)), kept.trace());
    long next = StoredAgent.deadlineOf(agents.get(agent).live());
    if (next <= now.toEpochMilli()) {
      // A deadline that stays due would be folded, and journaled, on every tick.
      batch.afterwards(() -> alarms.set(agent.value(), now.toEpochMilli() + REST_MILLIS));
    }
  }

  /// A new view came in. Returns whether the agent's turn had waited for it.
  boolean see(AgentId agent, long version, Instant now) {
    sights.changed(agent);
    if (!awaitsView(agent)) {
      return false;
    }
    Ready ready = aligned(agent, now);
    Kept kept = ready.kept;
    boolean reached = kept.live().isReachedBy(version);
    if (reached) {
      reach(ready, version, now, kept.trace());
    }
    return reached;
  }

  /// Whether its turn waits for a view, as of what is committed.
  boolean awaitsView(AgentId agent) {
    return alarms.waitsForView(agent.value());
  }

  private void reach(Ready ready, long version, Instant now, @Nullable String trace) {
    Instant at = later(now, ready.kept);
    step(ready, new Input.ViewReached("view-" + version, at, version), trace);
  }

  /// Tells the agent of a halt that began or ended, or that its world is retired, where it does not
  /// know. One whose triggers are all that is known of it is told nothing.
  void align(AgentId agent, Instant now) {
    if (knows(agent)) {
      aligned(agent, now);
    }
  }

  /// The agent, after what it had to be told of a halt.
  private Ready aligned(AgentId agent, Instant now) {
    Ready ready = current(agent, now);
    Kept kept = ready.kept;
    Halts known = halts.get();
    Halt halt = known == null ? null : known.over(agent);
    boolean isHeld = kept.live().state().halt() != null;
    if (known == null || isHeld == (halt != null)) {
      return ready;
    }
    Instant at = later(now, kept);
    Input told =
        halt == null
            ? new Input.Resumed("resumed-" + at.toEpochMilli(), at)
            : new Input.Halted("halted-" + at.toEpochMilli(), at, halt.scope(), halt.by());
    step(ready, told, kept.trace());
    return ready.after(agents.get(agent));
  }

  /// The agent, after a snapshot where another release wrote its last entry, and after it was told
  /// where its world is retired, or what its open run began with is not held any more.
  private Ready current(AgentId agent, Instant now) {
    Kept kept = agents.get(agent);
    Basis by = releases.current(kept.live().state());
    Ready ready = new Ready(kept, by);
    if (kept.release() != null && !kept.release().equals(by.release())) {
      ready = ready.after(snapshot(kept, by.release()));
    }
    Instant at = later(now, kept);
    String retiredBy = by.held().retired().get(agent.world());
    if (retiredBy != null && hasWork(kept.live().state())) {
      step(
          ready,
          new Input.WorldRetired("retired-" + at.toEpochMilli(), at, retiredBy),
          kept.trace());
      return ready.after(agents.get(agent));
    }
    if (Releases.holds(kept.live().state(), by)) {
      return ready;
    }
    Input lost = new Input.CatalogueLost("catalogue-" + at.toEpochMilli(), at);
    step(ready, lost, kept.trace());
    return ready.after(agents.get(agent));
  }

  private static boolean hasWork(AgentState state) {
    return state.run() != null || state.parked() != null || !state.queue().isEmpty();
  }

  private Kept snapshot(Kept kept, FoldRelease now) {
    Live live = kept.live();
    StateJson state = StateJson.of(live.state(), live.parts());
    Entry snapshot = Entry.snapshot(live, state, kept.head().seq());
    ChainHead head = journal.write(kept.head(), snapshot, now, kept.trace());
    Kept next = new Kept(live, head, now, kept.trace());
    agents.put(next, state);
    return next;
  }

  /// Takes an input that came with no record of its own.
  private void step(Ready ready, Input input, @Nullable String trace) {
    step(ready, Given.of(input), trace);
  }

  private void step(Ready ready, Given given, @Nullable String inputTrace) {
    Kept kept = ready.kept;
    FoldRelease release = ready.by.release();
    Input input = given.input();
    AgentId agent = kept.live().state().agent();
    Sight sight = sights.of(agent);
    PoisonNet.Caught caught = net.take(kept.live(), given, sight, ready.by);
    bug = caught.bug() == null ? bug : caught.bug();
    Taken taken = caught.taken();
    if (input instanceof Input.TriggerArrived arrived && !arrived.duplicate()) {
      known.put(agent, arrived.id(), inputTrace, input.at());
    }
    String opened = taken.step().opened();
    String trace = opened == null ? inputTrace : known.traceOf(agent, opened, input, inputTrace);
    if (input instanceof Input.Controlled controlled
        && controlled.control() instanceof Control.ForgetSubject forget) {
      // Before its own entry, which says what was done and is the first under a new key.
      journal.forget(agent, forget.subject());
    }
    String runTrace = opened == null ? kept.trace() : trace;
    ChainHead head = kept.head();
    head = journal.write(head, taken.recalled(head.seq()), release, trace);
    head = journal.write(head, caught.entry(), release, trace);
    if (taken.asksSnapshot()) {
      head = journal.write(head, taken.snapshot(head.seq()), release, runTrace);
    }
    List<Talk> changed = taken.changed();
    head = journal.write(head, taken.journaled(changed, head.seq()), release, runTrace);
    Kept next = new Kept(taken.next(), head, release, runTrace);
    agents.put(taken, changed, next);
    arm(next.live());
    publishing.publish(taken.rendered(), trace);
    publishing.changed(kept.live(), next.live());
    batch.afterwards(() ->
        telemetry.of(
            kept.live().state(), taken.step(), kept.trace() == null ? trace : kept.trace()));
    if (sight != null && next.live().isReachedBy(sight.view().version())) {
      reach(ready.after(next), sight.view().version(), input.at(), trace);
    }
  }

  private void arm(Live live) {
    String agent = live.state().agent().value();
    batch.afterwards(() -> {
      alarms.set(agent, StoredAgent.deadlineOf(live));
      alarms.waitForView(agent, live.wish() != Live.NO_WISH);
    });
  }

  private static Instant later(Instant now, Kept kept) {
    Instant last = kept.live().state().at();
    return now.isAfter(last) ? now : last;
  }
}
