package dev.playloop.projector.shell;

import dev.playloop.journal.ChainHead;
import dev.playloop.journal.Entry;
import dev.playloop.journal.FoldRelease;
import dev.playloop.journal.JournalWriter;
import dev.playloop.journal.Outgoing;
import dev.playloop.journal.Releases;
import dev.playloop.journal.Rendering.Rendered;
import dev.playloop.journal.Snapshot;
import dev.playloop.loop.AgentState;
import dev.playloop.loop.Command;
import dev.playloop.loop.Input;
import dev.playloop.loop.StateHash;
import dev.playloop.loop.StateJson;
import dev.playloop.loop.Step;
import dev.playloop.projector.edge.Trace;
import dev.playloop.projector.shell.Sights.Sight;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.event.Halts;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.HeaderNames;
import dev.playloop.schemas.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/// Takes one input after the other: fold, journal, store, publish. Everything a record leads to is
/// gathered in the [Batch] and is there once [#commit] was called, or not at all after [#undo].
/// Owned by the task's thread.
final class Lane {
  private static final String NO_COMMANDS = Sha256.hex("");
  private static final long REST_MILLIS = 1_000;

  private final Brain brain;
  private final Topics topics;
  private final Releases releases;
  private final JournalWriter journal;
  private final Agents agents;
  private final KnownTriggers known;
  private final Sights sights;
  private final Alarms alarms;
  private final SubjectKeys keys;
  private final Supplier<@Nullable Halts> halts;
  private final Batch batch;
  private final RunSpans spans;
  private @Nullable RuntimeException bug;

  Lane(
      Brain brain,
      Topics topics,
      Releases releases,
      JournalWriter journal,
      Stores stores,
      Batch batch,
      RunSpans spans) {
    this.brain = brain;
    this.topics = topics;
    this.releases = releases;
    this.journal = journal;
    this.agents = stores.agents();
    this.known = stores.known();
    this.sights = stores.sights();
    this.alarms = stores.alarms();
    this.keys = stores.keys();
    this.halts = stores.halts();
    this.batch = batch;
    this.spans = spans;
  }

  /// What a lane reads and writes.
  ///
  /// @param halts those in force; null while that is not known yet
  record Stores(
      Agents agents,
      KnownTriggers known,
      Sights sights,
      Alarms alarms,
      SubjectKeys keys,
      Supplier<@Nullable Halts> halts) {}

  /// Whether anything was folded for this agent.
  boolean knows(AgentId agent) {
    return agents.get(agent).release() != null;
  }

  /// Takes an input that came with a record.
  void take(AgentId agent, Incoming.Pending pending, Instant now, @Nullable String trace) {
    Live live = aligned(agent, now);
    Instant at = later(now, live.state().at());
    Input input = pending.at(at, (of, trigger) -> known.contains(of, trigger, at));
    step(live, input, trace == null ? live.trace() : trace);
  }

  /// Takes, instead of an answer that can't be used, that it can't be.
  void unusable(Answer answer, Throwable failure, Instant now, @Nullable String trace) {
    Live live = aligned(answer.agent(), now);
    Instant at = later(now, live.state().at());
    step(live, answer.unusable(live.state(), failure, at), trace == null ? live.trace() : trace);
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
    keys.undo();
    bug = null;
  }

  /// The agent's deadline is due.
  void wake(AgentId agent, long due, Instant now) {
    Live live = aligned(agent, now);
    if (live.state().halt() != null) {
      return; // its deadlines stand still
    }
    Instant at = later(now, live.state().at());
    step(live, new Input.DeadlinePassed("deadline-" + due, at), live.trace());
    long next = deadline(agents.get(agent).state());
    if (next <= now.toEpochMilli()) {
      // A deadline that stays due would be folded, and journaled, on every tick.
      batch.afterwards(() -> alarms.set(agent.value(), now.toEpochMilli() + REST_MILLIS));
    }
  }

  /// A new view came in.
  void see(AgentId agent, long version, Instant now) {
    sights.changed(agent);
    if (!alarms.waitsForView(agent.value())) {
      return;
    }
    Live live = aligned(agent, now);
    if (live.wish() != StoredAgent.NO_WISH && version >= live.wish()) {
      reach(live, version, now, live.trace());
    }
  }

  private void reach(Live live, long version, Instant now, @Nullable String trace) {
    Instant at = later(now, live.state().at());
    step(live, new Input.ViewReached("view-" + version, at, version), trace);
  }

