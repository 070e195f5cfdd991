package dev.playloop.schemas;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.ApprovalControl;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.event.LedgerEntry;
import dev.playloop.schemas.event.LlmFailure;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Part;
import dev.playloop.schemas.event.Route;
import dev.playloop.schemas.event.SourceState;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.id.SourceId;
import dev.playloop.schemas.id.TurnId;
import dev.playloop.schemas.journal.Checkpoint;
import dev.playloop.schemas.journal.CheckpointBodyBuilder;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.journal.SubjectKey;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.json.RawJson;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolDeclaration;
import dev.playloop.schemas.view.ActorScene;
import dev.playloop.schemas.view.Panel;
import dev.playloop.schemas.view.Progress;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/// One value of every type of record on a topic, and of every variant, with every field filled.
public final class Samples {
  private static final Instant AT = Instant.parse("2026-01-31T12:00:00.250Z");

  /// With all that can be known of a person.
  private static final Author KIM =
      new Author("kim", List.of("treasurer"), "https://id.example", "key-1", "c2lnbmF0dXJl");

  private static final AgentId ADA = new AgentId("society/ada");
  private static final RunId RUN = RunId.of(ADA, "msg-001");
  private static final TurnId TURN = RUN.turn(2);
  private static final ActionId ACTION = ActionId.of(TURN, 1);
  private static final JsonNode ARGS = Json.tree("{\"jobType\":\"mining\",\"times\":2}");
  private static final BigDecimal CENT = new BigDecimal("0.01");
  private static final String HASH =
      "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

  private Samples() {}

  /// A sample under the name of its golden file, and the type that its topic is read with.
  public record Sample(Class<?> type, Object value) {}

  public static Map<String, Sample> all() {
    Map<String, Sample> all = new TreeMap<>();
    all.put("trigger", new Sample(Trigger.class, trigger()));
    all.put("agent-config", new Sample(AgentConfig.class, agent()));
    worldEvents(all);
    controls(all);
    all.put(
        "halt",
        new Sample(
            Halt.class, new Halt(1, HaltScope.world("society"), "kim", AT, "prices went wild")));
    all.put(
        "actor-scene",
        new Sample(
            ActorScene.class,
            new ActorScene(1, "society", "ada", new SceneId("society/market"), 18)));
    all.put("panel", new Sample(Panel.class, panel()));
    all.put("view", new Sample(View.class, view()));
    all.put("turn", new Sample(Turn.class, turn()));
    decisions(all);
    all.put("action", new Sample(Action.class, action()));
    all.put(
        "progress", new Sample(Progress.class, Progress.of(action(), "submitted", "0x0123abcd")));
    all.put("action-result.done", new Sample(ActionResult.class, result()));
    all.put(
        "action-result.refused",
        new Sample(
            ActionResult.class,
            ActionResult.failed(
                ACTION,
                ADA,
                ActionResult.Status.REFUSED,
                new ActionResult.ActionError(
                    "insufficient_energy",
                    "mining costs 20 energy, you have 10",
                    "jobType",
                    false))));
    all.put(
        "ledger.intent",
        new Sample(
            LedgerEntry.class,
            new LedgerEntry.Intent(ACTION, AT, List.of(new LedgerEntry.Attempt(AT, ARGS)))));
    all.put(
        "ledger.outcome",
        new Sample(LedgerEntry.class, new LedgerEntry.Outcome(ACTION, AT, result())));
    all.put("checkpoint", new Sample(Checkpoint.class, checkpoint()));
    all.put("checkpoint-body", new Sample(Checkpoint.Body.class, checkpointBody()));
    all.put(
        "subject-key",
        new Sample(
            SubjectKey.class,
            SubjectKey.of("0f1e2d3c", ADA, "9f86d081884c7d65", "AAECAwQ=", AT).subject("bob")));
    all.put("journal-envelope", new Sample(JournalEntry.Envelope.class, envelope()));
    all.put("journal-body", new Sample(JournalEntry.Body.class, body()));
    all.put(
        "source-state",
        new Sample(
            SourceState.class, new SourceState(1, new SourceId("society-outbox"), "42", AT)));
    return all;
  }

  public static Sample of(String name) {
    return Objects.requireNonNull(all().get(name), name);
  }

  private static Trigger trigger() {
    return Trigger.of("msg-001", ADA, "chat.mention")
        .at(AT)
        .subject(new Trigger.Subject("user", "bob"))
        .text("Come to the battle!")
        .data(Json.tree("{\"battle\":456,\"share\":0.50,\"note\":null}"))
        .replyTo("m-1")
        .priority(90)
        .hops(1);
  }

  private static Route route() {
    Route.Candidate candidate =
        Route.Candidate.of("http://127.0.0.1:9000/v1", "rehearsal")
            .keyRef("OPENAI_API_KEY")
            .prices(
                new Route.Prices(
                    new BigDecimal("0.50"), new BigDecimal("0.05"), new BigDecimal("1.50")))
            .timeout(Duration.ofSeconds(60))
            .images(true);
    return new Route("default", List.of(candidate));
  }

