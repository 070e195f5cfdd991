package dev.playloop.launcher.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.journal.ChainHead;
import dev.playloop.journal.Desk;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.journal.KeyRing;
import dev.playloop.journal.Refold;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.Telemetry;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.launcher.LocalSystem;
import dev.playloop.launcher.Working;
import dev.playloop.launcher.watch.Paint;
import dev.playloop.launcher.watch.StepPrinter;
import dev.playloop.launcher.watch.StoryText;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.operator.Step;
import dev.playloop.operator.Story;
import dev.playloop.schemas.config.ConfigFile;
import dev.playloop.schemas.config.Expectations;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.LoopEvent.ActionTaken;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.JournalHeaders;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// `./playloop run society`, in this process: broker, PostgreSQL, all four workers, and the model
/// over HTTP. Played once; each test looks at one side of what came of it.
@NeedsInfra
class SocietyExampleTest {
  private static final StringWriter PROGRESS = new StringWriter();
  private static final StringWriter LINES = new StringWriter();
  private static final List<Step> STEPS = new ArrayList<>();
  private static final InMemorySpanExporter SPANS = InMemorySpanExporter.create();
  private static final OpenTelemetrySdk TELEMETRY =
      OpenTelemetrySdk.builder()
          .setTracerProvider(
              SdkTracerProvider.builder()
                  .addSpanProcessor(SimpleSpanProcessor.create(SPANS))
                  .build())
          .build();

  private static Example example;
  private static LocalSystem system;
  private static ExampleRun.Outcome outcome;

  @BeforeAll
  static void play(TestInfra infra) throws InterruptedException {
    example = Example.load("society");
    system =
        LocalSystem.start(
            Working.options(infra)
                .withRehearsal(example.rehearsal())
                .withTelemetry(Telemetry.of(TELEMETRY)));
    ExampleRun.prepare(example, system);
    StepPrinter printer = new StepPrinter(new PrintWriter(PROGRESS), Paint.NONE);
    JsonLines json = new JsonLines(new PrintWriter(LINES));
    outcome =
        ExampleRun.play(
            example,
            system,
            step -> {
              STEPS.add(step);
              printer.print(step);
              json.print(step);
            });
    json.summary(outcome.report(), outcome.differences().size(), outcome.counts());
  }

  @AfterAll
  static void stop() {
    if (system != null) {
      system.close();
    }
  }

  @Test
  void everyExpectationHolds() {
    assertThat(outcome.differences()).isEmpty();
    assertThat(outcome.report().triggers()).isEqualTo(7);
    assertThat(outcome.report().runs()).hasSize(7);
    assertThat(outcome.report().drops()).isEmpty();
  }

  @Test
  void oneTraceGoesFromTheTriggerThroughAllWorkersToTheClose() {
    Map<String, List<SpanData>> traces =
        SPANS.getFinishedSpanItems().stream().collect(Collectors.groupingBy(SpanData::getTraceId));
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
    assertThat(SPANS.getFinishedSpanItems())
        .extracting(span -> span.getAttributes().toString())
        .noneMatch(text -> text.contains("Everyone fight") || text.contains("DONE! I hit"));
  }

  private static List<String> names(List<SpanData> spans) {
    return spans.stream().map(SpanData::getName).toList();
  }

  @Test
  void aGreetingIsAnsweredInOneTurnWithoutALook() {
    RunRecord run = outcome.report().runOf("msg-100").orElseThrow();

    assertThat(run.closed().turns()).isEqualTo(1);
    assertThat(run.closed().actions())
        .extracting(ActionTaken::tool)
        .containsExactly("reply_to_message");
  }

  @Test
  void theReplyToTheLeaderComesLastAlsoWhenTheModelForgetsIt() {
    for (String trigger : List.of("msg-001", "msg-002")) {
      List<String> tools =
          outcome.report().runOf(trigger).orElseThrow().closed().actions().stream()
              .map(ActionTaken::tool)
              .toList();

      assertThat(tools)
          .containsOnlyOnce("reply_to_message")
          .endsWith("join_battle", "reply_to_message");
    }
    assertThat(PROGRESS.toString()).contains("The battle is fought.", "I nearly forgot");
  }

