package dev.playloop.projector.shell;

import static dev.playloop.fixtures.Samples.agent;
import static dev.playloop.fixtures.Samples.config;
import static dev.playloop.fixtures.Samples.trigger;
import static dev.playloop.projector.shell.LoopTopologyTest.header;
import static dev.playloop.projector.shell.LoopTopologyTest.only;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.fixtures.Samples;
import dev.playloop.journal.JournalReader;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Input;
import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.event.Halts;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.LoopEvent.DropReason;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.schemas.topic.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The net around each single record of the loop: wherever something throws, whatever it is, the
/// record becomes a dead letter, nothing half done stays, whoever waits for its answer gets one,
/// and all others go on.
class RecordNetTest extends RecordNetCase {
  private static Stream<Arguments> failures() {
    return Stream.of(At.values())
        .flatMap(at ->
            Stream.of(
                    new IllegalArgumentException("Broken surrogate pair"),
                    new NumberFormatException("Too many nonzero exponent digits"),
                    new ClassCastException("MissingNode"),
                    new ArithmeticException("Overflow"),
                    new NullPointerException("of a bug"))
                .map(failure -> Arguments.of(at, failure)));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void whateverATriggerMakesThrowItIsADeadLetterAndTheAgentGoesOn(At at, RuntimeException failure) {
    with(new ThrowingDesk(at, failure));
    loop.apply(config("ada", "ada"));
    loop.apply(config("bob", "bob"));

    loop.trigger(trigger("ada", "m-1", BOOM));
    loop.trigger(trigger("bob", "m-2", "hi"));
    loop.trigger(trigger("ada", "m-3", "hi"));

    assertThat(loop.turns())
        .extracting(turn -> turn.turn().value())
        .containsExactly("test/bob:m-2#1", "test/ada:m-3#1");
    TestRecord<byte[], byte[]> letter = only(loop.deadLetters());
    assertThat(new String(letter.value(), UTF_8)).contains(BOOM);
    assertThat(header(letter, "playloop.cause")).contains(failure.getMessage());
    assertThat(header(letter, "playloop.topic")).isEqualTo("t.triggers");
    assertThat(header(letter, "playloop.stack")).contains("\tat ");
    assertChainHolds("ada");
  }

  @Test
  void aTriggerOfWhichNothingCouldBeFoldedIsNotKnownAndMayComeAgain() {
    AtomicBoolean broken = new AtomicBoolean(true);
    with(
        new ThrowingDesk(At.EVERYTHING, new IllegalStateException("a bug")) {
          @Override
          boolean hits(Input input) {
            return broken.get() && super.hits(input);
          }
        });
    loop.apply(config("ada", "ada"));
    loop.trigger(trigger("ada", "m-1", BOOM));
    assertThat(loop.turns()).isEmpty();
    broken.set(false);

    loop.trigger(trigger("ada", "m-1", BOOM));

    assertThat(only(loop.turns()).turn().value()).isEqualTo("test/ada:m-1#1");
    assertThat(loop.events())
        .doesNotContain(new LoopEvent.TriggerDropped("m-1", DropReason.DUPLICATE));
    assertChainHolds("ada");
  }

  @Test
  void whatTheAgentWasToldBeforeTheRecordFailedGoesWithIt() {
    with(new ThrowingDesk(At.EVERYTHING, new IllegalStateException("a bug")));
    loop.apply(config("ada", "ada"));
    halts =
        new Halts(Map.of(HaltScope.ALL, new Halt(1, HaltScope.ALL, "kim", Samples.START, null)));
    loop.trigger(trigger("ada", "m-1", BOOM));
    loop.pass(Duration.ofSeconds(1));

    loop.trigger(trigger("ada", "m-2", "hi"));

    assertThat(loop.turns()).isEmpty();
    assertThat(loop.journal())
        .extracting(entry -> JournalReader.read(entry).envelope())
        .filteredOn(envelope -> envelope.input().startsWith("halted-"))
        .as("told once, and not by the record that failed")
        .singleElement()
        .satisfies(told -> assertThat(told.at()).isAfter(Samples.START));
    assertChainHolds("ada");
  }

  @Test
  void aDeadlineThatCanNotBeFoldedStopsNoOther() {
    with(
        new ThrowingDesk(At.EVERYTHING, new IllegalStateException("a bug")) {
          @Override
          boolean hits(Input input) {
            return input instanceof Input.DeadlinePassed;
          }

          @Override
          boolean hits(AgentState state) {
            return state.agent().equals(agent("ada"));
          }
        });
    for (String name : List.of("ada", "bob")) {
      loop.apply(config(name, name));
      loop.delete(agent(name));
    }
    loop.trigger(trigger("ada", "m-1", "hi"));
    loop.trigger(trigger("bob", "m-2", "hi"));

    loop.pass(Duration.ofSeconds(40));

    assertThat(loop.events())
        .contains(new LoopEvent.TriggerDropped("m-2", DropReason.NO_SUCH_AGENT))
        .doesNotContain(new LoopEvent.TriggerDropped("m-1", DropReason.NO_SUCH_AGENT));
  }

  @Test
  void aStoredStateThatCanNotBeReadCostsItsAgentAlone() {
    loop.apply(config("ada", "ada"));
    loop.apply(config("bob", "bob"));
    loop.driver.<byte[]>store(LoopTopology.AGENTS).put("s/test/eve", new byte[] {9});
    loop.driver.<byte[]>store(LoopTopology.AGENTS).put("s/test/zoe", new byte[] {1, 2});

    loop.trigger(trigger("eve", "m-1", "hi"));
    loop.trigger(trigger("zoe", "m-2", "hi"));
    loop.trigger(trigger("bob", "m-3", "hi"));

    assertThat(only(loop.turns()).agent()).isEqualTo(agent("bob"));
    assertThat(loop.deadLetters()).hasSize(2);
  }

  @Test
  void whatTheStoreThrowsIsNoFaultOfTheRecord() {
    loop.apply(config("ada", "ada"));
    loop.driver.<byte[]>store(LoopTopology.AGENTS).close();

    assertThatThrownBy(() -> loop.trigger(trigger("bob", "m-1", "hi")))
        .hasStackTraceContaining("InvalidStateStoreException");
    assertThatThrownBy(loop::close).isInstanceOf(InvalidStateStoreException.class);
    loop = new LoopDriver(dir.resolve("another"));
  }

  @Test
  void aDeadLetterIsNeverLargerThanItsTopicTakes() {
    RecordHeaders headers = new RecordHeaders();
    headers.add("big", new byte[1_000_000]);
    loop.driver.sendRaw(
        loop.topics.triggers(), new byte[500_000], new byte[6_000_000], headers, Samples.START);

    TestRecord<byte[], byte[]> letter = only(loop.deadLetters());
    int bytes = letter.key().length;
    for (var header : letter.headers()) {
      bytes += header.key().length() + header.value().length + 8;
    }
    assertThat(bytes).isLessThan(Topic.OVERHEAD_BYTES);
    assertThat(letter.value()).hasSizeLessThanOrEqualTo(loop.topics.deadLetters().maxRecordBytes());
    assertThat(header(letter, "playloop.cut")).isNotEmpty();
  }
}
