package dev.playloop.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.launcher.example.Example;
import dev.playloop.launcher.example.Play;
import dev.playloop.launcher.example.PlayReport;
import dev.playloop.launcher.example.RunRecord;
import dev.playloop.operator.Following;
import dev.playloop.operator.Publisher;
import dev.playloop.operator.Step;
import dev.playloop.rehearsal.Rehearsal;
import dev.playloop.schemas.config.ConfigFile;
import dev.playloop.schemas.config.TriggerLine;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.LoopEvent.ActionTaken;
import dev.playloop.schemas.event.LoopEvent.DropReason;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Route;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a bad model, a huge answer, endless talk, or an agent that vanishes can do: nothing but
/// what the loop's rules say. All cases are played at once on one system, each by its own agent;
/// the failing ones have a model name of their own, so that no breaker opens for another case.
@NeedsInfra
class BadModelTest {
  /// One agent a case; the rule decides by the agent.
  private static final String RULES =
      """
      rules:
        - {name: prose, when: {agent: society/prose}, fail: {kind: prose, text: Let me think.}}
        - {name: half a body, when: {agent: society/half-body}, fail: {kind: broken_json}}
        - {name: empty, when: {agent: society/empty}, fail: {kind: empty}}
        - {name: limited, when: {agent: society/limited}, fail: {kind: rate_limit, times: 1, seconds: 1}}
        - {name: down, when: {agent: society/down}, fail: {kind: server_error}}
        - {name: hang, when: {agent: society/hang}, fail: {kind: hang, millis: 60000}}
        - {name: unknown tool, when: {agent: society/unknown-tool, turn: 1}, fail: {kind: unknown_tool, tool: get_my_stat}}
        - {name: no json, when: {agent: society/no-json, turn: 1}, fail: {kind: bad_arguments, tool: buy_item, text: '{"itemName": "fo'}}
        - {name: missing, when: {agent: society/missing, turn: 1}, call: {tool: buy_item}}
        - {name: extra, when: {agent: society/extra, turn: 1}, call: {tool: buy_item, args: {itemName: food, price: 0}}}
        - {name: mistyped, when: {agent: society/mistyped, turn: 1}, call: {tool: buy_item, args: {itemName: food, quantity: ten}}}
        - {name: negative, when: {agent: society/negative, turn: 1}, call: {tool: buy_item, args: {itemName: food, quantity: -10}}}
        - {name: outside, when: {agent: society/outside, turn: 1}, call: {tool: join_battle, args: {battleId: battle_456, energyAmount: 5}}}
        - {name: stuck, when: {agent: society/stuck}, call: {tool: buy_item, args: {itemName: food, quantity: -1}}}
        - name: fifty
          when: {agent: society/fifty, turn: 1}
          call:
      %s
        - {name: large, when: {agent: society/large, turn: 1}, call: {tool: search_knowledge, args: {query: giant}}}
        - {name: wait, when: {agent: society/disabled, turn: 1}, call: {tool: wait, args: {seconds: 120}}}
        - {name: wait too, when: {agent: society/deleted, turn: 1}, call: {tool: wait, args: {seconds: 120}}}
        - {name: answer, when: {agent: society/ping, trigger: {path: replyTo}}, call: {tool: reply_to_message, args: {messageId: '{{trigger.replyTo}}', content: And you?}}}
        - {name: answer too, when: {agent: society/pong, trigger: {path: replyTo}}, call: {tool: reply_to_message, args: {messageId: '{{trigger.replyTo}}', content: And you?}}}
        - {name: talk on, when: {kind: chat.message}, call: [{tool: send_message, args: {userId: '{{trigger.subject.id}}', content: Still there?}}, {tool: finish, args: {summary: talked on}}]}
        - {name: give up, call: {tool: finish, args: {summary: gave up}}}
      """
          .formatted("      - {tool: get_my_stats}\n".repeat(50).stripTrailing());

  private static final List<String> CASES =
      List.of(
          "prose",
          "half-body",
          "empty",
          "limited",
          "down",
          "hang",
          "unknown-tool",
          "no-json",
          "missing",
          "extra",
          "mistyped",
          "negative",
          "outside",
          "stuck",
          "fifty",
          "large",
          "disabled",
          "deleted");

  private static final Set<String> OWN_MODEL = Set.of("half-body", "limited", "down", "hang");

  private static final String MORE =
      """
      insert into knowledge (id, title, body, tags)
        values ('giant', 'The giant', repeat('the giant sleeps in the hill ', 36000), 'giant');
      insert into users (id, username, kind, agent) values
        ('ping', 'Ping', 'agent', 'society/ping'), ('pong', 'Pong', 'agent', 'society/pong');
      insert into messages (id, sender_id, receiver_id, content)
        values ('msg-ping', 'pong', 'ping', 'How are you?');
      """;

