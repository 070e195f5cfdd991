package dev.playloop.loop;

import dev.playloop.journal.ChainHead;
import dev.playloop.journal.Desk;
import dev.playloop.journal.Entry;
import dev.playloop.journal.FoldRelease;
import dev.playloop.journal.Given;
import dev.playloop.journal.InputIds;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.journal.JournalWriter;
import dev.playloop.journal.Live;
import dev.playloop.journal.Refold;
import dev.playloop.journal.Releases;
import dev.playloop.journal.Releases.Basis;
import dev.playloop.journal.Taken;
import dev.playloop.loop.prompt.Prompt;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Command;
import dev.playloop.loop.state.Input;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.loop.state.StateJson;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.Catalogue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One random history, from a seed, of an agent that has to ask people, and of people who answer
/// it: a shell around the real [Desk] with the real journal, simulated workers, and
/// [ApprovalScript]. What people agreed to, and what went out, is checked by [PeopleOracle], all
/// else by [LoopChecks]; in the end the journal is verified, from its start and from a snapshot in
/// its midst. Used by one thread.
final class ApprovalSimulation {
  private static final int MAX_STEPS = 20_000;
  private static final byte[] SALT = new byte[JournalEntry.SALT_BYTES];

  final Agenda agenda;
  final ApprovalCounts counts;
  private final Declarations declarations;
  private final Desk desk;
  private final Prompt prompt = new Prompt(LoopPolicy.DEFAULT);
  private final SimulatedReasoner reasoner;
  final SimulatedWorld world;
  private final LoopChecks checks = new LoopChecks(false);
  private final PeopleOracle oracle;
  private final ApprovalScript script;
  private final JournalWriter writer = new JournalWriter(1 << 20, () -> SALT);
  private final List<JournalEntry> journal = new ArrayList<>();
  private final List<Integer> snapshots = new ArrayList<>();
  private final Set<String> known = new HashSet<>();
  private ChainHead head = ChainHead.START;
  private final StoredTalks talks = new StoredTalks();
  private Live live = Live.empty(Configs.ADA).reading(talks);
  private @Nullable View view;
  private @Nullable FoldRelease last;
  private boolean haltedWorkers;
  private int inputs;

  ApprovalSimulation(long seed, ApprovalCounts counts) {
    this.counts = counts;
    agenda = new Agenda(seed);
    declarations =
        agenda.chance(0.1)
            ? Declarations.changing(seed, TestWorld.PLAIN)
            : Declarations.only(TestWorld.PLAIN);
    desk = new BoundDesk(declarations.table(), BoundDesk.REACHED);
    oracle = new PeopleOracle(counts);
    reasoner =
        new SimulatedReasoner(
            agenda,
            () -> haltedWorkers,
            new ApprovalScript.Model(agenda),
            d -> take((id, at) -> new Input.DecisionMade(id, at, d)));
    world =
        new SimulatedWorld(
            agenda, () -> haltedWorkers, r -> take((id, at) -> new Input.ActionDone(id, at, r)));
    script = new ApprovalScript(this);
  }

  /// Lives the whole history. Throws AssertionError where a guarantee is broken.
  void run() {
    script.write();
    for (int steps = 0; ; steps++) {
      Optional<Instant> deadline = live.deadline();
      if (agenda.isEmpty() && deadline.isEmpty()) {
        break;
      }
      if (steps > MAX_STEPS) {
        throw new AssertionError("no end in sight: " + live.state());
      }
      if (deadline.isPresent() && !deadline.get().isAfter(agenda.next())) {
        agenda.now = deadline.get().isAfter(agenda.now) ? deadline.get() : agenda.now;
        take(Input.DeadlinePassed::new);
      } else {
        agenda.runNext();
      }
    }
    checks.atEnd(live.state());
    oracle.atEnd();
    verify(0, ChainHead.START);
    if (!snapshots.isEmpty()) {
      verify(snapshots.get(agenda.below(snapshots.size())), null);
    }
    counts.histories++;
    counts.steps += inputs;
  }

  private void verify(int from, @Nullable ChainHead start) {
    Desk again = Desk.of(LoopPolicy.DEFAULT, declarations.all());
    List<JournalEntry> entries = journal.subList(from, journal.size());
    JournalVerifier.Report report =
        new JournalVerifier(new Refold(again)).verify(Configs.ADA, entries, start, head);
    if (!report.holds() || report.notRefolded() > 0) {
      throw new AssertionError("folded again from " + from + ": " + report);
    }
  }

