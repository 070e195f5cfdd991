package dev.playloop.projector.shell;

import static dev.playloop.fixtures.Samples.agent;
import static dev.playloop.fixtures.Samples.config;
import static dev.playloop.fixtures.Samples.trigger;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.SampleDecisions;
import dev.playloop.fixtures.Samples;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Declared;
import dev.playloop.loop.state.Input;
import dev.playloop.loop.state.Transition;
import dev.playloop.loop.state.TransitionBuilder;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.LoopEvent.DropReason;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.LetterHeaders;
import dev.playloop.schemas.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/// What the loop waits for: agents that are not there yet, views, due times.
class LoopWaitsTest extends LoopTopologyCase {
  @Test
  void dueDeadlinesComeWithTheWallClock() {
    loop.apply(config("ada", "ada"));
    loop.trigger(trigger("ada", "m-1", "hi"));
    Turn first = only(loop.turns());

    loop.pass(Duration.ofSeconds(60));
    assertThat(loop.turns()).isEmpty();
    loop.pass(Duration.ofMinutes(4));
    assertThat(only(loop.turns()).turn()).isEqualTo(first.turn());
    loop.pass(Duration.ofMinutes(10));

    assertThat(only(loop.closed()).turns()).isEqualTo(1);
    assertThat(loop.entries())
        .filteredOn(entry -> entry.envelope().kind().equals("deadline-passed"))
        .hasSizeBetween(2, 6);
  }

  /// Whoever may write triggers can make up agents, as many as he likes.
  @Test
  void aTriggerOfNobodyIsADeadLetterAfterHalfAMinuteAndLeavesNothingBehind() {
    loop.apply(config("ada", "ada"));
    int before = rows();
    loop.trigger(trigger("nobody", "m-1", "hi"), "00-trace");
    loop.trigger(trigger("nobody", "m-2", "there"));
    loop.pass(Duration.ofSeconds(29));
    assertThat(loop.deadLetters()).isEmpty();
    loop.pass(Duration.ofSeconds(2));

    List<TestRecord<byte[], byte[]>> letters = loop.deadLetters();
    assertThat(letters)
        .extracting(letter -> Json.read(letter.value(), Trigger.class).id())
        .containsExactly("m-1", "m-2");
    TestRecord<byte[], byte[]> first = letters.getFirst();
    assertThat(new String(first.key(), UTF_8)).isEqualTo("test/nobody");
    assertThat(header(first, "playloop.cause")).contains("there is no agent 'test/nobody'");
    assertThat(header(first, "playloop.topic")).isEqualTo("t.triggers");
    assertThat(header(first, "playloop.offset")).isEqualTo("0");
    assertThat(header(first, LetterHeaders.DROPPED)).isEqualTo("NO_SUCH_AGENT");
    assertThat(header(first, "traceparent")).isEqualTo("00-trace");
    assertThat(loop.entries())
        .extracting(entry -> entry.envelope().agent())
        .containsOnly(agent("ada"));
    assertThat(rows()).isEqualTo(before);
  }

  /// All that the store holds: of agents, messages, configs and known triggers.
  private int rows() {
    List<String> keys = new ArrayList<>();
    try (var all = loop.driver.<byte[]>store(LoopTopology.AGENTS).all()) {
      all.forEachRemaining(row -> keys.add(row.key));
    }
    return keys.size();
  }

  @Test
  void aTriggerThatIsThereBeforeItsAgentIsFoldedFirstAsOfWhenItCame() {
    loop.trigger(trigger("ada", "m-1", "hi"), "00-trigger");
    loop.trigger(trigger("ada", "m-2", "later"));
    loop.trigger(trigger("ada", "m-1", "hi"));
    loop.pass(Duration.ofSeconds(20));
    loop.apply(config("ada", "ada"));

    TestRecord<byte[], byte[]> turn = only(loop.driver.raw(loop.topics.turns()));
    assertThat(Json.read(turn.value(), Turn.class).turn().value()).isEqualTo("test/ada:m-1#1");
    assertThat(loop.entries())
        .extracting(entry -> entry.envelope().kind() + " " + entry.envelope().at())
        .containsExactly(
            "trigger-arrived " + Samples.START,
            "trigger-arrived " + Samples.START,
            "trigger-repeated " + Samples.START,
            "config-changed " + Samples.START.plusSeconds(20));
    assertThat(loop.events()).contains(new LoopEvent.TriggerDropped("m-1", DropReason.DUPLICATE));
    loop.pass(Duration.ofSeconds(20));
    assertThat(loop.deadLetters()).isEmpty();
  }