  private static LocalSystem system;
  private static PlayReport report;
  private static final Map<String, List<Turn>> TURNS = new HashMap<>();

  @BeforeAll
  static void play(TestInfra infra) throws InterruptedException {
    system =
        LocalSystem.start(Working.options(infra).withRehearsal(Rehearsal.parse("rules", RULES)));
    system.sql().orElseThrow().seed(Example.load("society").seedSql() + MORE);
    try (Publisher publisher = Publisher.open(system.kafka())) {
      for (String name : CASES) {
        publisher.apply(agent(name, "ada"));
      }
      publisher.apply(agent("ping", "ping"));
      publisher.apply(agent("pong", "pong"));
      try (Play play =
          Play.open(system.kafka(), system.worldNames(), step -> interfere(step, publisher))) {
        report =
            play.play(CASES.stream().map(BadModelTest::trigger).toList(), Duration.ofMinutes(2));
      }
    }
    readTurns();
  }

  /// The agents `disabled` and `deleted` go away while their run waits.
  private static void interfere(Step step, Publisher publisher) {
    try {
      if (step instanceof Step.Decided decided) {
        AgentConfig config = agent(decided.agent().name(), "ada");
        if (decided.agent().name().equals("disabled")) {
          publisher.apply(disabled(config));
        } else if (decided.agent().name().equals("deleted")) {
          publisher.delete(decided.agent());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void readTurns() {
    var turns = system.kafka().topics().turns();
    try (TopicReader tail = TopicReading.of(system.kafka(), turns).prompt().fromBeginning()) {
      tail.toEnd()
          .forEach(record -> {
            Turn turn = Json.read(record.value(), Turn.class);
            TURNS.computeIfAbsent(turn.agent().name(), _ -> new ArrayList<>()).add(turn);
          });
    }
  }

  @AfterAll
  static void stop() {
    if (system != null) {
      system.close();
    }
  }

  @Test
  void everyTriggerEndsOnce() {
    assertThat(report.runs()).hasSize(CASES.size());
    assertThat(report.drops()).isEmpty();
  }

  @Test
  void aProseAnswerEndsTheRunAndIsItsSummary() {
    assertThat(run("prose").closed().outcome()).isEqualTo(RunOutcome.COMPLETED);
    assertThat(run("prose").closed().summary()).isEqualTo("Let me think.");
    assertThat(run("prose").closed().actions()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"half-body,invalid_body", "down,overloaded", "hang,timeout"})
  void aModelThatFailsForGoodClosesTheRunWithItsClass(String name, String failure) {
    assertThat(run(name).closed().outcome()).isEqualTo(RunOutcome.FAILED);
    assertThat(run(name).closed().summary()).contains(failure);
    assertThat(run(name).closed().actions()).isEmpty();
  }

  @Test
  void aRateLimitIsWaitedFor() {
    assertThat(run("limited").closed().outcome()).isEqualTo(RunOutcome.COMPLETED);
    assertThat(run("limited").took()).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void anEmptyAnswerEndsTheRun() {
    assertThat(run("empty").closed().turns()).isLessThanOrEqualTo(2);
    assertThat(run("empty").closed().actions()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "unknown-tool,get_my_stats",
    "no-json,JSON",
    "missing,itemName",
    "extra,price",
    "mistyped,quantity",
    "negative,quantity",
    "outside,join_battle"
  })
  void aWrongCallGoesBackToTheModelWithWhatIsWrong(String name, String word) {
    assertThat(run(name).closed().outcome()).isEqualTo(RunOutcome.COMPLETED);
    assertThat(run(name).closed().turns()).isEqualTo(2);
    assertThat(taught(name)).contains(word);
  }

  @Test
  void noWrongCallHadAnEffect() {
    assertThat(system.sql().orElseThrow().query("select gold, energy from users where id = 'ada'"))
        .containsExactly(
            Map.of("gold", Json.NODES.numberNode(10), "energy", Json.NODES.numberNode(80)));
    assertThat(report.runs())
        .filteredOn(run -> !Set.of("fifty", "large").contains(run.agent().name()))
        .flatExtracting(run -> run.closed().actions())
        .extracting(ActionTaken::status)
        .doesNotContain(ActionResult.Status.DONE);
  }

  @Test
  void theSameWrongCallThreeTimesIsStuck() {
    assertThat(run("stuck").closed().outcome()).isEqualTo(RunOutcome.STUCK);
    assertThat(run("stuck").closed().turns()).isEqualTo(3);
  }

  @Test
  void fiftyCallsAtOnceAllGetAnAnswer() {
    assertThat(run("fifty").closed().outcome()).isEqualTo(RunOutcome.COMPLETED);
    long answers =
        lastTurn("fifty").body().messages().stream()
            .filter(Message.ToolOutput.class::isInstance)
            .count();

    assertThat(answers).isEqualTo(50);
    assertThat(run("fifty").closed().actions()).hasSizeLessThan(50);
  }

  @Test
  void aMegabyteOfToolOutputIsCutAndTheRunGoesOn() {
    assertThat(run("large").closed().outcome()).isEqualTo(RunOutcome.COMPLETED);
    assertThat(run("large").closed().actions())
        .containsExactly(new ActionTaken("search_knowledge", ActionResult.Status.DONE));
    assertThat(taught("large").length()).isLessThan(64 * 1024);
    assertThat(taught("large")).contains("giant");
  }

  @ParameterizedTest
  @CsvSource({"disabled", "deleted"})
  void anAgentThatGoesAwayInMidRunIsCancelled(String name) {
    assertThat(run(name).closed().outcome()).isEqualTo(RunOutcome.CANCELLED);
    assertThat(run(name).closed().summary()).contains(name);
  }

  @Test
  void twoAgentsThatAnswerEachOtherForEverAreStopped() throws InterruptedException {
    Set<String> talkers = new TreeSet<>();
    List<Step.Dropped> drops = new ArrayList<>();
    int[] runs = {0};
    try (Publisher publisher = Publisher.open(system.kafka());
        Following following = Following.of(system.kafka()).fromNow()) {
      publisher.publish(
          Trigger.of("msg-ping", new AgentId("society/ping"), "chat.message")
              .subject(new Trigger.Subject("user", "pong"))
              .text("How are you?")
              .replyTo("msg-ping"));

      Await.until(
          () -> {
            for (Step step : following.poll(Duration.ofMillis(50)).steps()) {
              if (step instanceof Step.Closed closed) {
                runs[0]++;
                talkers.add(closed.agent().name());
              } else if (step instanceof Step.Dropped dropped) {
                drops.add(dropped);
              }
            }
            return drops;
          },
          found -> !found.isEmpty());
    }
    assertThat(drops).extracting(drop -> drop.drop().reason()).containsExactly(DropReason.LOOP);
    assertThat(talkers).containsExactly("ping", "pong");
    assertThat(runs[0]).isEqualTo(9);
  }

  private static RunRecord run(String name) {
    return report.runOf("bad-" + name).orElseThrow();
  }

  private static Turn lastTurn(String name) {
    return Objects.requireNonNull(TURNS.get(name)).getLast();
  }

  /// What the model was told about its first call.
  private static String taught(String name) {
    return lastTurn(name).body().messages().stream()
        .filter(Message.ToolOutput.class::isInstance)
        .map(message -> ((Message.ToolOutput) message).text())
        .findFirst()
        .orElseThrow();
  }

  private static TriggerLine trigger(String name) {
    Trigger trigger =
        Trigger.of("bad-" + name, new AgentId("society/" + name), "test.case").text("Go.");
    return new TriggerLine(trigger, null);
  }

  private static AgentConfig agent(String name, String actor) {
    String yaml =
        """
        - agent: society/%s
          actor: %s
          enabled: true
          instructions: {identity: A test.}
          boundaries:
            test.*: {tools: [get_my_stats, buy_item, search_knowledge]}
            chat.*: {tools: [send_message, reply_to_message]}
          limits: {"*": {turns: 6}}
        """
            .formatted(name, actor);
    AgentConfig config =
        system.routes().resolve(new ConfigFile("agents.yaml", yaml).agents().getFirst());
    return OWN_MODEL.contains(name) ? ownModel(config) : config;
  }

  /// A model name of its own; where the model hangs, a second for each call.
  private static AgentConfig ownModel(AgentConfig config) {
    Route.Candidate shared =
        Objects.requireNonNull(config.routes().get("*")).candidates().getFirst();
    Route.Candidate own =
        Route.Candidate.of(shared.baseUrl(), "rehearsal-" + config.agent().name())
            .provider(shared.provider(), shared.wire())
            .profile(shared.profile())
            .keyRef(shared.keyRef())
            .prices(shared.prices())
            .tokens(shared.contextTokens(), shared.maxOutputTokens())
            .maxInFlight(shared.maxInFlight())
            .timeout(
                config.agent().name().equals("hang") ? Duration.ofSeconds(1) : shared.timeout());
    return with(config, config.enabled(), Map.of("*", new Route("own", List.of(own))));
  }

  private static AgentConfig disabled(AgentConfig config) {
    return with(config, false, config.routes());
  }

  private static AgentConfig with(AgentConfig c, boolean enabled, Map<String, Route> routes) {
    return c.enabled(enabled).routes(routes);
  }
}
