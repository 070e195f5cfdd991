package dev.playloop.worlds.sandbox;

import java.util.concurrent.CompletableFuture;

/// Sandboxes of few children, and callers beside the test.
abstract class ChildrenCase {
  static final String ONE = "function run() { return 1; }";

  static ProcessSandbox sandbox(SandboxSettings settings) {
    return (ProcessSandbox) Sandbox.start(settings);
  }

  /// What may be interrupted.
  interface Work {
    Outcome work() throws InterruptedException;
  }

  static CompletableFuture<Outcome> async(Work work) {
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(() -> {
          try {
            outcome.complete(work.work());
          } catch (InterruptedException | RuntimeException | AssertionError failure) {
            outcome.completeExceptionally(failure);
          }
        });
    return outcome;
  }
}