  void take(LoopSimulation.Made made) {
    declarations.pass();
    Basis by = desk.releases().current("test");
    if (!Releases.holds(live.state(), by)) {
      counts.lostWhileParked += live.state().parked() == null ? 0 : 1;
      take(Input.CatalogueLost::new, by);
    }
    take(made, by);
  }

  private void take(LoopSimulation.Made made, Basis by) {
    Instant at = agenda.now.isBefore(live.state().at()) ? live.state().at() : agenda.now;
    Input input = made.of(InputIds.of(made.of("in-" + inputs++, at)), at);
    byte[] json = Given.of(input).json();
    if (last != null && !last.equals(by.release())) {
      snapshot(Entry.snapshot(live, StateJson.of(live.state(), live.parts()), head.seq()), by);
    }
    last = by.release();
    Input again = Journaled.of(input).input();
    Taken taken =
        agenda.chance(0.001)
            ? desk.poisoned(live, again, view, "bug", by)
            : desk.take(live, again, view, by);
    checks.saw(again, taken.step());
    oracle.saw(again, taken.step());
    Entry entry = taken.entry(json, view == null ? null : Json.bytes(view));
    taken.recalled(head.seq()).forEach(one -> append(one, by));
    append(entry, by);
    if (taken.asksSnapshot() || agenda.chance(0.02)) {
      snapshot(taken.snapshot(head.seq()), by);
    }
    taken.journaled(taken.changed(), head.seq()).forEach(one -> append(one, by));
    talks.store(taken);
    live = agenda.chance(0.05) ? restarted(taken) : taken.next();
    carryOut(taken);
    taken.step().events().forEach(script::heard);
  }

  private void snapshot(Entry entry, Basis by) {
    snapshots.add(journal.size());
    append(entry, by);
    counts.snapshots++;
  }

  private void append(Entry entry, Basis by) {
    JournalWriter.Written written = writer.write(head, entry, by.release());
    journal.add(written.entry());
    head = written.next();
  }

  /// The shell restarts, and reads what it stored.
  private Live restarted(Taken taken) {
    counts.restarts++;
    AgentState state = Json.read(taken.json().bytes(), AgentState.class);
    return talks.again(state, taken.next().transcripts(), taken.next());
  }

  private void carryOut(Taken taken) {
    for (Command command : taken.step().commands()) {
      switch (command) {
        case Command.OpenTurn open -> {
          String hash = Objects.requireNonNull(live.state().run()).catalogue();
          Catalogue begun =
              Objects.requireNonNull(declarations.all().find("test", String.valueOf(hash)));
          List<Message> messages =
              live.transcript().places().stream().filter(Objects::nonNull).toList();
          reasoner.publish(prompt.turn(live.state(), open, messages, view, begun));
        }
        case Command.ReleaseAction release -> {
          world.publish(release.action());
          if (release.action().mode() == Action.Mode.RECONCILE) {
            script.doubted(release.action().action());
          }
        }
        case Command.AwaitView await ->
            agenda.in(agenda.millis(1, 400), () -> see(await.version()));
        case Command.CloseRun _ -> {}
        case Command.DropTrigger _ -> {}
      }
    }
  }

  AgentState state() {
    return live.state();
  }

  /// The agent sees something else, as it may at any time.
  void see(long version) {
    view =
        View.of(Configs.ADA, agenda.now, Json.NODES.objectNode().put("gold", world.gold))
            .version(version)
            .tokens(9);
    take((id, at) -> new Input.ViewReached(id, at, version));
  }

  void trigger(Trigger trigger) {
    boolean duplicate = !known.add(String.valueOf(trigger.id()));
    take((id, at) -> new Input.TriggerArrived(id, at, trigger, duplicate));
  }

  void configure(@Nullable AgentConfig config) {
    take((id, at) -> new Input.ConfigChanged(id, at, config));
  }

  void control(Control control) {
    take((id, at) -> new Input.Controlled(id, at, control));
  }

  void halt(boolean now) {
    agenda.in(agenda.millis(0, 500), () -> haltedWorkers = now);
    agenda.in(
        agenda.millis(0, 500),
        () ->
            take(
                now
                    ? (id, at) -> new Input.Halted(id, at, HaltScope.ALL, "kim")
                    : Input.Resumed::new));
  }
}