  private static AgentConfig agent() {
    return AgentConfig.of(
            ADA,
            "ada",
            new AgentConfig.Instructions(
                "You are Ada.", "Grow rich.", List.of("Never fight alone.")))
        .boundaries(Map.of("chat.*", new AgentConfig.Boundary(List.of("*"))))
        .limits(
            Map.of(
                "*",
                new AgentConfig.Limits(
                    12, 20, Duration.ofMinutes(2), Duration.ofSeconds(30), Duration.ofSeconds(10))))
        .caps(new AgentConfig.Caps(new BigDecimal("0.50"), new BigDecimal("5")))
        .routes(Map.of("*", route()))
        .schedules(
            List.of(
                AgentConfig.Schedule.cron("market", "0 * * * *").text("Look at the market."),
                AgentConfig.Schedule.every("tick", Duration.ofSeconds(30))
                    .kind("idle.tick")
                    .data(Json.tree("{\"n\":1}"))))
        .subscriptions(
            List.of(
                new AgentConfig.Subscription("battle", "battle.started", "A battle has begun.")))
        .approvals(List.of("leave_community"))
        .fallback(new AgentConfig.Fallback("send_message", ARGS));
  }

  private static void worldEvents(Map<String, Sample> all) {
    Map<String, WorldEvent.Change> changes =
        Map.of(
            "put", new WorldEvent.EntityPut("bob", "user", Json.tree("{\"energy\":3}")),
            "moved", new WorldEvent.EntityMoved("bob", 3, -4),
            "actor-moved", new WorldEvent.ActorMoved("ada", new SceneId("society/market")),
            "removed", new WorldEvent.EntityRemoved("bob"),
            "happening", new WorldEvent.Happening("battle", "A battle has begun.", ARGS));
    changes.forEach((name, change) ->
        all.put(
            "world-event." + name,
            new Sample(
                WorldEvent.class,
                WorldEvent.of("e-7", "society", new SceneId("ada"), AT, change).version(17))));
  }

  private static void controls(Map<String, Sample> all) {
    List<Control> controls =
        List.of(
            Control.Approve.of(ADA, ACTION, KIM, AT).argsHash(HASH),
            Control.Deny.of(ADA, ACTION, KIM, AT).reason("too dear"),
            edit(),
            ApprovalControl.Withdraw.of(Control.Approve.of(ADA, ACTION, KIM, AT).argsHash(HASH)),
            ApprovalControl.Confirm.of(ADA, ACTION, true, KIM, AT),
            grant(),
            new ApprovalControl.Revoke(ADA, "g-1", KIM, null, AT),
            new Control.CancelRun(ADA, RUN, "kim", AT),
            new Control.Pause(ADA, "kim", AT),
            new Control.Resume(ADA, "kim", AT),
            new Control.ForgetSubject(ADA, "bob", "kim", AT),
            new Control.Snapshot(ADA, "kim", AT));
    for (Control control : controls) {
      all.put(
          "control." + Json.LOG.valueToTree(control).get("type").asString(),
          new Sample(Control.class, control));
    }
  }

  private static View view() {
    return View.of(ADA, AT, Json.tree("{\"energy\":80}"))
        .version(17)
        .summary("You are rested.")
        .tokens(12);
  }

  private static Turn turn() {
    ToolCall valid = new ToolCall("call-1", "do_work", "{}", new ToolCall.Valid(ARGS));
    ToolCall invalid =
        new ToolCall(
            "call-2",
            "do_wrk",
            "{",
            new ToolCall.Invalid("arguments", "a JSON object", "{", "do_work"));
    List<Message> messages =
        List.of(
            new Message.SystemText("You are Ada."),
            new Message.User(
                List.of(new Part.Text("Hi"), new Part.Image(HASH, "file:///map.png", "image/png"))),
            new Message.Assistant("Working.", List.of(valid, invalid), "{\"role\":1}", "a|b|c"),
            new Message.ToolOutput(
                "call-1", "do_work", "{\"status\":\"done\"}", false, List.of(image())));
    ToolDeclaration tool =
        new ToolDeclaration("do_work", "Earn gold.", new RawJson("{\"type\":\"object\"}"));
    return Turn.of(TURN, ADA, route(), new Turn.Body(List.of(tool), messages), HASH)
        .notAfter(AT)
        .permitUsd(CENT);
  }

  private static void decisions(Map<String, Sample> all) {
    ToolCall call = new ToolCall("call-1", "do_work", "{}", new ToolCall.Valid(ARGS));
    Map<String, Decision.Outcome> outcomes =
        Map.of(
            "answered", new Decision.Answered("{\"content\":\"ok\"}", "ok", List.of(call), true),
            "refused", new Decision.Refused("I can't help with that."),
            "deferred", new Decision.Deferred(AT, "rate limit"),
            "failed", new Decision.Failed(LlmFailure.CONTEXT_OVERFLOW, "too long"),
            "expired", new Decision.Expired());
    outcomes.forEach((name, outcome) ->
        all.put(
            "decision." + name,
            new Sample(
                Decision.class,
                Decision.of(TURN, ADA, outcome)
                    .by("rehearsal-1", "openai|http://127.0.0.1:9000/v1|rehearsal")
                    .spent(new Decision.Usage(900, 800, 40, 0), new BigDecimal("0.000123"))
                    .took(2, 321)
                    .requestHash(HASH)
                    .notes(List.of("1 character of the reply was replaced")))));
  }