  /// Tells the agent of a halt that began or ended, where it does not know. One whose triggers are
  /// all that is known of it is told nothing.
  void align(AgentId agent, Instant now) {
    if (knows(agent)) {
      aligned(agent, now);
    }
  }

  /// The agent, after what it had to be told of a halt.
  private Live aligned(AgentId agent, Instant now) {
    Live live = current(agent);
    Halts known = halts.get();
    Halt halt = known == null ? null : known.over(agent);
    boolean isHeld = live.state().halt() != null;
    if (known == null || isHeld == (halt != null)) {
      return live;
    }
    Instant at = later(now, live.state().at());
    Input told =
        halt == null
            ? new Input.Resumed("resumed-" + at.toEpochMilli(), at)
            : new Input.Halted("halted-" + at.toEpochMilli(), at, halt.scope(), halt.by());
    step(live, told, live.trace());
    return agents.get(agent);
  }

  /// The agent, after a snapshot where another release wrote its last entry.
  private Live current(AgentId agent) {
    Live live = agents.get(agent);
    if (live.release() == null || live.release().equals(releases.of(agent))) {
      return live;
    }
    return snapshot(live, Json.bytes(live.state()));
  }

  private void step(Live live, Input input, @Nullable String inputTrace) {
    AgentId agent = live.state().agent();
    Sight sight = sights.of(agent);
    Attempt attempt = Attempt.of(brain, topics, live, input, sight == null ? null : sight.view());
    Step step = attempt.step();
    if (input instanceof Input.TriggerArrived arrived && !arrived.duplicate()) {
      known.put(agent, arrived.id(), inputTrace, input.at());
    }
    String opened = openedBy(step);
    String trace = opened == null ? inputTrace : traceOf(agent, opened, input, inputTrace);
    bug = attempt.bug() == null ? bug : attempt.bug();
    StateJson json = attempt.state();
    byte[] state = json.bytes();
    if (input instanceof Input.Controlled controlled
        && controlled.control() instanceof Control.ForgetSubject forget) {
      // Before its own entry, which says what was done and is the first under a new key.
      keys.forget(agent, forget.subject());
    }
    ChainHead head =
        write(live.head(), entry(input, attempt, sight), subject(live, input, step), trace);
    Live next =
        new Live(
            step.state(),
            attempt.transcript(),
            head,
            releases.of(agent),
            wish(live.wish(), input, step),
            opened == null ? live.trace() : trace,
            json.parts(),
            live.bytes());
    agents.put(live, step, next, stored(next, state));
    arm(next);
    publish(attempt.rendered(), trace);
    batch.afterwards(() -> spans.of(step, live.trace() == null ? trace : live.trace()));
    if (closes(step) || asksSnapshot(input)) {
      next = snapshot(agents.get(agent), state);
    }
    if (next.wish() != StoredAgent.NO_WISH
        && sight != null
        && sight.view().version() >= next.wish()) {
      reach(agents.get(agent), sight.view().version(), input.at(), trace);
    }
  }

  private Entry entry(Input input, Attempt attempt, @Nullable Sight sight) {
    return new Entry(
        attempt.step().state().agent(),
        input.at(),
        Entry.kindOf(input),
        input.id(),
        attempt.input(),
        attempt.rendered().opensTurn() && sight != null ? sight.json() : null,
        attempt.step().events(),
        attempt.rendered().commandsHash(),
        attempt.state().hash(),
        attempt.rendered().promptHash());
  }

  /// Writes a snapshot entry of an agent as it is; `state` is its state's JSON.
  private Live snapshot(Live live, byte[] state) {
    Entry entry =
        new Entry(
            live.state().agent(),
            live.state().at(),
            Entry.SNAPSHOT,
            Entry.snapshotId(live.head().seq()),
            Snapshot.json(state, live.transcript()),
            null,
            List.of(),
            NO_COMMANDS,
            StateHash.ofJson(state),
            null);
    ChainHead head = write(live.head(), entry, null, live.trace());
    Live next =
        new Live(
            live.state(),
            live.transcript(),
            head,
            releases.of(live.state().agent()),
            live.wish(),
            live.trace(),
            live.parts(),
            live.bytes());
    agents.put(next, stored(next, state));
    return next;
  }

