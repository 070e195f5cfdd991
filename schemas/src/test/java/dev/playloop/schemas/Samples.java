package dev.playloop.schemas;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.event.LedgerEntry;
import dev.playloop.schemas.event.RunLimits;
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
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.journal.SubjectKey;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.view.ActorScene;
import dev.playloop.schemas.view.Panel;
import dev.playloop.schemas.view.Progress;
import dev.playloop.schemas.view.ViewNeed;
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
  static final Instant AT = Instant.parse("2026-01-31T12:00:00.250Z");

  /// With all that can be known of a person.
  static final Author KIM =
      new Author("kim", List.of("treasurer"), "https://id.example", "key-1", "c2lnbmF0dXJl");

  static final AgentId ADA = new AgentId("society/ada");

  static final RunId RUN = RunId.of(ADA, "msg-001");

  static final TurnId TURN = RUN.turn(2);

  static final ActionId ACTION = ActionId.of(TURN, 1);

  static final JsonNode ARGS = Json.tree("{\"jobType\":\"mining\",\"times\":2}");

  static final BigDecimal CENT = new BigDecimal("0.01");

  static final String HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

  private Samples() {}

  /// A sample under the name of its golden file, and the type that its topic is read with.
  public record Sample(Class<?> type, Object value) {}

  public static Map<String, Sample> all() {
    Map<String, Sample> all = new TreeMap<>();
    all.put("trigger", new Sample(Trigger.class, trigger()));
    all.put("agent-config", new Sample(AgentConfig.class, agent()));
    worldEvents(all);
    ControlSamples.controls(all);
    ApprovalSamples.all(all);
    WorldSamples.all(all);
    all.put(
        "halt",
        new Sample(
            Halt.class, new Halt(1, HaltScope.world("society"), "kim", AT, "prices went wild")));
    all.put(
        "actor-scene",
        new Sample(
            ActorScene.class,
            new ActorScene(1, "society", "ada", new SceneId("society/market"), 18)));
    all.put("view-need", new Sample(ViewNeed.class, ViewNeed.of(18L)));
    all.put("panel", new Sample(Panel.class, panel()));
    all.put("view", new Sample(View.class, view()));
    all.put("turn", new Sample(Turn.class, TurnSamples.turn()));
    TurnSamples.decisions(all);
    all.put("action", new Sample(Action.class, action()));
    all.put(
        "progress", new Sample(Progress.class, Progress.of(action(), "submitted", "0x0123abcd")));
    NewsSamples.into(all);
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
    all.put(
        "ledger.outcome-watched",
        new Sample(
            LedgerEntry.class,
            new LedgerEntry.Outcome(ACTION, AT, result())
                .with(List.of(new LedgerEntry.Attempt(AT, ARGS)))));
    all.put("checkpoint", new Sample(Checkpoint.class, JournalSamples.checkpoint()));
    all.put("checkpoint-body", new Sample(Checkpoint.Body.class, JournalSamples.checkpointBody()));
    all.put(
        "subject-key",
        new Sample(
            SubjectKey.class,
            SubjectKey.of("0f1e2d3c", ADA, "9f86d081884c7d65", "AAECAwQ=", AT).subject("bob")));
    all.put("journal-envelope", new Sample(JournalEntry.Envelope.class, JournalSamples.envelope()));
    all.put("journal-body", new Sample(JournalEntry.Body.class, JournalSamples.body()));
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

  private static AgentConfig agent() {
    return AgentConfig.of(
            ADA,
            "ada",
            new AgentConfig.Instructions(
                "You are Ada.", "Grow rich.", List.of("Never fight alone.")))
        .boundaries(
            Map.of(
                "chat.*",
                new AgentConfig.Boundary(List.of("*")),
                "idle.*",
                new AgentConfig.Boundary(
                    List.of("rest"), new AgentConfig.Fallback("rest", Json.tree("{}")))))
        .limits(
            Map.of(
                "*",
                new RunLimits(
                    12, 20, Duration.ofMinutes(2), Duration.ofSeconds(30), Duration.ofSeconds(10))))
        .caps(new AgentConfig.Caps(new BigDecimal("0.50"), new BigDecimal("5")))
        .routes(Map.of("*", TurnSamples.route()))
        .schedules(
            List.of(
                AgentConfig.Schedule.cron("market", "0 * * * *").text("Look at the market."),
                AgentConfig.Schedule.every("tick", Duration.ofSeconds(30))
                    .kind("idle.tick")
                    .data(Json.tree("{\"n\":1}"))))
        .subscriptions(
            List.of(
                new AgentConfig.Subscription("battle", "battle.started", "A battle has begun.")))
        .approvals(ApprovalSamples.rules())
        .fallback(new AgentConfig.Fallback("send_message", ARGS));
  }

  private static void worldEvents(Map<String, Sample> all) {
    Map<String, WorldEvent.Change> changes =
        Map.of(
            "put", new WorldEvent.EntityPut("bob", "user", Json.tree("{\"energy\":3}")),
            "moved", WorldEvent.EntityMoved.to("bob", 3, -4),
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

  static View view() {
    return View.of(ADA, AT, Json.tree("{\"energy\":80}"))
        .version(17)
        .summary("You are rested.")
        .tokens(12);
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
        .showing(List.of(TurnSamples.image()));
  }
}
