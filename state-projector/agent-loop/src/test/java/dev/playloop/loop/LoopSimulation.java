package dev.playloop.loop;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// One random history of one agent, from a seed, on one thread and without Kafka: a shell around
/// the real [Fold] and [Prompt], simulated workers, a script of triggers, people and accidents.
/// Ends when nothing is left to happen, and then everything must be closed. Checks the guarantees
/// on the way and at the end; see [LoopChecks].
final class LoopSimulation {
  private static final int MAX_STEPS = 20_000;

  /// What the journal holds of one step.
  record Entry(String input, boolean poisoned, @Nullable View view, String state, String outputs) {}

  final Agenda agenda;
  private final List<dev.playloop.worlds.model.World> worlds;
  private final long seed;
  private final Digests digests;
  private final Fold fold;
  private final Prompt prompt;
  private final SimulatedReasoner reasoner;
  private final SimulatedWorld world;
  private final LoopChecks checks;
  private final List<Entry> journal = new ArrayList<>();
  private final TreeMap<Integer, Message> transcript = new TreeMap<>();
  private final Set<String> known = new HashSet<>();
  private AgentState state = AgentState.empty(Configs.ADA);
  private StateJson.Parts parts = StateJson.Parts.NONE;
  private @Nullable View view;
  private Duration behind = Duration.ZERO;
  private boolean haltedWorkers;

  LoopSimulation(long seed, Digests digests) {
    this.seed = seed;
    this.digests = digests;
    agenda = new Agenda(seed);
    worlds =
        List.of(
            agenda.chance(0.3)
                ? TestWorld.WITH_MEMORIES
                : agenda.chance(0.3) ? TestWorld.WITH_ACCOUNT : TestWorld.PLAIN);
    checks = new LoopChecks(worlds.getFirst().account() != null);
    fold = new Fold(LoopPolicy.DEFAULT, worlds);
    prompt = new Prompt(LoopPolicy.DEFAULT, worlds);
    reasoner =
        new SimulatedReasoner(
            agenda, () -> haltedWorkers, d -> take((id, at) -> new Input.DecisionMade(id, at, d)));
    world =
        new SimulatedWorld(
            agenda, () -> haltedWorkers, r -> take((id, at) -> new Input.ActionDone(id, at, r)));
  }

