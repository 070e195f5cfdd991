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
import dev.playloop.fixtures.TestWorld;
import dev.playloop.kit.Telemetry;
import dev.playloop.kit.topic.Suspects;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Declared;
import dev.playloop.loop.state.Input;
import dev.playloop.loop.state.Transition;
import dev.playloop.projector.steady.Pulse;
import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.event.Halts;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.model.Worlds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// An `Error` that strikes while one record is handled: the thread ends twice, and skips the record
/// at its third start, also when each start is another process.
class ErrorNetTest {
  @TempDir Path dir;
  private volatile Halts halts = Halts.NONE;

  private static Stream<Error> errors() {
    return Stream.of(
        new OutOfMemoryError("Java heap space"),
        new StackOverflowError(),
        new NoClassDefFoundError("dev/playloop/Gone"),
        new ExceptionInInitializerError("of a class"));
  }

  @ParameterizedTest
  @MethodSource("errors")
  void theRecordIsSkippedAsADeadLetterAtTheThirdStart(Error error) {
    assertThatThrownBy(() -> start(error, ErrorNetTest::twoTriggers)).isSameAs(error);
    assertThatThrownBy(() -> start(error, ErrorNetTest::twoTriggers)).isSameAs(error);

    Skipped third = skipped(error);

    assertThat(new String(only(third.letters()).value(), UTF_8)).contains("boom");
    assertThat(header(only(third.letters()), "playloop.cause")).contains("t.triggers-0@0");
    assertThat(only(third.turns()).agent()).isEqualTo(agent("bob"));
    assertThat(suspects().isQuiet()).isTrue();
  }

  /// An error that gets out after all is a failure: JUnit itself would end with one of memory.
  private Skipped skipped(Error error) {
    try {
      return start(error, ErrorNetTest::twoTriggers);
    } catch (Error struck) {
      throw new AssertionError("it struck again", struck);
    }
  }

  @Test
  void anErrorThatDoesNotComeAgainCostsTheRecordNothing() {
    Error error = new OutOfMemoryError("of another thread");
    assertThatThrownBy(() -> start(error, ErrorNetTest::twoTriggers)).isSameAs(error);
    assertThat(suspects().isQuiet()).isFalse();

    Skipped second = start(null, ErrorNetTest::twoTriggers);

    assertThat(second.letters()).isEmpty();
    assertThat(second.turns()).hasSize(2);
    assertThat(suspects().isQuiet()).isTrue();
  }

  @Test
  void aDeadlineThatStrikesIsPutOffAtTheThirdStart() {
    Error error = new StackOverflowError();
    Function<LoopDriver, Skipped> late =
        loop -> {
          for (String name : List.of("boom", "eve")) {
            loop.apply(config(name, name));
            loop.delete(agent(name));
            loop.trigger(trigger(name, "m-" + name, "hi"));
          }
          loop.pass(Duration.ofSeconds(40));
          return new Skipped(loop.deadLetters(), loop.turns(), loop.events().size());
        };
    assertThatThrownBy(() -> start(error, late)).isSameAs(error);
    assertThatThrownBy(() -> start(error, late)).isSameAs(error);

    assertThat(start(error, late).events()).isGreaterThan(0);
  }

  @Test
  void aHaltThatStrikesOneAgentIsToldToTheOthersAtTheThirdStart() {
    Error error = new StackOverflowError();
    Function<LoopDriver, Skipped> halted =
        loop -> {
          for (String name : List.of("boom", "eve")) {
            loop.apply(config(name, name));
            loop.trigger(trigger(name, "m-" + name, "hi"));
          }
          halt(loop);
          List<LoopEvent> held =
              loop.events().stream().filter(LoopEvent.WorkHeld.class::isInstance).toList();
          return new Skipped(loop.deadLetters(), loop.turns(), held.size());
        };
    assertThatThrownBy(() -> start(error, halted)).isSameAs(error);
    assertThatThrownBy(() -> start(error, halted)).isSameAs(error);

    assertThat(start(error, halted).events()).isEqualTo(1);
  }

  private void halt(LoopDriver loop) {
    HaltScope all = new HaltScope("all");
    halts = new Halts(Map.of(all, new Halt(1, all, "kim", Samples.START, null)));
    loop.pass(Duration.ofSeconds(1));
    halts = Halts.NONE;
  }

  private record Skipped(List<TestRecord<byte[], byte[]>> letters, List<Turn> turns, int events) {}

  private static Skipped twoTriggers(LoopDriver loop) {
    loop.trigger(trigger("ada", "m-1", "boom"));
    loop.trigger(trigger("bob", "m-2", "hi"));
    return new Skipped(loop.deadLetters(), loop.turns(), loop.events().size());
  }

  /// Another thread, or another process: nothing but the file is left of the one before.
  private <T> T start(@Nullable Error error, Function<LoopDriver, T> doing) {
    Topics topics = new Topics("t.", 1);
    halts = Halts.NONE;
    LoopSetup setup =
        LoopSetup.of(topics, Worlds.of(new TestWorld()))
            .withPulse(Pulse.of("loop", suspects(), Telemetry.off()))
            .withHalts(() -> halts);
    Path own = dir.resolve(String.valueOf(System.nanoTime()));
    LoopDriver loop = new LoopDriver(own, topics, new StruckDesk(error), setup);
    loop.apply(config("ada", "ada"));
    loop.apply(config("bob", "bob"));
    T done = doing.apply(loop);
    loop.close();
    return done;
  }

  private Suspects suspects() {
    return Suspects.in(dir.resolve("loop.suspects"));
  }

  /// Throws for a trigger that says boom, and for each deadline and halt of an agent of that name.
  private static final class StruckDesk extends TestDesk {
    private final @Nullable Error error;

    StruckDesk(@Nullable Error error) {
      this.error = error;
    }

    @Override
    protected Transition fold(AgentState state, Input input, Declared by) {
      boolean boom =
          switch (input) {
            case Input.TriggerArrived arrived -> "boom".equals(arrived.trigger().text());
            case Input.DeadlinePassed _, Input.Halted _ -> state.agent().equals(agent("boom"));
            default -> false;
          };
      if (boom && error != null) {
        throw error;
      }
      return super.fold(state, input, by);
    }
  }
}
