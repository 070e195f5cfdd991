package dev.playloop.worlds.sandbox;

import static dev.playloop.worlds.sandbox.TestSandbox.BOUNDED;
import static dev.playloop.worlds.sandbox.TestSandbox.JSON;
import static dev.playloop.worlds.sandbox.TestSandbox.PATIENT;
import static dev.playloop.worlds.sandbox.TestSandbox.SETTINGS;
import static dev.playloop.worlds.sandbox.TestSandbox.failure;
import static dev.playloop.worlds.sandbox.TestSandbox.run;
import static dev.playloop.worlds.sandbox.TestSandbox.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.sandbox.Outcome.Code;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Children that are killed or frozen in the midst of a run.
@Tag("slow")
class ChildDeathTest {
  @Test
  void aChildThatIsKilledInMidCallIsAnError() throws InterruptedException {
    try (ProcessSandbox own = (ProcessSandbox) Sandbox.start(SETTINGS.withSize(1))) {
      HostPort killing =
          new FakeHost() {
            @Override
            public long balance() {
              own.pids().forEach(pid -> ProcessHandle.of(pid).orElseThrow().destroyForcibly());
              return 1;
            }
          };

      Outcome.Failed failed =
          failure(run(own, "function run() { return balance(); }", PATIENT, killing));

      assertThat(failed.code()).isEqualTo(Code.RUNTIME_ERROR);
      assertThat(failed.message()).contains("its process died", "137");
      assertThat(value(run(own, "function run() { return 1; }"))).isEqualTo(JSON.readTree("1"));
    }
  }

  @Test
  void aChildThatIsKilledWhileItComputesIsAnError() throws Exception {
    try (ProcessSandbox own = (ProcessSandbox) Sandbox.start(SETTINGS.withSize(1))) {
      HostPort killing =
          new FakeHost() {
            @Override
            public long balance() {
              List<Long> pids = own.pids();
              Thread.ofVirtual()
                  .start(() ->
                      pids.forEach(pid -> ProcessHandle.of(pid).orElseThrow().destroyForcibly()));
              return 1;
            }
          };

      Outcome.Failed failed =
          failure(
              run(
                  own,
                  "function run() { balance(); for (;;); }",
                  new Limits(PATIENT.wallClock(), Long.MAX_VALUE, 100, 10),
                  killing));

      assertThat(failed.code()).isEqualTo(Code.RUNTIME_ERROR);
      assertThat(failed.message()).contains("its process died");
      assertThat(value(run(own, "function run() { return 1; }"))).isEqualTo(JSON.readTree("1"));
    }
  }

  @Test
  void aFrozenChildIsATimeout() throws Exception {
    try (ProcessSandbox own = (ProcessSandbox) Sandbox.start(SETTINGS.withSize(1))) {
      HostPort freezing =
          new FakeHost() {
            @Override
            public JsonNode read(String artifact) throws InterruptedException {
              for (long pid : own.pids()) {
                stop(pid);
              }
              // More than a pipe holds: whoever sends it waits.
              return NODES.stringNode("x".repeat(1 << 20));
            }
          };

      Outcome.Failed failed =
          failure(run(own, "function run() { return read('x').length; }", BOUNDED, freezing));

      assertThat(failed.code()).isEqualTo(Code.TIMEOUT);
      assertThat(value(run(own, "function run() { return 1; }"))).isEqualTo(JSON.readTree("1"));
    }
  }

  private static void stop(long pid) throws InterruptedException {
    try {
      assertThat(new ProcessBuilder("kill", "-STOP", Long.toString(pid)).start().waitFor())
          .isZero();
    } catch (IOException noKill) {
      throw new IllegalStateException("no `kill` on the PATH", noKill);
    }
  }
}
