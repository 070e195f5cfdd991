package dev.playloop.worlds.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.testkit.Guarantee;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.worlds.model.WorldUnavailable;
import dev.playloop.worlds.sandbox.SandboxBusy;
import dev.playloop.worlds.sandbox.SandboxUnavailable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Holds, journals and what is left of them.
@Guarantee
@NeedsInfra
class InvocationTest extends OnKernel {
  private static final String ECHO = "{\"artifact_id\":\"echo\"}";

  @Test
  void thePriceIsHeldWhileTheCodeRunsAndCannotBeSpent() {
    kernel.program(
        "spend_it",
        "beta",
        "freeware",
        100,
        (args, call, host) -> {
          assertThat(kernel.scrip("alpha")).isZero();
          assertThat(open("scrip")).isEqualTo(1);
          assertThat(kernel.code("alpha", "transfer_scrip", "{\"to\":\"gamma\",\"amount\":1}"))
              .isEqualTo("insufficient_funds");
          return FakeSandbox.text("ok");
        });
    kernel.done("alpha", "invoke_artifact", "{\"artifact_id\":\"spend_it\"}");
    assertThat(kernel.scrip("beta")).isEqualTo(150);
    assertThat(open("scrip")).isZero();
  }

  @Test
  void anOutageOfTheSandboxLeavesTheHoldForTheRetry() {
    AtomicInteger tries = new AtomicInteger();
    kernel.program(
        "flaky",
        "beta",
        "freeware",
        5,
        (args, call, host) -> {
          if (tries.incrementAndGet() == 1) {
            throw new SandboxUnavailable("all children are busy");
          }
          return FakeSandbox.text("ok");
        });
    var action = TestKernel.action("f", "alpha", "invoke_artifact", "{\"artifact_id\":\"flaky\"}");
    assertThatThrownBy(() -> kernel.actions.perform(action)).isInstanceOf(WorldUnavailable.class);
    assertThat(kernel.scrip("alpha")).isEqualTo(95);
    assertThat(open("scrip")).isEqualTo(1);
    assertThat(kernel.perform(action).status()).isEqualTo(Status.DONE);
    assertThat(kernel.scrip("alpha")).as("held and paid once").isEqualTo(95);
    assertThat(kernel.scrip("beta")).isEqualTo(55);
  }

  @Test
  void aBusySandboxFailsThatCallOnly() throws InterruptedException {
    kernel.program(
        "spin",
        "beta",
        "freeware",
        5,
        (args, call, host) -> {
          throw new SandboxBusy("all 2 places are taken");
        });
    var action = TestKernel.action("b", "alpha", "invoke_artifact", "{\"artifact_id\":\"spin\"}");
    ActionResult busy = kernel.actions.perform(action);
    assertThat(busy.status()).isEqualTo(Status.FAILED);
    assertThat(TestKernel.error(busy).code()).isEqualTo("busy");
    assertThat(TestKernel.error(busy).retriable()).isTrue();
    assertThat(open("scrip")).as("holds").isZero();
    assertThat(kernel.scrip("alpha")).isEqualTo(100);
    assertThat(kernel.perform(action)).as("again").isEqualTo(busy);
    assertThat(kernel.actions.simulate(action).status()).isEqualTo(Status.FAILED);
    kernel.done("alpha", "transfer_scrip", "{\"to\":\"beta\",\"amount\":1}");
  }

  @Test
  void codeThatRanUntilItsAgentWasHaltedHasNoEffectYet() throws InterruptedException {
    AtomicBoolean halted = new AtomicBoolean();
    kernel.program(
        "halfway",
        "beta",
        "freeware",
        5,
        (args, call, host) -> {
          halted.set(true);
          return FakeSandbox.text("ok");
        });
    long before = kernel.scrip("beta");
    var action =
        TestKernel.action("h", "alpha", "invoke_artifact", "{\"artifact_id\":\"halfway\"}");

    assertThatThrownBy(() ->
            kernel.actions.perform(
                action,
                () -> {
                  if (halted.get()) {
                    throw new IllegalStateException("halted");
                  }
                }))
        .hasMessage("halted");

    assertThat(kernel.scrip("beta")).isEqualTo(before);
    assertThat(kernel.actions.perform(action).status()).isEqualTo(Status.DONE);
    assertThat(kernel.scrip("beta")).isEqualTo(before + 5);
  }

