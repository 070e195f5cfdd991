package dev.playloop.launcher.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.journal.JournalVerifier;
import dev.playloop.launcher.watch.Paint;
import dev.playloop.launcher.watch.StoryText;
import dev.playloop.operator.Story;
import dev.playloop.schemas.config.ConfigFile;
import dev.playloop.schemas.config.Expectations;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.LoopEvent.ActionTaken;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.seal.KeyRing;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// `./playloop run society`, in this process: broker, PostgreSQL, all four workers, and the model
/// over HTTP. Played once; each test looks at one side of what came of it.
@NeedsInfra
class SocietyExampleTest {
  private static PlayedSociety played;

  @BeforeAll
  static void play(TestInfra infra) throws InterruptedException {
    played = PlayedSociety.on(infra);
  }

  @AfterAll
  static void stop() {
    if (played != null) {
      played.close();
    }
  }

  @Test
  void everyExpectationHolds() {
    assertThat(played.outcome.differences()).isEmpty();
    assertThat(played.outcome.report().triggers()).isEqualTo(7);
    assertThat(played.outcome.report().runs()).hasSize(7);
    assertThat(played.outcome.report().drops()).isEmpty();
  }

  @Test
  void oneTraceGoesFromTheTriggerThroughAllWorkersToTheClose() {
    Map<String, List<SpanData>> traces =
        played.spans.getFinishedSpanItems().stream()
            .collect(Collectors.groupingBy(SpanData::getTraceId));
    List<SpanData> trace =
        traces.values().stream()
            .filter(spans -> names(spans).contains("invoke_agent society/dov"))
            .findFirst()
            .orElseThrow();

    assertThat(names(trace))
        .contains("process playloop.turns", "process playloop.actions.society")
        .contains("execute_tool join_battle", "execute_tool reply_to_message")
        .anyMatch(name -> name.startsWith("chat "));
    assertThat(names(trace).stream().filter(name -> name.startsWith("chat "))).hasSize(9);
    assertThat(traces.values().stream().filter(s -> names(s).toString().contains("invoke_agent")))
        .as("one trace a run")
        .hasSize(7);
  }

  @Test
  void noSpanCarriesWhatPlayersOrModelsSaid() {
    assertThat(played.spans.getFinishedSpanItems())
        .extracting(span -> span.getAttributes().toString())
        .noneMatch(text -> text.contains("Everyone fight") || text.contains("DONE! I hit"));
  }

  private static List<String> names(List<SpanData> spans) {
    return spans.stream().map(SpanData::getName).toList();
  }

  @Test
  void aGreetingIsAnsweredInOneTurnWithoutALook() {
    RunRecord run = played.outcome.report().runOf("msg-100").orElseThrow();

    assertThat(run.closed().turns()).isEqualTo(1);
    assertThat(run.closed().actions())
        .extracting(ActionTaken::tool)
        .containsExactly("reply_to_message");
  }

  @Test
  void theReplyToTheLeaderComesLastAlsoWhenTheModelForgetsIt() {
    for (String trigger : List.of("msg-001", "msg-002")) {
      List<String> tools =
          played.outcome.report().runOf(trigger).orElseThrow().closed().actions().stream()
              .map(ActionTaken::tool)
              .toList();

      assertThat(tools)
          .containsOnlyOnce("reply_to_message")
          .endsWith("join_battle", "reply_to_message");
    }
    assertThat(played.progress.toString()).contains("The battle is fought.", "I nearly forgot");
  }

  @Test
  void theSameBattleIsJoinedByOneAndIgnoredByAnother() {
    assertThat(played.toolsOf("battle-fay"))
        .contains("join_battle")
        .doesNotContain("ignore_battle");
    assertThat(played.toolsOf("battle-gil"))
        .contains("ignore_battle")
        .doesNotContain("join_battle");
  }

  @Test
  void everyTriggersTimeToItsFirstTurnIsKnown() {
    assertThat(played.outcome.report().observe())
        .containsOnlyKeys(
            "msg-100", "msg-200", "market-1", "msg-001", "msg-002", "battle-fay", "battle-gil");
    assertThat(played.outcome.report().observe().values())
        .allSatisfy(time -> assertThat(time.isNegative()).isFalse());
  }

  @Test
  void aWrongExpectationIsNamed() throws InterruptedException {
    Expectations wrong =
        new ConfigFile(
                "expect.yaml",
                """
                triggers:
                  - {trigger: msg-100, outcome: STUCK}
                  - {trigger: msg-200, outcome: COMPLETED, tools: [send_message done]}
                  - {trigger: market-1, outcome: COMPLETED, contains: [a text that nobody said]}
                  - {trigger: never-sent, outcome: COMPLETED}
                  - {trigger: msg-001, dropped: LOOP}
                sql:
                  - {query: "select energy from users where id = 'dov'", rows: [{energy: 99}]}
                  - {query: "select id from users where id = 'nobody'", rows: [{id: nobody}]}
                """)
            .expectations();

    List<String> differences =
        Comparison.of(
                wrong,
                played.outcome.report(),
                new Comparison.Witnesses(played.system.sql(), ExampleGame.NONE))
            .differences();

    assertThat(differences).hasSize(7);
    assertThat(differences.get(0)).contains("msg-100", "STUCK", "COMPLETED");
    assertThat(differences.get(1)).contains("msg-200", "get_user_profile done");
    assertThat(differences.get(2)).contains("market-1", "a text that nobody said");
    assertThat(differences.get(3)).contains("never-sent", "got nothing");
    assertThat(differences.get(4)).contains("msg-001", "a drop LOOP", "COMPLETED");
    assertThat(differences.get(5)).contains("energy", "99", "0");
    assertThat(differences.get(6)).contains("nobody", "expected 1 rows, got 0");
  }

