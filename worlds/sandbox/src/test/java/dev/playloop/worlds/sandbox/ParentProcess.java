package dev.playloop.worlds.sandbox;

import java.time.Duration;
import java.util.List;

/// A process with a sandbox, for tests that kill it or start it in another way. Prints the pids of
/// its children once its code runs.
final class ParentProcess {
  private ParentProcess() {}

  public static void main(String[] args) throws InterruptedException {
    SandboxSettings settings = TestSandbox.SETTINGS.withSize(1);
    try (ProcessSandbox sandbox = (ProcessSandbox) Sandbox.start(settings)) {
      HostPort host =
          new FakeHost() {
            @Override
            public long balance() {
              System.out.println(sandbox.pids().getFirst());
              return 1;
            }
          };
      String code =
          args[0].equals("loop")
              ? "function run() { balance(); for (;;); }"
              : "function run() { return balance(); }";
      Outcome outcome =
          sandbox.run(
              Program.javascript(code),
              List.of(),
              TestSandbox.CALL,
              new Limits(Duration.ofMinutes(5), Long.MAX_VALUE, 1_000, 10),
              host);
      System.out.println(outcome);
    }
  }
}
