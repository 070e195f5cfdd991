package dev.playloop.loop;

import dev.playloop.journal.Desk;
import dev.playloop.journal.Live;
import dev.playloop.journal.Outgoing;
import dev.playloop.journal.Releases;
import dev.playloop.journal.Releases.Basis;
import dev.playloop.journal.Taken;
import dev.playloop.journal.Transcript;
import dev.playloop.journal.Transcripts;
import dev.playloop.loop.prompt.Prompt;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Command;
import dev.playloop.loop.state.Input;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.loop.state.Transition;
import dev.playloop.loop.state.WrittenMessage;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.ApprovalControl;
import dev.playloop.schemas.event.ApprovalControl.About;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.Catalogue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// One random history of one agent, from a seed, on one thread and without Kafka: a shell around
/// the real [Desk], simulated workers, a script of triggers, people and accidents. Ends when
/// nothing is left to happen, and then everything must be closed. Checks the guarantees on the way
/// and at the end; see [LoopChecks].
final class LoopSimulation {
  private static final int MAX_STEPS = 20_000;

  final Agenda agenda;
  private final Declarations declarations;
  final TickChecks ticks;
  private final Desk desk;
  private final Prompt prompt;
  private final SimulatedReasoner reasoner;
  private final SimulatedWorld world;
  private final LoopChecks checks;
  private final SimulatedJournal journal = new SimulatedJournal();
  private final List<TreeMap<Integer, Message>> stored = List.of(new TreeMap<>(), new TreeMap<>());
  private final Set<String> known = new HashSet<>();
  private final StoredTalks talks = new StoredTalks();
  private Live live = Live.empty(Configs.ADA).reading(talks);
  private @Nullable View view;
  private Duration behind = Duration.ZERO;
  private boolean haltedWorkers;
  private int lost;

  LoopSimulation(long seed, TickChecks ticks, boolean changing) {
    this.ticks = ticks;
    agenda = new Agenda(seed);
    TestWorld first =
        agenda.chance(0.3)
            ? TestWorld.WITH_MEMORIES
            : agenda.chance(0.3) ? TestWorld.WITH_ACCOUNT : TestWorld.PLAIN;
    declarations = changing ? Declarations.changing(seed, first) : Declarations.only(first);
    checks = new LoopChecks(first.account() != null);
    desk = new BoundDesk(declarations.table(), BoundDesk.REACHED);
    prompt = new Prompt(LoopPolicy.DEFAULT);
    reasoner =
        new SimulatedReasoner(
            agenda,
            () -> haltedWorkers,
            new SimulatedModel(agenda),
            d -> take((id, at) -> new Input.DecisionMade(id, at, d)));
    world =
        new SimulatedWorld(
            agenda, () -> haltedWorkers, r -> take((id, at) -> new Input.ActionDone(id, at, r)));
  }

  /// Lives the whole history. Throws AssertionError where a guarantee is broken.
  void run() {
    new Script(this).write();
    for (int steps = 0; ; steps++) {
      Optional<Instant> deadline = live.deadline().map(d -> d.plus(behind));
      if (agenda.isEmpty() && deadline.isEmpty()) {
        break;
      }
      if (steps > MAX_STEPS) {
        throw new AssertionError("no end in sight: " + live.state());
      }
      if (deadline.isPresent() && !deadline.get().isAfter(agenda.next())) {
        if (deadline.get().isAfter(agenda.now)) {
          agenda.now = deadline.get();
        }
        take(Input.DeadlinePassed::new);
      } else {
        agenda.runNext();
      }
    }
    checks.atEnd(live.state());
    journal.retake(Desk.of(LoopPolicy.DEFAULT, declarations.all()));
  }

  int steps() {
    return journal.size();
  }

  /// How often what an open run began with was known no more.
  int lost() {
    return lost;
  }

  private Catalogue begun() {
    String hash = Objects.requireNonNull(live.state().run()).catalogue();
    return Objects.requireNonNull(declarations.all().find("test", String.valueOf(hash)));
  }

  LoopChecks checks() {
    return checks;
  }

  interface Made {
    Input of(String id, Instant at);
  }

  /// What the shell does with one input: tells the agent first where what its run began with is
  /// known no more.
  void take(Made made) {
    declarations.pass();
    Basis by = desk.releases().current("test");
    if (!Releases.holds(live.state(), by)) {
      lost++;
      take(Input.CatalogueLost::new, by);
    }
    take(made, by);
  }

  /// Journals an input as JSON, folds what was journaled, carries out.
  private void take(Made made, Basis by) {
    Instant clock = agenda.now.minus(behind);
    Instant at = clock.isBefore(live.state().at()) ? live.state().at() : clock;
    Journaled json = Journaled.of(made.of("in-" + journal.size(), at));
    SimulatedJournal.Asked asked = new SimulatedJournal.Asked(json, agenda.chance(0.002), view);
    Taken taken = asked.take(desk, live, by);
    Transition step = taken.step();
    checks.saw(taken.input(), step);
    ticks.saw(step.state());
    SimulatedJournal.sameBytes(Json.bytes(step.state()), taken.json().bytes());
    store(step);
    talks.store(taken);
    live = agenda.chance(0.05) ? restarted(taken) : taken.next();
    carryOut(taken);
    journal.add(asked, by.release(), taken);
    step.events().forEach(this::people);
  }