  @Test
  void jsonLinesTellEachRunAndASummary() {
    List<JsonNode> lines = played.lines.toString().lines().map(Json::tree).toList();

    assertThat(lines).hasSize(8);
    for (JsonNode line : lines.subList(0, 7)) {
      assertThat(line.propertyNames())
          .containsExactly(
              "type", "agent", "trigger", "outcome", "turns", "actions", "costUsd", "millis");
      assertThat(line.get("type").asString()).isEqualTo("run-closed");
      assertThat(line.get("outcome").asString()).isEqualTo("COMPLETED");
      assertThat(line.get("actions").get(0).propertyNames()).containsExactly("tool", "status");
      assertThat(line.get("costUsd").isNumber()).isTrue();
      assertThat(line.get("millis").isIntegralNumber()).isTrue();
    }
    JsonNode summary = lines.getLast();
    assertThat(summary.propertyNames())
        .containsExactly("type", "triggers", "closed", "dropped", "turns", "actions", "failures");
    assertThat(summary.get("type").asString()).isEqualTo("summary");
    assertThat(summary.get("triggers").asInt()).isEqualTo(7);
    assertThat(summary.get("closed").asInt()).isEqualTo(7);
    assertThat(summary.get("dropped").asInt()).isZero();
    assertThat(summary.get("failures").asInt()).isZero();
    assertThat(summary.get("turns").asInt()).isEqualTo(played.outcome.report().turns());
  }

  @Test
  void progressIsOneReadableLineAStep() {
    List<String> lines = played.progress.toString().lines().toList();

    assertThat(lines)
        .allSatisfy(line ->
            assertThat(line)
                .matches(
                    "\\s*\\d+\\.\\d{3}  society/\\w+ +(trigger|turn \\d+|call|result|closed|note)"
                        + " .*")
                .hasSizeLessThan(220)
                .doesNotContain("\u001b"));
    assertThat(lines).filteredOn(line -> line.contains(" trigger ")).hasSize(7);
    assertThat(lines).filteredOn(line -> line.contains(" closed ")).hasSize(7);
    assertThat(lines).filteredOn(line -> line.contains("result  buy_item refused")).hasSize(1);
  }

  @Test
  void aStoryTellsWhatWasSeenThoughtTriedAndWhatCameBack() {
    StringWriter told = new StringWriter();

    int runs =
        Story.about("society/cal:market-1", new StoryText(new PrintWriter(told), Paint.NONE))
            .tell(played.system.kafka(), KeyRing.NONE);

    assertThat(runs).isEqualTo(1);
    assertThat(told.toString())
        .contains("society/cal:market-1")
        .containsSubsequence(
            "because",
            "schedule.market",
            "thought",
            "tried   get_my_stats()",
            "got     get_my_stats done",
            "tried   buy_item(itemName: food, quantity: 10)",
            "got     buy_item refused insufficient_gold",
            "tried   do_work(jobType: mining)",
            "got     consume_item done",
            "ended   completed after 6 turns");
    assertThat(
            Story.about(
                    "society/ada", new StoryText(new PrintWriter(new StringWriter()), Paint.NONE))
                .tell(played.system.kafka(), KeyRing.NONE))
        .isEqualTo(1);
    assertThat(
            Story.about(
                    "society/ada:nothing",
                    new StoryText(new PrintWriter(new StringWriter()), Paint.NONE))
                .tell(played.system.kafka(), KeyRing.NONE))
        .isZero();
  }

  @Test
  void theJournalOfEachAgentVerifiesAndFoldsAgain() {
    for (AgentConfig agent : played.example.agents()) {
      JournalVerifier.Report report =
          PlayedSociety.verify(agent.agent(), played.entries(agent.agent()));

      assertThat(report.findings()).as("%s", agent.agent()).isEmpty();
      assertThat(report.refolded()).isEqualTo(report.entries()).isGreaterThan(5);
    }
  }

  @Test
  void anEditedJournalEntryIsFound() {
    AgentId agent = new AgentId("society/dov");
    List<JournalEntry> entries = new ArrayList<>(played.entries(agent));
    String value =
        new String(Objects.requireNonNull(entries.get(4).value()), StandardCharsets.UTF_8);
    byte[] edited = value.replace("dov", "eli").getBytes(StandardCharsets.UTF_8);
    entries.set(4, entries.get(4).value(edited));

    assertThat(PlayedSociety.verify(agent, entries).holds()).isFalse();
  }

  @Test
  void everyRunLeavesAMemory() {
    String query =
        "select agent_id from memories where kind = 'run' order by agent_id collate \"C\"";

    List<String> remembered =
        Await.until(
            () ->
                played.system.sql().orElseThrow().query(query).stream()
                    .map(row -> Objects.requireNonNull(row.get("agent_id")).asString())
                    .toList(),
            found -> found.size() == 7);

    assertThat(remembered).containsExactly("ada", "bea", "cal", "dov", "eli", "fay", "gil");
  }

  @Test
  void everyRunCompletedWithoutMoney() {
    assertThat(played.outcome.report().runs())
        .allSatisfy(run -> assertThat(run.closed().outcome()).isEqualTo(RunOutcome.COMPLETED))
        .allSatisfy(run -> assertThat(run.closed().costUsd()).isZero());
  }
}