  @Test
  void noMoreWaitForNobodyThanForAnAgent() {
    for (int i = 0; i < 40; i++) {
      loop.trigger(trigger("nobody", "m-" + i, "hi"));
    }

    assertThat(loop.deadLetters())
        .hasSize(8)
        .allSatisfy(letter -> assertThat(header(letter, "playloop.cause")).contains("nobody"));
  }

  /// Its chain began, and goes on.
  @Test
  void aTriggerOfAnAgentThatWasDeletedIsDroppedInItsJournal() {
    loop.apply(config("ada", "ada"));
    loop.delete(agent("ada"));
    loop.trigger(trigger("ada", "m-1", "hi"));
    loop.pass(Duration.ofSeconds(31));

    assertThat(loop.events())
        .contains(new LoopEvent.TriggerDropped("m-1", DropReason.NO_SUCH_AGENT));
    assertThat(loop.deadLetters()).isEmpty();
  }

  /// Ada farms before this view; what she did shows in views from version 5 on.
  private void farmsIn(View view) {
    loop.apply(config("ada", "ada"));
    loop.view(view);
    loop.trigger(trigger("ada", "m-1", "farm"));
    loop.decide(SampleDecisions.farm(only(loop.turns()), 1));
    loop.done(only(loop.actions()), 5L);
  }

  @Test
  void afterAWriteTheTurnWaitsForTheViewThatShowsIt() {
    farmsIn(view(3, "a field"));
    assertThat(loop.turns()).isEmpty();

    loop.view(view(4, "still a field"));
    assertThat(loop.turns()).isEmpty();
    loop.view(view(5, "a farmed field"));

    assertThat(Json.text(only(loop.turns()).body())).contains("a farmed field");
    loop.pass(Duration.ofSeconds(1));
    assertThat(loop.turns()).isEmpty();
  }

  @Test
  void aViewThatIsThereAlreadyIsNotWaitedFor() {
    farmsIn(view(5, "a farmed field"));

    assertThat(only(loop.turns()).turn().number()).isEqualTo(2);
  }

  @Test
  void aViewThatDoesNotComeIsNotWaitedForLong() {
    farmsIn(view(3, "a field"));
    assertThat(loop.turns()).isEmpty();

    loop.pass(Duration.ofMillis(300));

    assertThat(Json.text(only(loop.turns()).body())).contains("view_older");
  }

  @Test
  void aDeadlineThatStaysDueIsNotFoldedOnEveryTick() {
    loop.close();
    loop = new LoopDriver(dir, new Topics("t.", 1), new StuckDesk());
    loop.apply(config("ada", "ada"));
    loop.trigger(trigger("ada", "m-1", "hi"));
    loop.pass(Duration.ofMinutes(4));
    int before = loop.entries().size();

    for (int i = 0; i < 100; i++) {
      loop.pass(Duration.ofMillis(20));
    }

    assertThat(loop.entries().size() - before).isBetween(1, 3);
  }

  /// Changes nothing when a deadline passes.
  private static final class StuckDesk extends TestDesk {
    @Override
    protected Transition fold(AgentState state, Input input, Declared by) {
      return input instanceof Input.DeadlinePassed
          ? TransitionBuilder.builder()
              .state(state)
              .commands(List.of())
              .events(List.of())
              .appended(List.of())
              .cleared(List.of())
              .talks(by.talks().draft().step())
              .build()
          : super.fold(state, input, by);
    }
  }
}