  @Test
  void aHoldThatNobodyComesBackForExpiresAndALateRetryPaysFromTheBalance() {
    AtomicInteger tries = new AtomicInteger();
    kernel.program(
        "lost",
        "beta",
        "freeware",
        5,
        (args, call, host) -> {
          if (tries.incrementAndGet() == 1) {
            throw new SandboxUnavailable("the worker dies here");
          }
          return FakeSandbox.text("ok");
        });
    var action = TestKernel.action("l", "alpha", "invoke_artifact", "{\"artifact_id\":\"lost\"}");
    assertThatThrownBy(() -> kernel.actions.perform(action)).isInstanceOf(WorldUnavailable.class);
    kernel.execute("update reservation set expires_at = now() - interval '1 second'");
    new KernelOutbox(kernel.database).poll(null, 100);
    assertThat(kernel.scrip("alpha")).isEqualTo(100);
    assertThat(open("scrip")).isZero();
    assertThat(kernel.perform(action).status()).isEqualTo(Status.DONE);
    assertThat(kernel.scrip("alpha")).isEqualTo(95);
    assertThat(kernel.scrip("beta")).isEqualTo(55);
  }

  @Test
  void aHoldThatExpiresWhileTheCodeRunsIsTakenAgainOrTheInvocationRefused() {
    kernel.program(
        "long_run",
        "beta",
        "freeware",
        100,
        (args, call, host) -> {
          kernel.execute("update reservation set expires_at = now() - interval '1 second'");
          new KernelOutbox(kernel.database).poll(null, 100);
          if (!args.isEmpty()) {
            kernel.done("alpha", "transfer_scrip", "{\"to\":\"gamma\",\"amount\":60}");
          }
          return FakeSandbox.text("ok");
        });
    assertThat(
            kernel.code(
                "alpha", "invoke_artifact", "{\"artifact_id\":\"long_run\",\"args\":[\"spend\"]}"))
        .isEqualTo("insufficient_funds");
    assertThat(kernel.scrip("alpha")).isEqualTo(40);
    kernel.execute("select kernel_principal('rich', 100)");
    kernel.done("rich", "invoke_artifact", "{\"artifact_id\":\"long_run\"}");
    assertThat(kernel.scrip("rich")).isZero();
    assertThat(kernel.scrip("beta")).isEqualTo(150);
  }

  @Test
  void simulatingAnInvocationRunsItAndPaysNothing() throws InterruptedException {
    var action = TestKernel.action("s", "alpha", "invoke_artifact", ECHO);
    String before = kernel.everything();
    assertThat(kernel.actions.simulate(action).status()).isEqualTo(Status.DONE);
    assertThat(kernel.everything()).isEqualTo(before);
    assertThat(kernel.perform(action).status()).isEqualTo(Status.DONE);
    assertThat(kernel.scrip("alpha")).isEqualTo(95);
  }

  @Test
  void theSameInvocationManyTimesAtOncePaysOnce() throws Exception {
    var action = TestKernel.action("m", "alpha", "invoke_artifact", ECHO);
    try (var threads = java.util.concurrent.Executors.newVirtualThreadPerTaskExecutor()) {
      var results =
          threads.invokeAll(java.util.Collections.nCopies(16, () -> kernel.perform(action)));
      for (var result : results) {
        assertThat(result.get()).isEqualTo(results.getFirst().get());
      }
    }
    assertThat(kernel.scrip("alpha")).isEqualTo(95);
    assertThat(kernel.scrip("beta")).isEqualTo(55);
    assertThat(open("scrip")).isZero();
  }
}
