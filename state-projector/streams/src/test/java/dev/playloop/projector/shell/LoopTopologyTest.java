package dev.playloop.projector.shell;

import static dev.playloop.fixtures.Samples.agent;
import static dev.playloop.fixtures.Samples.config;
import static dev.playloop.fixtures.Samples.trigger;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.SampleDecisions;
import dev.playloop.fixtures.Samples;
import dev.playloop.fixtures.TestWorld;
import dev.playloop.journal.Entry;
import dev.playloop.journal.JournalReader;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Declared;
import dev.playloop.loop.state.Input;
import dev.playloop.loop.state.Transition;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.LoopEvent.DropReason;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.HeaderNames;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.model.Worlds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

class LoopTopologyTest extends LoopTopologyCase {
  @Test
  void descriptionIsAsItWas() throws IOException {
    LoopSetup setup = LoopSetup.of(new Topics("playloop.", 4), Worlds.of(new TestWorld()));
    assertThat(LoopTopology.build(setup).describe().toString())
        .isEqualToNormalizingNewlines(
            Files.readString(Path.of("src/test/golden/loop-topology.txt")));
  }

  @Test
  void onlyWhereWorldsShareANameIsLookedIntoActions() {
    LoopSetup setup = LoopSetup.of(new Topics("playloop.", 4), Worlds.of(new TestWorld()));
    assertThat(LoopOutputs.placement(setup, LoopOutputs.actions(TestWorld.NAME))).isNull();
    assertThat(LoopOutputs.placement(setup, LoopTopology.TURNS)).isNull();
  }

  @Test
  void aTriggerOpensOneTurnWithTheWholePrompt() {
    loop.apply(config("ada", "ada"));
    loop.view(view(3, "a hill"));

    loop.trigger(trigger("ada", "m-1", "hello there"));

    List<TestRecord<byte[], byte[]>> turns = loop.driver.raw(loop.topics.turns());
    assertThat(turns).hasSize(1);
    Turn turn = Json.read(turns.getFirst().value(), Turn.class);
    assertThat(new String(turns.getFirst().key(), UTF_8)).isEqualTo("test/ada");
    assertThat(turn.turn().value()).isEqualTo("test/ada:m-1#1");
    assertThat(turn.hash()).isEqualTo(Sha256.hex(Json.bytes(turn.body())));
    assertThat(turns.getFirst().value()).isEqualTo(Json.bytes(turn));
    assertThat(Json.text(turn.body())).contains("hello there").contains("a hill");
  }

  @Test
  void aRunOfThreeTurnsClosesOnceAndIsFollowedByASnapshot() {
    loop.apply(config("ada", "ada"));
    loop.trigger(trigger("ada", "m-1", "farm, please"));
    loop.decide(SampleDecisions.look(only(loop.turns()), "field"));
    loop.done(only(loop.actions()), null);
    loop.decide(SampleDecisions.farm(only(loop.turns()), 1));
    loop.done(only(loop.actions()), null);
    loop.decide(SampleDecisions.text(only(loop.turns()), "farmed"));

    LoopEvent.RunClosed closed = only(loop.closed());
    assertThat(closed.outcome()).isEqualTo(RunOutcome.COMPLETED);
    assertThat(closed.turns()).isEqualTo(3);
    assertThat(closed.actions())
        .extracting(LoopEvent.ActionTaken::tool)
        .containsExactly("look", "farm");
    JournalReader.Read last = loop.entries().getLast();
    assertThat(last.envelope().kind()).isEqualTo(Entry.SNAPSHOT);
    assertThat(loop.turns()).isEmpty();
  }

  @Test
  void aFailedResultReplans() {
    loop.apply(config("ada", "ada"));
    loop.trigger(trigger("ada", "m-1", "farm"));
    loop.decide(SampleDecisions.farm(only(loop.turns()), 1));

    loop.refused(only(loop.actions()), "not_ripe");

    Turn second = only(loop.turns());
    assertThat(second.turn().number()).isEqualTo(2);
    assertThat(Json.text(second.body())).contains("the field is not ripe");
  }

