package dev.playloop.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.journal.Desk;
import dev.playloop.journal.Live;
import dev.playloop.journal.Taken;
import dev.playloop.loop.prompt.Prompt;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Command;
import dev.playloop.loop.state.Input;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.loop.state.StateJson;
import dev.playloop.loop.state.Step;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.ApprovalControl;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.LlmFailure;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Part;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.id.TurnId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.schemas.view.Progress;
import dev.playloop.worlds.model.LoopTool;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Events in, commands out: `given` and `when` fold inputs, `then` compares the commands that the
/// last `when` led to. Ids are written without the agent: `turn t1#2`, `release buy_item t1#2.1`,
/// `closed t1 COMPLETED`, `dropped t2 LOOP`. Plays the shell: keeps the messages, gives ids and
/// times, and turns due deadlines into inputs. On every step it checks that the state reads back
/// from its JSON, that no place of the transcript is written twice, and that none is empty when a
/// turn opens.
final class Scenario {
  static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

  private final Desk desk;
  final Prompt prompt;
  private final List<Command> commands = new ArrayList<>();
  private final List<LoopEvent> events = new ArrayList<>();
  private Live live = Live.empty(Configs.ADA);
  Instant now = START;
  @Nullable View view;
  private int inputs;

  private Scenario(TestWorld world) {
    this(world, BoundDesk.REACHED);
  }