  @Test
  void theSameBattleIsJoinedByOneAndIgnoredByAnother() {
    assertThat(toolsOf("battle-fay")).contains("join_battle").doesNotContain("ignore_battle");
    assertThat(toolsOf("battle-gil")).contains("ignore_battle").doesNotContain("join_battle");
  }

  @Test
  void everyTriggersTimeToItsFirstTurnIsKnown() {
    assertThat(outcome.report().observe())
        .containsOnlyKeys(
            "msg-100", "msg-200", "market-1", "msg-001", "msg-002", "battle-fay", "battle-gil");
    assertThat(outcome.report().observe().values())
        .allSatisfy(time -> assertThat(time.isNegative()).isFalse());
  }

  @Test
  void aWrongExpectationIsNamed() {
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

    List<String> differences = Verdict.of(wrong, outcome.report(), system.sql()).differences();

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
    List<JsonNode> lines = LINES.toString().lines().map(Json::tree).toList();

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
    assertThat(summary.get("turns").asInt()).isEqualTo(outcome.report().turns());
  }

  @Test
  void progressIsOneReadableLineAStep() {
    List<String> lines = PROGRESS.toString().lines().toList();

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
            .tell(system.kafka(), KeyRing.NONE);

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
                .tell(system.kafka(), KeyRing.NONE))
        .isEqualTo(1);
    assertThat(
            Story.about(
                    "society/ada:nothing",
                    new StoryText(new PrintWriter(new StringWriter()), Paint.NONE))
                .tell(system.kafka(), KeyRing.NONE))
        .isZero();
  }

  @Test
  void theJournalOfEachAgentVerifiesAndFoldsAgain() {
    for (AgentConfig agent : example.agents()) {
      JournalVerifier.Report report = verify(agent.agent(), entries(agent.agent()));

      assertThat(report.findings()).as("%s", agent.agent()).isEmpty();
      assertThat(report.refolded()).isEqualTo(report.entries()).isGreaterThan(5);
    }
  }

  @Test
  void anEditedJournalEntryIsFound() {
    AgentId agent = new AgentId("society/dov");
    List<JournalEntry> entries = new ArrayList<>(entries(agent));
    String value =
        new String(Objects.requireNonNull(entries.get(4).value()), StandardCharsets.UTF_8);
    byte[] edited = value.replace("dov", "eli").getBytes(StandardCharsets.UTF_8);
    entries.set(4, entries.get(4).value(edited));

    assertThat(verify(agent, entries).holds()).isFalse();
  }

  private static JournalVerifier.Report verify(AgentId agent, List<JournalEntry> entries) {
    LoopPolicy policy = LoopPolicy.DEFAULT;
    var worlds = InstalledWorlds.worlds();
    Refold refold = new Refold(Desk.of(policy, worlds));
    return new JournalVerifier(refold).verify(agent, entries, ChainHead.START, null);
  }

  private static List<JournalEntry> entries(AgentId agent) {
    KafkaSettings kafka = system.kafka();
    List<JournalEntry> entries = new ArrayList<>();
    try (TopicReader tail =
        TopicReading.of(kafka, kafka.topics().journal()).prompt().fromBeginning()) {
      for (ConsumerRecord<byte[], byte[]> record : tail.toEnd()) {
        if (new String(record.key(), StandardCharsets.UTF_8).equals(agent.value())) {
          entries.add(JournalHeaders.read(record.headers(), record.value()));
        }
      }
    }
    return entries;
  }

  @Test
  void everyRunLeavesAMemory() {
    String query =
        "select agent_id from memories where kind = 'run' order by agent_id collate \"C\"";

    List<String> remembered =
        Await.until(
            () ->
                system.sql().orElseThrow().query(query).stream()
                    .map(row -> Objects.requireNonNull(row.get("agent_id")).asString())
                    .toList(),
            found -> found.size() == 7);

    assertThat(remembered).containsExactly("ada", "bea", "cal", "dov", "eli", "fay", "gil");
  }

  @Test
  void everyRunCompletedWithoutMoney() {
    assertThat(outcome.report().runs())
        .allSatisfy(run -> assertThat(run.closed().outcome()).isEqualTo(RunOutcome.COMPLETED))
        .allSatisfy(run -> assertThat(run.closed().costUsd()).isZero());
  }

  private static List<String> toolsOf(String trigger) {
    return outcome.report().runOf(trigger).orElseThrow().closed().actions().stream()
        .map(ActionTaken::tool)
        .toList();
  }
}