  /// Whose data the entry holds; null: nobody's in particular, as that of a snapshot.
  private static @Nullable String subject(Live live, Input input, Step step) {
    return switch (input) {
      case Input.TriggerArrived arrived ->
          arrived.trigger().subject() == null ? null : arrived.trigger().subject().id();
      case Input.Controlled(var _, var _, Control.ForgetSubject _) -> null;
      case Input.DecisionMade _,
          Input.ActionDone _,
          Input.ViewReached _,
          Input.DeadlinePassed _,
          Input.ConfigChanged _,
          Input.Halted _,
          Input.Resumed _,
          Input.Controlled _ -> {
        String before = live.state().subject();
        yield before == null ? step.state().subject() : before;
      }
    };
  }

  /// After an erasure folding again has to begin behind it.
  private static boolean asksSnapshot(Input input) {
    return input instanceof Input.Controlled controlled
        && (controlled.control() instanceof Control.ForgetSubject
            || controlled.control() instanceof Control.Snapshot);
  }

  private ChainHead write(
      ChainHead head, Entry entry, @Nullable String subject, @Nullable String trace) {
    JournalWriter.Written written =
        journal.write(head, entry, keys.of(entry.agent(), subject, entry.at()));
    batch.put(LoopTopology.JOURNAL, entry.agent().value(), written.bytes(), Trace.headers(trace));
    return written.next();
  }

  private void publish(Rendered rendered, @Nullable String trace) {
    for (Outgoing outgoing : rendered.outgoing()) {
      Headers headers = Trace.headers(trace);
      String sink =
          switch (outgoing) {
            case Outgoing.ToTurns to -> {
              named(headers, HeaderNames.TURN, to.turn().value());
              yield LoopTopology.TURNS;
            }
            case Outgoing.ToActions to -> {
              named(headers, HeaderNames.ACTION, to.action().value());
              yield LoopTopology.actions(to.world());
            }
          };
      batch.put(sink, outgoing.key(), outgoing.value(), headers);
    }
  }

  /// So that a worker which can't read the body still knows whom to answer for.
  private static void named(Headers headers, String name, String id) {
    headers.add(name, id.getBytes(StandardCharsets.UTF_8));
  }

  private void arm(Live live) {
    String agent = live.state().agent().value();
    batch.afterwards(() -> {
      alarms.set(agent, deadline(live.state()));
      alarms.waitForView(agent, live.wish() != StoredAgent.NO_WISH);
    });
  }

  /// What a run that begins later began with: the trace of its trigger when that came in, or one of
  /// its own.
  private String traceOf(AgentId agent, String trigger, Input input, @Nullable String inputTrace) {
    String came = input.id().equals(trigger) ? inputTrace : known.trace(agent, trigger, input.at());
    return came == null ? Trace.derived(RunId.of(agent, trigger).value()) : came;
  }

  private static StoredAgent stored(Live live, byte[] state) {
    FoldRelease release = live.release();
    if (release == null) {
      throw new IllegalStateException("an agent is stored after its first journal entry only");
    }
    return new StoredAgent(
        deadline(live.state()), live.wish(), live.head(), release, live.trace(), state, -1);
  }

  /// A wish ends when it is met or something else goes on.
  private static long wish(long before, Input input, Step step) {
    long wish = input instanceof Input.ViewReached ? StoredAgent.NO_WISH : before;
    for (Command command : step.commands()) {
      wish =
          switch (command) {
            case Command.AwaitView await -> await.version();
            case Command.OpenTurn ignored -> StoredAgent.NO_WISH;
            case Command.CloseRun ignored -> StoredAgent.NO_WISH;
            case Command.ReleaseAction ignored -> wish;
            case Command.DropTrigger ignored -> wish;
          };
    }
    return wish;
  }

  private static @Nullable String openedBy(Step step) {
    String opened = null;
    for (LoopEvent event : step.events()) {
      if (event instanceof LoopEvent.RunOpened run) {
        opened = run.trigger();
      }
    }
    return opened;
  }

  private static boolean closes(Step step) {
    return step.commands().stream().anyMatch(Command.CloseRun.class::isInstance);
  }

  /// Rounded up: a deadline that is folded too early would be folded twice.
  private static long deadline(AgentState state) {
    if (state.halt() != null) {
      return StoredAgent.HALTED;
    }
    return state
        .nextDeadline()
        .map(next -> next.plusNanos(999_999).toEpochMilli())
        .orElse(StoredAgent.NEVER);
  }

  private static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }
}
