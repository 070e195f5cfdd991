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
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.LoopEvent.ActionTaken;
import dev.playloop.schemas.event.LoopEvent.DropReason;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.event.Message;
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
  private static LocalSystem system;

  private static PlayReport report;

  private static final Map<String, List<Turn>> TURNS = new HashMap<>();

  @BeforeAll
  static void play(TestInfra infra) throws InterruptedException {
    system =
        LocalSystem.start(
            Working.options(infra).withRehearsal(Rehearsal.parse("rules", BadModels.RULES)));
    system.sql().orElseThrow().seed(Example.load("society").seedSql() + BadModels.MORE);
    try (Publisher publisher = Publisher.open(system.kafka())) {
      for (String name : BadModels.CASES) {
        publisher.apply(BadModels.agent(system.routes(), name, "ada"));
      }
      publisher.apply(BadModels.agent(system.routes(), "ping", "ping"));
      publisher.apply(BadModels.agent(system.routes(), "pong", "pong"));
      try (Play play =
          Play.open(system.kafka(), system.worldNames(), step -> interfere(step, publisher))) {
        report =
            play.play(
                BadModels.CASES.stream().map(BadModels::trigger).toList(), Duration.ofMinutes(2));
      }
    }
    readTurns();
  }

  /// The agents `disabled` and `deleted` go away while their run waits.
  private static void interfere(Step step, Publisher publisher) {
    try {
      if (step instanceof Step.Decided decided) {
        AgentConfig config = BadModels.agent(system.routes(), decided.agent().name(), "ada");
        if (decided.agent().name().equals("disabled")) {
          publisher.apply(BadModels.disabled(config));
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
    assertThat(report.runs()).hasSize(BadModels.CASES.size());
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
          "the drop and the ninth end, which come by two ways",
          () -> {
            for (Step step : following.poll(Duration.ofMillis(50)).steps()) {
              if (step instanceof Step.Closed closed) {
                runs[0]++;
                talkers.add(closed.agent().name());
              } else if (step instanceof Step.Dropped dropped) {
                drops.add(dropped);
              }
            }
            return !drops.isEmpty() && runs[0] >= 9;
          });
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
}
