package dev.playloop.projector.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.Samples;
import dev.playloop.fixtures.TestWorld;
import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.event.Halts;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.model.Worlds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The loop follows halts: agents with work are told, and told again when it is over.
class HaltedLoopTest {
  private static final Duration MOMENT = Duration.ofMillis(100);

  @TempDir private Path dir;
  private volatile @Nullable Halts halts = Halts.NONE;
  private LoopDriver loop;

  @BeforeEach
  void start() {
    Topics topics = new Topics("t.", 1);
    loop =
        new LoopDriver(
            dir,
            topics,
            LoopDriver.desk(),
            LoopSetup.of(topics, Worlds.of(new TestWorld())).withHalts(() -> halts));
    loop.apply(Samples.config("ada", "ada"));
  }

  @AfterEach
  void stop() {
    loop.close();
  }

  @Test
  void aTriggerForAHaltedAgentWaitsUntilItIsResumed() {
    halts = halted("test");
    loop.trigger(Samples.trigger("ada", "t-1", "hello"));
    loop.pass(Duration.ofHours(3));
    assertThat(loop.turns()).isEmpty();

    halts = Halts.NONE;
    loop.pass(MOMENT);
    assertThat(loop.turns()).hasSize(1);
    assertThat(loop.events())
        .hasAtLeastOneElementOfType(LoopEvent.WorkHeld.class)
        .hasAtLeastOneElementOfType(LoopEvent.WorkResumed.class);
  }

  @Test
  void anAgentAtWorkIsToldWithoutAnyOtherInputAndItsDeadlinesStandStill() {
    loop.trigger(Samples.trigger("ada", "t-1", "hello"));
    assertThat(loop.turns()).hasSize(1);

    halts = halted("all");
    loop.pass(MOMENT);
    loop.pass(Duration.ofHours(3));
    assertThat(loop.events()).hasAtLeastOneElementOfType(LoopEvent.WorkHeld.class);
    assertThat(loop.events()).doesNotHaveAnyElementsOfTypes(LoopEvent.RunClosed.class);

    halts = Halts.NONE;
    loop.pass(MOMENT);
    assertThat(loop.events()).hasAtLeastOneElementOfType(LoopEvent.WorkResumed.class);
    assertThat(loop.events()).doesNotHaveAnyElementsOfTypes(LoopEvent.RunClosed.class);
  }

  @Test
  void othersAreNotTouched() {
    halts = halted("elsewhere");
    loop.trigger(Samples.trigger("ada", "t-1", "hello"));
    assertThat(loop.turns()).hasSize(1);
    assertThat(loop.events()).doesNotHaveAnyElementsOfTypes(LoopEvent.WorkHeld.class);
  }

  @Test
  void nothingIsConcludedWhileItIsNotKnownWhatIsHalted() {
    halts = halted("all");
    loop.trigger(Samples.trigger("ada", "t-1", "hello"));
    halts = null;
    loop.pass(Duration.ofMinutes(1));
    loop.trigger(Samples.trigger("ada", "t-2", "are you there?"));
    assertThat(loop.turns()).isEmpty();
  }

  private static Halts halted(String scope) {
    HaltScope halted = new HaltScope(scope);
    return new Halts(Map.of(halted, new Halt(1, halted, "kim", Samples.START, null)));
  }
}