  @Test
  void theSameEventTwiceChangesNothing() {
    loop.apply(config("ada", "ada"));
    loop.trigger(trigger("ada", "m-1", "farm"));
    loop.trigger(trigger("ada", "m-1", "farm"));
    Turn first = only(loop.turns());
    loop.decide(SampleDecisions.farm(first, 1));
    loop.decide(SampleDecisions.farm(first, 1));
    Action action = only(loop.actions());
    loop.done(action, null);
    loop.done(action, null);
    Turn second = only(loop.turns());
    loop.decide(SampleDecisions.text(second, "farmed"));
    loop.decide(SampleDecisions.text(second, "farmed"));
    loop.trigger(trigger("ada", "m-1", "farm"));

    assertThat(loop.turns()).isEmpty();
    assertThat(loop.actions()).isEmpty();
    assertThat(loop.closed()).hasSize(1);
    assertThat(loop.events())
        .filteredOn(LoopEvent.TriggerDropped.class::isInstance)
        .containsExactly(
            new LoopEvent.TriggerDropped("m-1", DropReason.DUPLICATE),
            new LoopEvent.TriggerDropped("m-1", DropReason.DUPLICATE));
  }

  @Test
  void aTriggerIdIsKnownForSevenDays() {
    loop.apply(config("ada", "ada"));
    loop.trigger(trigger("ada", "m-1", "hi"));
    loop.decide(SampleDecisions.text(only(loop.turns()), "hello"));
    loop.pass(Duration.ofDays(6));
    loop.trigger(trigger("ada", "m-1", "hi"));

    assertThat(loop.turns()).isEmpty();
    assertThat(loop.events()).contains(new LoopEvent.TriggerDropped("m-1", DropReason.DUPLICATE));
  }

  @Test
  void theTraceGoesFromEachInputToItsOutputs() {
    loop.apply(config("ada", "ada"));
    loop.trigger(trigger("ada", "m-1", "farm"), "00-trigger");
    loop.trigger(trigger("ada", "m-2", "later").withId("m-2", Samples.START), "00-second");
    TestRecord<byte[], byte[]> turn = only(loop.driver.raw(loop.topics.turns()));
    assertThat(header(turn, "traceparent")).isEqualTo("00-trigger");

    Turn first = Json.read(turn.value(), Turn.class);
    loop.decide(SampleDecisions.farm(first, 1), "00-decision");
    TestRecord<byte[], byte[]> action = only(loop.driver.raw(loop.topics.actions(TestWorld.NAME)));
    assertThat(header(action, "traceparent")).isEqualTo("00-decision");

    loop.done(Json.read(action.value(), Action.class), 99L);
    loop.pass(Duration.ofSeconds(1));
    TestRecord<byte[], byte[]> second = only(loop.driver.raw(loop.topics.turns()));
    assertThat(header(second, "traceparent")).isEqualTo("00-trigger");
  }

  @Test
  void turnsAndActionsNameThemselvesBesideTheirBodies() {
    loop.apply(config("ada", "ada"));
    loop.trigger(trigger("ada", "m-1", "farm"));
    TestRecord<byte[], byte[]> turn = only(loop.driver.raw(loop.topics.turns()));
    Turn opened = Json.read(turn.value(), Turn.class);
    assertThat(header(turn, HeaderNames.TURN)).isEqualTo(opened.turn().value());

    loop.decide(SampleDecisions.farm(opened, 1));
    TestRecord<byte[], byte[]> action = only(loop.driver.raw(loop.topics.actions(TestWorld.NAME)));
    assertThat(header(action, HeaderNames.ACTION))
        .isEqualTo(Json.read(action.value(), Action.class).action().value());
  }