  private static Panel panel() {
    Panel.Mark mark = new Panel.Mark(3, -4, "npc", "Bob");
    return Panel.of(
        "You stand in the village.",
        List.of(
            new Panel.Grid("Village", List.of(mark)),
            new Panel.Hexes("World", List.of(mark)),
            new Panel.Graph(
                "Friends",
                List.of(new Panel.Node("ada", "self", "Ada"), new Panel.Node("bob", "npc", "Bob")),
                List.of(new Panel.Edge("ada", "bob", "likes"))),
            new Panel.Table("Stats", List.of("gold"), List.of(List.of("50"))),
            new Panel.Picture("Screen", HASH, "image/png")));
  }

  private static Action action() {
    return Action.of(ACTION, ADA, "ada", "do_work", ARGS)
        .lane(new Lane("society/ada"))
        .effect(Effect.WRITE)
        .notAfter(AT)
        .hops(1);
  }

  private static ActionResult result() {
    return ActionResult.of(ACTION, ADA, ActionResult.Status.DONE)
        .output(Json.tree("{\"gold\":50}"))
        .worldVersion(18L)
        .receipts(List.of("tx-1"))
        .showing(List.of(image()));
  }

  private static Part.Image image() {
    return new Part.Image(HASH, "file:///screens/" + HASH + ".png", "image/png");
  }

  private static ApprovalControl.Edit edit() {
    return ApprovalControl.Edit.of(Control.Approve.of(ADA, ACTION, KIM, AT).argsHash(HASH), ARGS);
  }

  private static ApprovalControl.Grant grant() {
    return ApprovalControl.Grant.of(ADA, "g-1", "pay", KIM, AT)
        .good(ARGS, 3, AT)
        .reason("fair week");
  }

  private static Checkpoint checkpoint() {
    return new Checkpoint(1, Json.text(checkpointBody()), HASH, "c2lnbmF0dXJl");
  }

  private static Checkpoint.Body checkpointBody() {
    return CheckpointBodyBuilder.builder()
        .v(1)
        .number(3)
        .at(AT)
        .journal("playloop.journal")
        .offsets(List.of(120L, 0L, 77L, 9L))
        .agents(42)
        .root(HASH)
        .previous(HASH)
        .build();
  }

  private static JournalEntry.Envelope envelope() {
    return JournalEntry.Envelope.of(ADA, 7, AT)
        .by(3, HASH)
        .about("action-done", ACTION.value())
        .hashes(HASH, HASH, HASH)
        .behind(HASH)
        .prompt(HASH);
  }

  private static JournalEntry.Body body() {
    return new JournalEntry.Body(
        ARGS,
        view(),
        List.of(
            new LoopEvent.RunOpened(RUN, "msg-001", "chat.mention"),
            LoopEvent.RunClosed.of(RUN, LoopEvent.RunOutcome.COMPLETED, AT, AT)
                .triggers(List.of("msg-001"))
                .summary("Worked.")
                .turns(2)
                .actions(List.of(new LoopEvent.ActionTaken("do_work", ActionResult.Status.DONE)))
                .costUsd(CENT),
            new LoopEvent.TriggerDropped("msg-002", LoopEvent.DropReason.DUPLICATE),
            new LoopEvent.TriggerQueued("msg-003", 2),
            new LoopEvent.TriggerJoined("msg-004", RUN),
            new LoopEvent.RouteChanged(RUN, "a", "b"),
            new LoopEvent.Overrun(RUN, CENT),
            LoopEvent.ApprovalAsked.of(ACTION, "do_work", ARGS),
            LoopEvent.ApprovalAsked.of(ACTION, "do_work", ARGS)
                .rule("a-1", "pay", ARGS)
                .of(List.of("treasurer"), 2)
                .until(AT, List.of(ApprovalEvent.Answer.APPROVE, ApprovalEvent.Answer.DENY))
                .seen(18, HASH),
            ApprovalEvent.Answered.of(edit(), 1),
            new ApprovalEvent.Ended(ACTION, ApprovalEvent.How.APPROVED, List.of(KIM)),
            new ApprovalEvent.Ignored(ACTION, ApprovalEvent.Why.UNSUPPORTED, KIM),
            ApprovalEvent.GrantGiven.of(grant()),
            new ApprovalEvent.GrantUsed("g-1", ACTION, 2),
            new ApprovalEvent.GrantEnded("g-1", ApprovalEvent.GrantEnd.REVOKED, KIM),
            new ApprovalEvent.Confirmed(ACTION, true, KIM, "I saw it"),
            new LoopEvent.Poisoned("msg-005", "a bug"),
            new LoopEvent.Quarantined(ADA),
            new LoopEvent.WorkHeld(HaltScope.ALL, "kim"),
            new LoopEvent.WorkResumed(HaltScope.ALL, "kim", Duration.ofMinutes(5))));
  }
}