  /// Lives the whole history. Throws AssertionError where a guarantee is broken.
  void run() {
    new Script(this).write();
    for (int steps = 0; ; steps++) {
      Optional<Instant> deadline = state.nextDeadline().map(d -> d.plus(behind));
      if (agenda.isEmpty() && deadline.isEmpty()) {
        break;
      }
      if (steps > MAX_STEPS) {
        throw new AssertionError("no end in sight: " + state);
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
    checks.atEnd(state);
    digests.state(where(), state);
    refold();
  }

  int steps() {
    return journal.size();
  }

  LoopChecks checks() {
    return checks;
  }

  /// In which history and at which input.
  private String where() {
    return "seed " + seed + " input " + journal.size();
  }

  interface Made {
    Input of(String id, Instant at);
  }

  /// What the shell does with one input: journal it as JSON, fold what was journaled, carry out.
  void take(Made made) {
    Instant clock = agenda.now.minus(behind);
    Instant at = clock.isBefore(state.at()) ? state.at() : clock;
    String json = Json.text(made.of("in-" + journal.size(), at));
    Input input = Json.read(json, Input.class);
    boolean poison = agenda.chance(0.002);
    Step step = poison ? fold.poisoned(state, input, "bug") : fold.fold(state, input);
    checks.saw(input, step);
    state = step.state();
    StateJson written = StateJson.of(state, parts);
    parts = written.parts();
    sameBytes(Json.bytes(state), written.bytes());
    keep(step);
    digests.step(where(), step);
    if (agenda.chance(0.05)) { // the shell restarts, and reads what it stored
      state = Json.read(Json.bytes(state), AgentState.class);
    }
    String outputs = carryOut(step);
    journal.add(new Entry(json, poison, view, StateHash.of(state), outputs));
    step.events().forEach(this::people);
  }

  void trigger(dev.playloop.schemas.event.Trigger trigger) {
    boolean duplicate = !known.add(String.valueOf(trigger.id()));
    take((id, at) -> new Input.TriggerArrived(id, at, trigger, duplicate));
  }

  void configure(@Nullable AgentConfig config) {
    take((id, at) -> new Input.ConfigChanged(id, at, config));
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
    return state.run() == null ? null : state.run().id();
  }

  /// The shell's own clock is set back.
  void setBack(Duration by) {
    behind = by;
  }

  private void keep(Step step) {
    if (step.transcriptCleared()) {
      transcript.clear();
    }
    for (Step.Appended appended : step.appended()) {
      if (transcript.put(appended.index(), appended.message()) != null) {
        throw new AssertionError("message " + appended.index() + " is written twice");
      }
    }
  }

  private String carryOut(Step step) {
    StringBuilder outputs = new StringBuilder();
    for (Command command : step.commands()) {
      outputs.append(Json.text(command)).append('\n');
      switch (command) {
        case Command.OpenTurn open -> {
          Turn turn = prompt.turn(state, open, List.copyOf(transcript.values()), view);
          byte[] body = prompt.json(state, written(), view);
          sameBytes(Json.bytes(turn.body()), body);
          digests.prompt(where(), body);
          LoopChecks.everyCallIsAnswered(turn);
          outputs.append(turn.hash()).append('\n');
          reasoner.publish(turn);
        }
        case Command.ReleaseAction release -> {
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
        case Command.CloseRun ignored -> {}
        case Command.DropTrigger ignored -> {}
      }
    }
    return Sha256.hex(outputs.toString());
  }

  private List<WrittenMessage> written() {
    return transcript.values().stream().map(WrittenMessage::of).toList();
  }

  /// What is put together from parts that were written before is what Jackson writes of the whole.
  private static void sameBytes(byte[] whole, byte[] fromParts) {
    if (!Arrays.equals(whole, fromParts)) {
      throw new AssertionError(
          "expected " + new String(whole, UTF_8) + ", got " + new String(fromParts, UTF_8));
    }
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
      agenda.in(agenda.millis(100, 30_000), () -> decide(asked.action(), agenda.chance(0.7)));
    }
  }

  private void decideDoubt(ActionId action) {
    if (agenda.chance(0.1)) {
      agenda.in(agenda.millis(1_000, 200_000), () -> decide(action, agenda.chance(0.5)));
    }
  }

  private void decide(ActionId action, boolean yes) {
    control(
        yes
            ? new Control.Approve(Configs.ADA, action, "eve", agenda.now)
            : new Control.Deny(Configs.ADA, action, "eve", "no", agenda.now));
  }

  /// G6: the journal, folded again by another fold, gives the same states, commands and prompts.
  private void refold() {
    Fold again = new Fold(LoopPolicy.DEFAULT, worlds);
    Prompt rendered = new Prompt(LoopPolicy.DEFAULT, worlds);
    AgentState refolded = AgentState.empty(Configs.ADA);
    TreeMap<Integer, Message> messages = new TreeMap<>();
    for (int i = 0; i < journal.size(); i++) {
      Entry entry = journal.get(i);
      Input input = Json.read(entry.input(), Input.class);
      Step step =
          entry.poisoned() ? again.poisoned(refolded, input, "bug") : again.fold(refolded, input);
      refolded = step.state();
      if (step.transcriptCleared()) {
        messages.clear();
      }
      step.appended().forEach(a -> messages.put(a.index(), a.message()));
      StringBuilder outputs = new StringBuilder();
      for (Command command : step.commands()) {
        outputs.append(Json.text(command)).append('\n');
        if (command instanceof Command.OpenTurn open) {
          outputs
              .append(
                  rendered
                      .turn(refolded, open, List.copyOf(messages.values()), entry.view())
                      .hash())
              .append('\n');
        }
      }
      if (!StateHash.of(refolded).equals(entry.state())) {
        throw new AssertionError("G6: entry " + i + " gives another state: " + entry.input());
      }
      if (!Sha256.hex(outputs.toString()).equals(entry.outputs())) {
        throw new AssertionError("G6: entry " + i + " gives other outputs: " + entry.input());
      }
    }
  }
}
