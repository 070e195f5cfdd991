package dev.playloop.loop;

import static dev.playloop.loop.ModelSays.decision;
import static dev.playloop.loop.PeopleSay.config;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.journal.Desk;
import dev.playloop.journal.Live;
import dev.playloop.journal.Taken;
import dev.playloop.loop.prompt.Prompt;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Command;
import dev.playloop.loop.state.Input;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.loop.state.Transition;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Part;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.id.TurnId;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.Catalogue;
import dev.playloop.worlds.model.Worlds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Events in, commands out (what may happen is told by [Arrives], [ModelSays], [WorldSays] and
/// [PeopleSay]): `given` and `when` fold inputs, `then` compares the commands that the last `when`
/// led to. Ids are written without the agent: `turn t1#2`, `release buy_item t1#2.1`, `closed t1
/// COMPLETED`, `dropped t2 LOOP`. Plays the shell: keeps the messages, gives ids and times, and
/// turns due deadlines into inputs. Checks each step: see [StepChecks]. When a turn opens no place
/// of the transcript is empty.
final class Scenario {
  static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

  private final Desk desk;

  final Prompt prompt;

  private final List<Command> commands = new ArrayList<>();
  private final List<LoopEvent> events = new ArrayList<>();

  final StoredTalks talks = new StoredTalks();
  private Live live = Live.empty(Configs.ADA).reading(talks);

  final Catalogue catalogue;

  Instant now = START;

  @Nullable View view;

  private int inputs;

  private Scenario(TestWorld world) {
    this(world, BoundDesk.REACHED);
  }

  private Scenario(TestWorld world, int maxNexts) {
    catalogue = Catalogue.of(world);
    desk = new BoundDesk(Worlds.of(world), maxNexts);
    prompt = new Prompt(LoopPolicy.DEFAULT);
  }

  /// An agent nobody has heard of.
  static Scenario nobody() {
    return new Scenario(TestWorld.PLAIN);
  }

  /// The agent `test/ada` with a default config.
  static Scenario ada() {
    return ada(c -> c);
  }

  static Scenario ada(UnaryOperator<AgentConfig> change) {
    return nobody().given(config(change.apply(Configs.ada())));
  }

  /// Ada at a desk where no more than this may follow from one thing that happened.
  static Scenario adaWithin(int maxNexts) {
    return new Scenario(TestWorld.PLAIN, maxNexts).given(config(Configs.ada()));
  }

  static Scenario ada(TestWorld world) {
    return new Scenario(world).given(config(Configs.ada()));
  }

  /// Ada in a world that keeps her LLM money.
  static Scenario inWorldWithAccount() {
    return ada(TestWorld.WITH_ACCOUNT);
  }

  /// Ada in a world whose views come late.
  static Scenario inSlowWorld() {
    return inSlowWorld(c -> c);
  }

  static Scenario inSlowWorld(UnaryOperator<AgentConfig> change) {
    return new Scenario(TestWorld.SLOW).given(config(change.apply(Configs.ada())));
  }

  /// Ada in a world whose tools are called through one.
  static Scenario inDispatchingWorld(UnaryOperator<AgentConfig> change) {
    return new Scenario(TestWorld.DISPATCHING).given(config(change.apply(Configs.ada())));
  }

  /// Something that happens; folded at the scenario's time.
  interface Event {
    void happen(Scenario scenario);
  }

  Scenario given(Event... happened) {
    for (Event event : happened) {
      event.happen(this);
    }
    return this;
  }

  Scenario when(Event... happened) {
    commands.clear();
    events.clear();
    return given(happened);
  }

  /// Exactly these commands came, in this order.
  Scenario then(String... expected) {
    assertThat(commands.stream().map(CommandText::show)).containsExactly(expected);
    return this;
  }

  Scenario thenEvents(String... expected) {
    assertThat(events.stream().map(e -> e.getClass().getSimpleName())).contains(expected);
    return this;
  }

  /// People's words that changed nothing, with why, in order.
  Scenario thenIgnored(ApprovalEvent.Why... expected) {
    assertThat(events.stream().filter(ApprovalEvent.Ignored.class::isInstance))
        .extracting(event -> ((ApprovalEvent.Ignored) event).why())
        .containsExactly(expected);
    return this;
  }

  /// The prompt of the open turn holds these texts, in this order.
  Scenario thenPrompt(String... texts) {
    assertThat(promptText()).containsSubsequence(texts);
    return this;
  }

  Scenario thenPromptLacks(String text) {
    assertThat(promptText()).doesNotContain(text);
    return this;
  }

  /// The tool messages of the open turn's last step, as `name:status`, in order.
  Scenario thenAnswers(String... expected) {
    List<String> outputs = new ArrayList<>();
    for (Message message : transcript()) {
      if (message instanceof Message.Assistant) {
        outputs.clear();
      } else if (message instanceof Message.ToolOutput output) {
        outputs.add(output.tool() + ":" + Json.tree(output.text()).get("status").stringValue());
      }
    }
    assertThat(outputs).containsExactly(expected);
    return this;
  }

  List<Message> transcript() {
    return live.transcript().places().stream().filter(Objects::nonNull).toList();
  }

  AgentState state() {
    return live.state();
  }

  LoopEvent.RunClosed closed() {
    return events.stream()
        .filter(LoopEvent.RunClosed.class::isInstance)
        .map(LoopEvent.RunClosed.class::cast)
        .reduce((a, b) -> b)
        .orElseThrow(() -> new AssertionError("no run closed, but " + events));
  }

  <T extends LoopEvent> T event(Class<T> type) {
    return events.stream().filter(type::isInstance).map(type::cast).findFirst().orElseThrow();
  }

  <T extends Command> T command(Class<T> type) {
    return commands.stream().filter(type::isInstance).map(type::cast).findFirst().orElseThrow();
  }

  Turn.Body body() {
    return prompt.of(state(), transcript(), view, catalogue);
  }

  String promptText() {
    StringBuilder text = new StringBuilder();
    for (Message message : body().messages()) {
      switch (message) {
        case Message.SystemText system -> text.append(system.text()).append('\n');
        case Message.User user ->
            user.parts().forEach(p -> text.append(((Part.Text) p).text()).append('\n'));
        case Message.Assistant assistant -> text.append(assistant.raw()).append('\n');
        case Message.ToolOutput output -> text.append(output.text()).append('\n');
      }
    }
    return text.toString();
  }

  Transition fold(Input input) {
    return took(desk.take(live, input, view));
  }

  private Transition took(Taken taken) {
    Transition step = taken.step();
    AgentState again = StepChecks.readAgain(live, taken);
    talks.store(taken);
    live = talks.again(again, taken.next().transcripts(), taken.next());
    commands.addAll(step.commands());
    events.addAll(step.events());
    if (taken.rendered().opensTurn()) {
      assertThat(live.transcript().messages()).hasSize(again.messages());
    }
    return step;
  }

  String nextId() {
    return "in-" + inputs++;
  }

  List<LoopEvent> events() {
    return List.copyOf(events);
  }

  List<Command> commands() {
    return List.copyOf(commands);
  }

  long wish() {
    return live.wish();
  }

  TurnId openTurn() {
    return Objects.requireNonNull(state().call(), "no turn is open").turn();
  }

  void decide(Decision.Outcome outcome, String usd) {
    fold(new Input.DecisionMade(nextId(), now, decision(openTurn(), outcome, usd, "first")));
  }

  /// Time goes by; what falls due in it is folded when it does.
  static Event after(Duration time) {
    return s -> {
      Instant until = s.now.plus(time);
      for (int i = 0; i < 1_000; i++) {
        Instant next = s.state().nextDeadline().orElse(Instant.MAX);
        if (next.isAfter(until)) {
          s.now = until;
          return;
        }
        s.now = next.isAfter(s.now) ? next : s.now;
        s.fold(new Input.DeadlinePassed(s.nextId(), s.now));
      }
      throw new AssertionError("deadlines without end: " + s.state());
    };
  }

  /// Time goes by unnoticed: nothing that falls due is folded.
  static Event unnoticed(Duration time) {
    return s -> s.now = s.now.plus(time);
  }

  void control(Control control) {
    fold(new Input.Controlled(nextId(), now, control));
  }

  /// The fold of an input like this threw.
  static Event poison() {
    return s -> s.poisoned(new Input.ViewReached(s.nextId(), s.now, 1));
  }

  /// The fold of these words threw.
  void poisoned(Control said) {
    poisoned(new Input.Controlled(nextId(), now, said));
  }

  private void poisoned(Input input) {
    took(desk.poisoned(live, input, view, "IllegalStateException: x"));
  }
}
