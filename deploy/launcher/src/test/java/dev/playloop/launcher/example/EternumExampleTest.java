package dev.playloop.launcher.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.launcher.LocalSystem;
import dev.playloop.launcher.Working;
import dev.playloop.operator.Step;
import dev.playloop.testkit.EmbeddedOnly;
import dev.playloop.worlds.chain.devnet.DevnetProgram;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The example as a user runs it, on the simulated chain and on a node: what it expects is asked of
/// the chain itself.
@Tag("slow")
@EmbeddedOnly("the chain is of this machine, and so is all else")
class EternumExampleTest {
  @Test
  void everyExpectationHoldsOnTheSimulatedChain() throws InterruptedException {
    isPlayed("simulator");
  }

  @Test
  void everyExpectationHoldsOnANode() throws InterruptedException {
    isPlayed(DevnetProgram.found().toString());
  }

  private static void isPlayed(String devnet) throws InterruptedException {
    Example example = Example.load("eternum");
    Queue<Step> steps = new ConcurrentLinkedQueue<>();
    try (LocalSystem system =
        LocalSystem.start(
            Working.options(Map.of("PLAYLOOP_ETERNUM_DEVNET", devnet))
                .withWorlds(List.of("eternum"))
                .withRehearsal(example.rehearsal()))) {
      ExampleRun.prepare(example, system);
      ExampleRun.Outcome outcome = ExampleRun.play(example, system, steps::add);
      assertThat(outcome.differences()).as("%s", steps).isEmpty();
      assertThat(outcome.report().triggers()).isEqualTo(7);
      assertThat(outcome.report().runs()).hasSize(7);
      assertThat(outcome.report().drops()).isEmpty();
    }
  }
}
