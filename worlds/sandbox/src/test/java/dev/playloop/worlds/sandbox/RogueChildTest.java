package dev.playloop.worlds.sandbox;

import static dev.playloop.worlds.sandbox.TestSandbox.JSON;
import static dev.playloop.worlds.sandbox.TestSandbox.PATIENT;
import static dev.playloop.worlds.sandbox.TestSandbox.SETTINGS;
import static dev.playloop.worlds.sandbox.TestSandbox.SHORT;
import static dev.playloop.worlds.sandbox.TestSandbox.failure;
import static dev.playloop.worlds.sandbox.TestSandbox.run;
import static dev.playloop.worlds.sandbox.TestSandbox.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.testkit.Await;
import dev.playloop.worlds.sandbox.Outcome.Code;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Children that don't keep to the protocol, as if the guest had got out of the engine.
@Tag("slow")
class RogueChildTest {
  private static final SandboxSettings ONE = SETTINGS.withSize(1);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "junk",
        "not an object",
        "nested",
        "huge number",
        "deep",
        "unknown type",
        "out of turn",
        "no value",
        "no number",
        "unknown kind",
        "unknown call",
        "call without json",
        "call without list",
        "endless line",
        "not UTF-8",
      })
  void whoSaysWhatNoChildSaysIsEnded(String deed) throws InterruptedException {
    try (ProcessSandbox sandbox = rogue(deed)) {
      FakeHost host = new FakeHost();

      Outcome.Failed failed = failure(run(sandbox, "x", PATIENT, host));

      assertThat(failed.code()).isEqualTo(Code.RUNTIME_ERROR);
      assertThat(failed.message())
          .isEqualTo("its process said what it can't have to say, and was ended");
      assertThat(host.asked).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"no json", "two values"})
  void resultsThatAreNoJsonAreErrors(String deed) throws InterruptedException {
    try (ProcessSandbox sandbox = rogue(deed)) {
      assertThat(failure(run(sandbox, "x")).code()).isEqualTo(Code.RUNTIME_ERROR);
    }
  }

  @Test
  void whatWasSaidTooMuchIsNotTheNextRunsResult() throws InterruptedException {
    try (ProcessSandbox sandbox = rogue("endless lines")) {
      long first = sandbox.pids().isEmpty() ? -1 : sandbox.pids().getFirst();

      run(sandbox, "x");
      run(sandbox, "x");

      Await.until("another child", () -> !sandbox.pids().contains(first));
    }
  }

  @Test
  void aChildThatClosesItsMouthAndLivesOnIsEnded() throws InterruptedException {
    try (ProcessSandbox sandbox = rogue("deaf and dumb")) {
      assertThat(failure(run(sandbox, "x")).message()).contains("its process died");
    }
  }

  @Test
  void stderrIsSwallowed() throws InterruptedException {
    try (ProcessSandbox sandbox = rogue("floods stderr")) {
      assertThat(value(run(sandbox, "x"))).isEqualTo(JSON.readTree("1"));
    }
  }

  @Test
  void childrenThatDontStartAreAnOutageWithTheirLastWords() {
    try (ProcessSandbox sandbox = rogue("ends at once")) {
      assertThatThrownBy(() -> run(sandbox, "x"))
          .isInstanceOf(SandboxUnavailable.class)
          .hasMessageContaining("ended with 9 at its start: no")
          .hasMessageContaining("luck here")
          .hasMessageNotContaining("\u001b");
    }
  }

  @Test
  void aProgramThatIsNotThereIsAnOutage() {
    try (ProcessSandbox sandbox =
        new ProcessSandbox(
            ONE, Map.of("javascript", new ChildCommand(java.util.List.of("/no/such/java"))))) {
      assertThatThrownBy(() -> run(sandbox, "x"))
          .isInstanceOf(SandboxUnavailable.class)
          .hasMessageContaining("can't be started");
    }
  }

  @Test
  void aChildThatIsNeverReadyIsAnOutage() {
    try (ProcessSandbox sandbox =
        new ProcessSandbox(
            ONE.withPatience(Duration.ofMillis(200)),
            Map.of("javascript", RogueChild.command("never ready")))) {
      assertThatThrownBy(() -> run(sandbox, "x", SHORT, new FakeHost()))
          .isInstanceOf(SandboxUnavailable.class);
    }
  }

  private static ProcessSandbox rogue(String deed) {
    return new ProcessSandbox(ONE, Map.of("javascript", RogueChild.command(deed)));
  }
}