  private Scenario(TestWorld world, int maxNexts) {
    desk = new BoundDesk(List.of(world), maxNexts);
    prompt = new Prompt(LoopPolicy.DEFAULT, List.of(world));
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

  static Scenario inWorldWithMemories() {
    return new Scenario(TestWorld.WITH_MEMORIES).given(config(Configs.ada()));
  }

  /// Ada in a world that keeps her LLM money.
  static Scenario inWorldWithAccount() {
    return new Scenario(TestWorld.WITH_ACCOUNT).given(config(Configs.ada()));
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

  /// The world holds this much for the call.
  static Event held(String action, String usd) {
    return result(
        ActionResult.done(
            actionId(action),
            Configs.ADA,
            Json.NODES.objectNode().put("held_usd", new BigDecimal(usd)),
            null));
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
    assertThat(commands.stream().map(Scenario::show)).containsExactly(expected);
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
    return prompt.of(state(), transcript(), view);
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

  Step fold(Input input) {
    return took(desk.take(live, input, view));
  }

  private Step took(Taken taken) {
    Step step = taken.step();
    byte[] json = Json.bytes(step.state());
    AgentState again = Json.read(json, AgentState.class);
    assertThat(Json.text(again)).isEqualTo(Json.text(step.state()));
    assertThat(json.length).isLessThan(256 * 1024);
    assertThat(taken.json().bytes()).isEqualTo(json);
    List<@Nullable Message> places =
        step.transcriptCleared() ? List.of() : live.transcript().places();
    assertThat(step.appended())
        .extracting(Step.Appended::index)
        .doesNotHaveDuplicates()
        .noneMatch(index -> index < places.size() && places.get(index) != null);
    Live next = taken.next();
    live = new Live(again, next.transcript(), StateJson.Parts.NONE, next.wish());
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

  TurnId openTurn() {
    return Objects.requireNonNull(state().call(), "no turn is open").turn();
  }

  private static String show(Command command) {
    String agent = Configs.ADA + ":";
    return switch (command) {
      case Command.OpenTurn open -> "turn " + open.turn().value().replace(agent, "");
      case Command.ReleaseAction release -> {
        Action action = release.action();
        String verb =
            switch (action.mode()) {
              case EXECUTE -> "release ";
              case SIMULATE -> "simulate ";
              case RECONCILE -> "reconcile ";
            };
        yield verb + action.tool() + " " + action.action().value().replace(agent, "");
      }
      case Command.AwaitView await -> "await " + await.version();
      case Command.CloseRun close ->
          "closed " + close.run().run().trigger() + " " + close.run().outcome();
      case Command.DropTrigger drop -> "dropped " + drop.trigger() + " " + drop.reason();
    };
  }

  // ---- what may happen -------------------------------------------------------------------------

  static Event trigger(Trigger trigger) {
    return s ->
        s.fold(
            new Input.TriggerArrived(
                s.nextId(),
                s.now,
                trigger.at() == null
                    ? trigger.withId(Objects.requireNonNull(trigger.id()), s.now)
                    : trigger,
                false));
  }

  static Trigger newTrigger(String id, String kind, @Nullable String user) {
    return Trigger.of(id, Configs.ADA, kind)
        .subject(user == null ? null : new Trigger.Subject("user", user))
        .text("text of " + id);
  }

  static Event trigger(String id, String kind) {
    return trigger(newTrigger(id, kind, null));
  }

  /// A chat message of this user.
  static Event message(String id, String user) {
    return trigger(newTrigger(id, "chat.message", user));
  }

  /// A chat message that is owed a reply.
  static Event question(String id, String user, String messageId) {
    Trigger t = newTrigger(id, "chat.mention", user);
    return trigger(
        Trigger.of(id, t.agent(), t.kind()).subject(t.subject()).text(t.text()).replyTo(messageId));
  }

  static Event withPriority(String id, String kind, int priority) {
    return trigger(Trigger.of(id, Configs.ADA, kind).priority(priority));
  }

  static Event afterHops(String id, int hops) {
    return trigger(Trigger.of(id, Configs.ADA, "chat.message").hops(hops));
  }

  static Event config(@Nullable AgentConfig config) {
    return s -> s.fold(new Input.ConfigChanged(s.nextId(), s.now, config));
  }

  static Event config(UnaryOperator<AgentConfig> change) {
    return config(change.apply(Configs.ada()));
  }

  static Event deleted() {
    return config((AgentConfig) null);
  }

  static ToolCall call(String tool, String arguments) {
    ToolSpec<?> spec = TestWorld.SLOW.tools().find(tool);
    spec = spec == null ? LoopTool.CATALOGUE.find(tool) : spec;
    ToolCall.Check check =
        spec == null
            ? new ToolCall.Invalid("name", "a known tool", tool, null)
            : spec.check(arguments);
    return new ToolCall("call-" + tool, tool, arguments, check);
  }

  /// The same call, without effect.
  static ToolCall simulated(ToolCall call) {
    return call.simulated();
  }

  /// The world tells how far a write is.
  static Event tells(String action, String step) {
    return s ->
        s.fold(
            new Input.ActionProgressed(
                actionId(action).value(),
                s.now,
                new Progress(Progress.VERSION, actionId(action), Configs.ADA, step, "0x1")));
  }

  static ToolCall buy(String item) {
    return call("buy_item", "{\"item\":\"" + item + "\",\"quantity\":1}");
  }

  static ToolCall work(String job) {
    return call("do_work", "{\"job\":\"" + job + "\"}");
  }

  static ToolCall reply(String messageId) {
    return call("reply_to_message", "{\"messageId\":\"" + messageId + "\",\"content\":\"Hey\"}");
  }

  static ToolCall finish(String summary) {
    return call("finish", "{\"summary\":\"" + summary + "\"}");
  }

  /// The model answers the open turn with text and calls.
  static Event says(String text, ToolCall... calls) {
    return s -> s.decide(new Decision.Answered(raw(text, calls), text, List.of(calls)), "0.001");
  }

  /// An answer that was stopped at its length limit.
  static Event saysHalf(String text) {
    return s -> s.decide(new Decision.Answered(raw(text), text, List.of(), true), "0.001");
  }

  static Event calls(ToolCall... calls) {
    return says("", calls);
  }

  private static String raw(String text, ToolCall... calls) {
    return Json.NODES
        .objectNode()
        .put("role", "assistant")
        .put("content", text)
        .put("calls", calls.length)
        .toString();
  }

  static Event costing(String usd, String text, ToolCall... calls) {
    return s -> s.decide(new Decision.Answered(raw(text, calls), text, List.of(calls)), usd);
  }

  static Event fails(LlmFailure failure) {
    return s -> s.decide(new Decision.Failed(failure, "it broke"), "0");
  }

  static Event declines() {
    return s -> s.decide(new Decision.Refused("I will not"), "0");
  }

  static Event defers(Duration by) {
    return s -> s.decide(new Decision.Deferred(s.now.plus(by), "rate_limit"), "0");
  }

  static Event callExpires() {
    return s -> s.decide(new Decision.Expired(), "0");
  }

  void decide(Decision.Outcome outcome, String usd) {
    fold(new Input.DecisionMade(nextId(), now, decision(openTurn(), outcome, usd, "first")));
  }

  static Decision decision(
      TurnId turn, Decision.Outcome outcome, String usd, @Nullable String model) {
    return Decision.of(turn, Configs.ADA, outcome)
        .by(model, model == null ? null : Configs.candidate(model, Configs.PRICES).key())
        .spent(new Decision.Usage(10, 0, 5, 0), new BigDecimal(usd))
        .took(1, 7)
        .requestHash("00");
  }

  static Event decided(Decision decision) {
    return s -> s.fold(new Input.DecisionMade(s.nextId(), s.now, decision));
  }

  static TurnId turnId(String id) {
    return new TurnId(Configs.ADA + ":" + id);
  }

  static ActionId actionId(String id) {
    return new ActionId(Configs.ADA + ":" + id);
  }

  static Event done(String action) {
    return result(
        ActionResult.done(
            actionId(action), Configs.ADA, Json.NODES.objectNode().put("ok", true), null));
  }

  /// Done, and seen in views from this version on.
  static Event doneAt(String action, long version) {
    return result(
        ActionResult.done(
            actionId(action), Configs.ADA, Json.NODES.objectNode().put("ok", true), version));
  }

  static Event ends(String action, ActionResult.Status status, String code) {
    return result(
        ActionResult.failed(
            actionId(action),
            Configs.ADA,
            status,
            new ActionResult.ActionError(code, "because " + code, null, false)));
  }

  static Event refused(String action, String code) {
    return ends(action, ActionResult.Status.REFUSED, code);
  }

  static Event unknown(String action) {
    return ends(action, ActionResult.Status.UNKNOWN, "unknown");
  }

  static Event expired(String action) {
    return ends(action, ActionResult.Status.EXPIRED, "expired");
  }

  static Event result(ActionResult result) {
    return s -> s.fold(new Input.ActionDone(s.nextId(), s.now, result));
  }

  static Event viewReaches(long version) {
    return s -> s.fold(new Input.ViewReached(s.nextId(), s.now, version));
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

  static Event approve(String action) {
    return s ->
        s.control(Control.Approve.of(Configs.ADA, actionId(action), Author.of("eve"), s.now));
  }

  /// A person approves the action with arguments of this hash.
  static Event approveOf(String action, String hash) {
    return s ->
        s.control(
            Control.Approve.of(Configs.ADA, actionId(action), Author.of("eve"), s.now)
                .argsHash(hash));
  }

  static Event withdraw(String action) {
    return s ->
        s.control(
            ApprovalControl.Withdraw.of(
                Control.Approve.of(Configs.ADA, actionId(action), Author.of("eve"), s.now)));
  }

  static Event deny(String action) {
    return s ->
        s.control(
            Control.Deny.of(Configs.ADA, actionId(action), Author.of("eve"), s.now).reason("no"));
  }

  /// A person denies the action with arguments of this hash.
  static Event denyOf(String action, String hash) {
    return s ->
        s.control(
            Control.Deny.of(Configs.ADA, actionId(action), Author.of("eve"), s.now).argsHash(hash));
  }

  static Event cancel(String trigger) {
    return s ->
        s.control(new Control.CancelRun(Configs.ADA, RunId.of(Configs.ADA, trigger), "eve", s.now));
  }

  static Event pause() {
    return s -> s.control(new Control.Pause(Configs.ADA, "eve", s.now));
  }

  static Event resume() {
    return s -> s.control(new Control.Resume(Configs.ADA, "eve", s.now));
  }

  static Event halted(String scope) {
    return s -> s.fold(new Input.Halted(s.nextId(), s.now, new HaltScope(scope), "kim"));
  }

  static Event resumed() {
    return s -> s.fold(new Input.Resumed(s.nextId(), s.now));
  }

  /// The executor was told of a halt before it began.
  static Event heldBack(String action) {
    return ends(action, ActionResult.Status.EXPIRED, ActionResult.HALTED);
  }

  static Event forget(String subject) {
    return s -> s.control(new Control.ForgetSubject(Configs.ADA, subject, "eve", s.now));
  }

  private void control(Control control) {
    fold(new Input.Controlled(nextId(), now, control));
  }

  /// The fold of an input like this threw.
  static Event poison() {
    return s ->
        s.took(
            s.desk.poisoned(
                s.live,
                new Input.ViewReached(s.nextId(), s.now, 1),
                s.view,
                "IllegalStateException: x"));
  }
}