  @Test
  void aFoldThatThrowsClosesTheRunAndThePartitionGoesOn() {
    loop.close();
    loop = new LoopDriver(dir, new Topics("t.", 1), new FailingDesk("not ripe", false));
    loop.apply(config("ada", "ada"));
    loop.apply(config("bob", "bob"));
    loop.trigger(trigger("ada", "m-1", "farm"));
    loop.decide(SampleDecisions.farm(only(loop.turns()), 1));
    loop.refused(only(loop.actions()), "not_ripe");
    loop.trigger(trigger("bob", "m-2", "hi"));

    assertThat(only(loop.turns()).agent()).isEqualTo(agent("bob"));
    LoopEvent.RunClosed closed = only(loop.closed());
    assertThat(closed.outcome()).isEqualTo(RunOutcome.FAILED);
    assertThat(loop.events()).anyMatch(LoopEvent.Poisoned.class::isInstance);
    assertThat(header(only(loop.deadLetters()), "playloop.cause")).contains("a bug");
  }

  @Test
  void whatCantEvenBePoisonedIsADeadLetter() {
    loop.close();
    loop = new LoopDriver(dir, new Topics("t.", 1), new FailingDesk("not ripe", true));
    loop.apply(config("ada", "ada"));
    loop.trigger(trigger("ada", "m-1", "farm"));
    Turn turn = only(loop.turns());
    loop.decide(SampleDecisions.farm(turn, 1));
    Action action = only(loop.actions());
    loop.refused(action, "not_ripe");
    assertThat(loop.deadLetters()).hasSize(1);

    loop.done(action, null);
    assertThat(only(loop.turns()).turn().number()).isEqualTo(2);
  }

  @Test
  void whatATurnWritesDoesNotGrowWithTheTurnsBeforeIt() {
    loop.apply(config("bob", "bob"));
    loop.apply(config("ada", "ada"));
    long atThree = bytesPerTurn("bob", 3);
    long atTwenty = bytesPerTurn("ada", 20);

    assertThat(atTwenty).isLessThanOrEqualTo(atThree * 12 / 10);
  }

  private long bytesPerTurn(String agent, int turns) {
    writtenBytes();
    loop.trigger(trigger(agent, "m-1", "farm on"));
    for (int i = 1; i < turns; i++) {
      loop.decide(SampleDecisions.look(only(loop.turns()), "x".repeat(200)));
      loop.done(only(loop.actions()), null);
    }
    loop.decide(SampleDecisions.text(only(loop.turns()), "done"));
    long bytes = writtenBytes();
    assertThat(bytes).isGreaterThan(turns * 500L);
    return bytes / turns;
  }

  /// Everything but `turns` and `actions`, which the test has read.
  private long writtenBytes() {
    long bytes = 0;
    for (String topic : loop.driver.producedTopics()) {
      for (TestRecord<byte[], byte[]> record : loop.driver.rawOf(topic)) {
        bytes += record.key().length + (record.value() == null ? 0 : record.value().length);
      }
    }
    return bytes;
  }

  /// Throws on a result whose error says `word`; where it is `dead` it can't be poisoned either.
  private static final class FailingDesk extends TestDesk {
    private final String word;
    private final boolean dead;

    FailingDesk(String word, boolean dead) {
      this.word = word;
      this.dead = dead;
    }

    @Override
    protected Transition fold(AgentState state, Input input, Declared by) {
      if (input instanceof Input.ActionDone done && fails(done.result())) {
        throw new IllegalStateException("a bug");
      }
      return super.fold(state, input, by);
    }

    private boolean fails(ActionResult result) {
      return result.error() != null && result.error().message().contains(word);
    }

    @Override
    protected Transition poisoned(AgentState state, Input input, String error, Declared by) {
      if (dead) {
        throw new IllegalStateException("another bug");
      }
      return super.poisoned(state, input, error, by);
    }
  }
}