  /// The shell restarts, and reads what it stored.
  private Live restarted(Taken taken) {
    AgentState state = Json.read(taken.json().bytes(), AgentState.class);
    Transcripts transcripts = Transcripts.EMPTY;
    for (int place = 0; place < Transcripts.PLACES; place++) {
      List<@Nullable WrittenMessage> messages =
          new ArrayList<>(Collections.nCopies(state.messages(place), null));
      stored.get(place).forEach((index, one) -> messages.set(index, WrittenMessage.of(one)));
      transcripts = transcripts.with(place, Transcript.of(messages));
    }
    return talks.again(state, transcripts, taken.next());
  }

  void trigger(dev.playloop.schemas.event.Trigger trigger) {
    boolean duplicate = !known.add(String.valueOf(trigger.id()));
    take((id, at) -> new Input.TriggerArrived(id, at, trigger, duplicate));
  }

  void configure(@Nullable AgentConfig config) {
    take((id, at) -> new Input.ConfigChanged(id, at, ticks.with(config)));
  }

  void control(Control control) {
    take((id, at) -> new Input.Controlled(id, at, control));
  }

  /// A halt begins or ends: workers and loop hear of it a moment apart, in any order.
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

  @Nullable RunId openRun() {
    return live.state().run() == null ? null : live.state().run().id();
  }

  /// The shell's own clock is set back.
  void setBack(Duration by) {
    behind = by;
  }

  /// As the step's doc says it.
  private void store(Transition step) {
    step.cleared().forEach(place -> stored.get(place).clear());
    for (Transition.Appended appended : step.appended()) {
      if (stored.get(appended.place()).put(appended.index(), appended.message()) != null) {
        throw new AssertionError("message " + appended.index() + " is written twice");
      }
    }
  }

  /// Sends what the commands say, which is to the byte what was rendered of them.
  private void carryOut(Taken taken) {
    Iterator<Outgoing> outgoing = taken.rendered().outgoing().iterator();
    for (Command command : taken.step().commands()) {
      switch (command) {
        case Command.OpenTurn open -> {
          Turn turn =
              prompt.turn(
                  live.state(), open, List.copyOf(stored.get(place()).values()), view, begun());
          SimulatedJournal.sameBytes(Json.bytes(turn), outgoing.next().value());
          LoopChecks.everyCallIsAnswered(turn);
          reasoner.publish(turn);
        }
        case Command.ReleaseAction release -> {
          SimulatedJournal.sameBytes(Json.bytes(release.action()), outgoing.next().value());
          world.publish(release.action());
          if (release.action().mode() == dev.playloop.schemas.event.Action.Mode.RECONCILE) {
            decideDoubt(release.action().action());
          }
        }
        case Command.AwaitView await -> {
          if (agenda.chance(0.8)) {
            agenda.in(agenda.millis(1, 400), () -> see(await.version()));
          }
        }
        case Command.CloseRun _ -> {}
        case Command.DropTrigger _ -> {}
      }
    }
    if (outgoing.hasNext()) {
      throw new AssertionError("no command asks for " + outgoing.next());
    }
  }

  /// Where the messages of the open run lie.
  private int place() {
    return Objects.requireNonNull(live.state().run()).transcript().place();
  }

  private void see(long version) {
    view =
        View.of(Configs.ADA, agenda.now, Json.NODES.objectNode().put("v", version))
            .version(version)
            .tokens(9);
    take((id, at) -> new Input.ViewReached(id, at, version));
  }

  /// A person answers what waits for one, or does not.
  private void people(LoopEvent event) {
    if (event instanceof LoopEvent.ApprovalAsked asked && agenda.chance(0.8)) {
      About about = About.of(asked.action(), asked.question());
      agenda.in(agenda.millis(100, 30_000), () -> decide(about, agenda.chance(0.7)));
    }
  }

  private void decideDoubt(ActionId action) {
    if (agenda.chance(0.1)) {
      boolean happened = agenda.chance(0.5);
      agenda.in(
          agenda.millis(1_000, 200_000),
          () ->
              control(
                  ApprovalControl.Confirm.of(
                      Configs.ADA, action, happened, PeopleSay.EVE, agenda.now)));
    }
  }

  private void decide(About about, boolean yes) {
    Author eve = PeopleSay.EVE;
    control(
        yes
            ? new ApprovalControl.Approve(Configs.ADA, about, eve, null, agenda.now)
            : new ApprovalControl.Deny(Configs.ADA, about, eve, "no", agenda.now));
  }
}
