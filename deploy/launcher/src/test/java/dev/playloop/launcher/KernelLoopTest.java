package dev.playloop.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.launcher.example.Play;
import dev.playloop.launcher.example.PlayReport;
import dev.playloop.launcher.example.RunRecord;
import dev.playloop.operator.Publisher;
import dev.playloop.rehearsal.Rehearsal;
import dev.playloop.schemas.config.ConfigFile;
import dev.playloop.schemas.config.TriggerLine;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.LoopEvent.ActionTaken;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.EmbeddedOnly;
import dev.playloop.worlds.model.WorldSql;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// The kernel in the whole loop: an agent invokes code that it has just written, the LLM budget is
/// held and settled around each turn, and the outbox tells.
@EmbeddedOnly("it starts servers of its own")
class KernelLoopTest {
  private static final AgentId ALPHA = AgentId.of("kernel", "alpha");

  private static final Rehearsal RULES =
      Rehearsal.parse(
          "rules",
          """
          rules:
            - name: write code
              when: {kind: kernel.iteration, turn: 1}
              call:
                tool: write_artifact
                args:
                  artifact_id: doubler
                  content: "function run(x) { return x * 2; }"
                  artifact_type: executable
                  is_executable: true
                  access_contract_id: freeware
            - name: run it
              when: {kind: kernel.iteration, turn: 2}
              call: {tool: invoke_artifact, args: {artifact_id: doubler, args: ["21"]}}
            - {name: done, say: It doubles.}
          """);

  @Test
  void anAgentWritesCodeRunsItAndItsBudgetIsHeldAndSettled() throws InterruptedException {
    LocalOptions options =
        LocalOptions.of(AllSettings.read(Map.of(), null))
            .withRehearsal(RULES)
            .withWorlds(List.of("kernel"));
    try (LocalSystem system = LocalSystem.start(options)) {
      WorldSql sql = system.sql().orElseThrow();
      sql.seed("select kernel_principal('alpha', 100, 2.5)");
      String yaml =
          """
          - agent: kernel/alpha
            actor: alpha
            enabled: true
            instructions: {identity: Alpha.}
            boundaries: {"*": {tools: [write_artifact, invoke_artifact]}}
          """;
      try (Publisher publisher = Publisher.open(system.kafka())) {
        publisher.apply(
            system.routes().resolve(new ConfigFile("agents.yaml", yaml).agents().getFirst()));
      }
      PlayReport report;
      try (Play play = Play.open(system.kafka(), system.worldNames(), step -> {})) {
        Trigger trigger = Trigger.of("it-1", ALPHA, "kernel.iteration").text("Go on.");
        report = play.play(List.of(new TriggerLine(trigger, null)), Duration.ofSeconds(60));
      }
      RunRecord run = report.runOf("it-1").orElseThrow();
      assertThat(run.closed().outcome()).as("%s", run).isEqualTo(RunOutcome.COMPLETED);
      assertThat(run.closed().actions())
          .extracting(ActionTaken::tool, ActionTaken::status)
          .contains(
              org.assertj.core.groups.Tuple.tuple("write_artifact", Status.DONE),
              org.assertj.core.groups.Tuple.tuple("invoke_artifact", Status.DONE));
      assertThat(run.texts().toString()).contains("42");
      Await.until(
          "a hold settled for each of three turns",
          () -> number(sql, "select count(*) as n from reservation where state = 'settled'") == 3);
      assertThat(number(sql, "select count(*) as n from event where type = 'thinking'"))
          .isEqualTo(3);
      Await.until(
          "all events numbered",
          () -> number(sql, "select count(*) as n from event where seq is null") == 0);
    }
  }

  private static final Rehearsal PAYING =
      Rehearsal.parse(
          "paying",
          """
          rules:
            - name: alpha pays
              when: {kind: paid, agent: kernel/alpha, turn: 1}
              call: {tool: transfer_scrip, args: {to: beta, amount: 1}}
            - name: beta pays
              when: {kind: paid, agent: kernel/beta, turn: 1}
              call: {tool: transfer_scrip, args: {to: alpha, amount: 1}}
            - {name: done, say: Paid.}
          """);

  /// Each payment wakes the other one; a third agent is kept busy until the end has come.
  @Test
  void agentsWhoWakeEachOtherThroughTheKernelComeToAnEnd() throws InterruptedException {
    LocalOptions options =
        LocalOptions.of(AllSettings.read(Map.of(), null))
            .withRehearsal(PAYING)
            .withWorlds(List.of("kernel"));
    try (LocalSystem system = LocalSystem.start(options)) {
      WorldSql sql = system.sql().orElseThrow();
      try (Publisher publisher = Publisher.open(system.kafka())) {
        for (String name : List.of("alpha", "beta", "gamma")) {
          sql.seed("select kernel_principal('" + name + "', 100, 2.5)");
          String yaml =
              """
              - agent: kernel/%s
                actor: %s
                enabled: true
                instructions: {identity: Somebody.}
                boundaries: {"*": {tools: [transfer_scrip]}}
                subscriptions:
                  - {event: kernel.transfer, kind: paid}
              """
                  .formatted(name, name);
          publisher.apply(
              system.routes().resolve(new ConfigFile("agents.yaml", yaml).agents().getFirst()));
        }
      }
      try (Play play = Play.open(system.kafka(), system.worldNames(), step -> {})) {
        PlayReport report =
            play.play(List.of(line("first", ALPHA, "paid")), Duration.ofSeconds(60));
        for (int i = 0; i < 100 && report.drops().isEmpty(); i++) {
          report =
              play.play(
                  List.of(line("wait-" + i, AgentId.of("kernel", "gamma"), "wait")),
                  Duration.ofSeconds(60));
        }
        assertThat(report.drops())
            .extracting(PlayReport.Drop::reason)
            .containsExactly(LoopEvent.DropReason.LOOP);
        assertThat(number(sql, "select count(*) as n from event where type = 'transfer'"))
            .as("the agents of one chain: the first, and eight more")
            .isEqualTo(9);
      }
    }
  }

  private static TriggerLine line(String id, AgentId agent, String kind) {
    return new TriggerLine(Trigger.of(id, agent, kind).text("Go on."), null);
  }

  @Test
  void allWorldsStandSideBySideAndEachExampleFindsItsOwnDatabase() throws InterruptedException {
    LocalOptions options = LocalOptions.of(AllSettings.read(Map.of(), null)).withRehearsal(RULES);
    try (LocalSystem system = LocalSystem.start(options)) {
      assertThat(system.worldNames()).containsExactlyInAnyOrderElementsOf(InstalledWorlds.groups());
      WorldSql kernel = system.sql(List.of("kernel")).orElseThrow();
      assertThat(number(kernel, "select count(*) as n from artifact")).isZero();
      WorldSql society = system.sql(List.of("society")).orElseThrow();
      assertThat(number(society, "select count(*) as n from users")).isZero();
    }
  }

  private static int number(WorldSql sql, String query) {
    return Objects.requireNonNull(sql.query(query).getFirst().get("n"), query).asInt();
  }
}
