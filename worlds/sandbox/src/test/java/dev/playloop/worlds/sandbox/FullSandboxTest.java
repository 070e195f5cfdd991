package dev.playloop.worlds.sandbox;

import static dev.playloop.worlds.sandbox.TestSandbox.JSON;
import static dev.playloop.worlds.sandbox.TestSandbox.PATIENT;
import static dev.playloop.worlds.sandbox.TestSandbox.SETTINGS;
import static dev.playloop.worlds.sandbox.TestSandbox.run;
import static dev.playloop.worlds.sandbox.TestSandbox.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.testkit.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who waits for a child when all are taken, and for how long.
@Tag("slow")
class FullSandboxTest extends ChildrenCase {
  @Test
  void whoWaitsForAPlaceGetsItWhenItIsFree() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch finish = new CountDownLatch(1);
    try (ProcessSandbox sandbox = sandbox(SETTINGS.withSize(1))) {
      CompletableFuture<Outcome> holder =
          async(() ->
              run(sandbox, "function run() { return balance(); }", PATIENT, held(inside, finish)));
      inside.await();
      CompletableFuture<Outcome> second = async(() -> run(sandbox, ONE));

      finish.countDown();

      assertThat(value(holder.get())).isEqualTo(JSON.readTree("1"));
      assertThat(value(second.get())).isEqualTo(JSON.readTree("1"));
    }
  }

  @Test
  void aFullSandboxRefusesAfterItsPatience() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch finish = new CountDownLatch(1);
    try (ProcessSandbox sandbox =
        sandbox(SETTINGS.withSize(1).withPatience(Duration.ofSeconds(1)))) {
      Await.until("a child that has started", () -> runs(sandbox));
      CompletableFuture<Outcome> holder =
          async(() ->
              run(sandbox, "function run() { return balance(); }", PATIENT, held(inside, finish)));
      inside.await();

      assertThatThrownBy(() -> as(sandbox, "bob", ONE))
          .isInstanceOf(SandboxBusy.class)
          .hasMessageContaining("all 1 places");

      finish.countDown();
      assertThat(value(holder.get())).isEqualTo(JSON.readTree("1"));
    }
  }

  /// The first process starts, and no other: a machine that is busy with what another runs.
  @Test
  void whatStartsTooSlowlyBesideAnothersRunIsBusyAndNoOutage(@TempDir Path folder)
      throws Exception {
    List<String> oneOnly =
        List.of(
            "sh",
            "-c",
            "mkdir \"$0\" 2>/dev/null && exec \"$@\"; exec sleep 600",
            folder.resolve("started").toString());
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch finish = new CountDownLatch(1);
    try (ProcessSandbox sandbox =
        sandbox(SETTINGS.withPatience(Duration.ofSeconds(1)).withWrapper(oneOnly))) {
      Await.until("a child that has started", () -> runs(sandbox));
      CompletableFuture<Outcome> holder =
          async(() ->
              run(sandbox, "function run() { return balance(); }", PATIENT, held(inside, finish)));
      inside.await();

      assertThatThrownBy(() -> as(sandbox, "bob", ONE)).isInstanceOf(SandboxBusy.class);

      finish.countDown();
      assertThat(value(holder.get())).isEqualTo(JSON.readTree("1"));
    }
  }

  @Test
  void endlessLoopsOfManyCallersKeepNobodyElseWaitingForLong() throws Exception {
    Limits half = Limits.DEFAULT.withWallClock(Duration.ofMillis(500));
    String spin = "function run() { for (;;); }";
    try (ProcessSandbox sandbox = sandbox(SETTINGS)) {
      run(sandbox, ONE);
      List<CompletableFuture<Outcome>> loops = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        GuestCall spinner = new GuestCall("spinner-" + i % 4, "spin");
        loops.add(
            async(() ->
                sandbox.run(Program.javascript(spin), List.of(), spinner, half, new FakeHost())));
      }
      assertThat(value(as(sandbox, "honest", ONE))).isEqualTo(JSON.readTree("1"));
      assertThat(loops.stream().filter(CompletableFuture::isDone))
          .as("loops that ended before the honest run")
          .hasSizeLessThan(10);
      for (CompletableFuture<Outcome> loop : loops) {
        assertThat(loop.get()).isInstanceOf(Outcome.Failed.class);
      }
    }
  }

  /// Whether a run gets its child in time.
  private static boolean runs(Sandbox sandbox) {
    try {
      return run(sandbox, ONE) instanceof Outcome.Returned;
    } catch (SandboxUnavailable notYet) {
      return false;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static Outcome as(Sandbox sandbox, String caller, String code)
      throws InterruptedException {
    return sandbox.run(
        Program.javascript(code),
        List.of(),
        new GuestCall(caller, "tool"),
        PATIENT,
        new FakeHost());
  }

  private static HostPort held(CountDownLatch inside, CountDownLatch finish) {
    return new FakeHost() {
      @Override
      public long balance() throws InterruptedException {
        inside.countDown();
        finish.await();
        return 1;
      }
    };
  }
}
