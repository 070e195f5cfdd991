package dev.playloop.launcher.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.launcher.LocalOptions;
import dev.playloop.launcher.LocalSystem;
import dev.playloop.launcher.Working;
import dev.playloop.operator.Step;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestDatabase;
import dev.playloop.testkit.TestInfra;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The example as a user runs it: broker, PostgreSQL, the rehearsal model over HTTP, and agents'
/// code in children of the executor.
@NeedsInfra
class KernelExampleTest {
  private static final Queue<Step> STEPS = new ConcurrentLinkedQueue<>();

  private static LocalSystem system;
  private static ExampleRun.Outcome outcome;

  @BeforeAll
  static void play(TestInfra infra) throws InterruptedException {
    Example example = Example.load("kernel");
    system = LocalSystem.start(options(infra).withRehearsal(example.rehearsal()));
    ExampleRun.prepare(example, system);
    outcome = ExampleRun.play(example, system, STEPS::add);
  }

  private static LocalOptions options(TestInfra infra) {
    List<String> kernel = List.of("kernel");
    if (infra.isEmbedded()) {
      return Working.options().withWorlds(kernel);
    }
    TestDatabase database = infra.database();
    Map<String, String> environment =
        Map.of(
            "PLAYLOOP_KERNEL_JDBC_URL",
            database.jdbcUrl(),
            "PLAYLOOP_KERNEL_USER",
            database.user(),
            "PLAYLOOP_KERNEL_PASSWORD",
            database.password());
    return Working.options(environment).withWorlds(kernel).withBootstrap(infra.ownBroker());
  }

  private static long count(String name) {
    return Objects.requireNonNull(outcome.counts().get(name), name).longValue();
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
    assertThat(outcome.report().triggers()).isEqualTo(5);
    assertThat(outcome.report().runs()).hasSize(5);
    assertThat(outcome.report().drops()).isEmpty();
  }

  /// A structure as content never reaches the kernel; what does, succeeds at once.
  @Test
  void everyArtifactIsCreatedAtTheFirstAttempt() {
    assertThat(count("artifacts created")).isEqualTo(3);
    assertThat(count("artifacts created at the first attempt")).isEqualTo(3);
    assertThat(count("reads and invocations across agents")).isEqualTo(4);
  }

  @Test
  void everyCallIsAccountedInTheKernel() {
    assertThat(count("LLM calls that the kernel accounted")).isEqualTo(outcome.report().turns());
  }

  @Test
  void theModelIsTaughtHowToSendAStructure() {
    assertThat(List.copyOf(STEPS).toString()).contains("send the JSON as one string");
  }
}
