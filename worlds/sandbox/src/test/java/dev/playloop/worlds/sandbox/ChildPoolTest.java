package dev.playloop.worlds.sandbox;

import static dev.playloop.worlds.sandbox.TestSandbox.CALL;
import static dev.playloop.worlds.sandbox.TestSandbox.JSON;
import static dev.playloop.worlds.sandbox.TestSandbox.PATIENT;
import static dev.playloop.worlds.sandbox.TestSandbox.SETTINGS;
import static dev.playloop.worlds.sandbox.TestSandbox.await;
import static dev.playloop.worlds.sandbox.TestSandbox.lives;
import static dev.playloop.worlds.sandbox.TestSandbox.run;
import static dev.playloop.worlds.sandbox.TestSandbox.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// How many children there are, and when.
class ChildPoolTest {
  private static final String ONE = "function run() { return 1; }";

  @Test
  void childrenStartInTheBackgroundAndAreReused() throws InterruptedException {
    try (ProcessSandbox sandbox = sandbox(SETTINGS)) {
      await("two children", () -> sandbox.pids().size() == 2);
      Set<Long> before = new HashSet<>(sandbox.pids());

      for (int i = 0; i < 20; i++) {
        assertThat(value(run(sandbox, ONE))).isEqualTo(JSON.readTree("1"));
      }

      assertThat(new HashSet<>(sandbox.pids())).isEqualTo(before);
    }
  }

  @Test
  void aChildIsReplacedAfterItsCalls() throws InterruptedException {
    try (ProcessSandbox sandbox = sandbox(SETTINGS.withSize(1).withCallsPerChild(3))) {
      await("a child", () -> sandbox.pids().size() == 1);
      long first = sandbox.pids().getFirst();

      for (int i = 0; i < 3; i++) {
        assertThat(sandbox.pids()).containsExactly(first);
        run(sandbox, ONE);
      }

      await("its end", () -> !lives(first));
      await("another one", () -> sandbox.pids().size() == 1 && !sandbox.pids().contains(first));
    }
  }

  @Test
  void aChildThatDiesIdleIsReplaced() throws InterruptedException {
    try (ProcessSandbox sandbox = sandbox(SETTINGS.withSize(1))) {
      run(sandbox, ONE);
      long first = sandbox.pids().getFirst();

      ProcessHandle.of(first).orElseThrow().destroyForcibly();

      await("another one", () -> sandbox.pids().size() == 1 && !sandbox.pids().contains(first));
      assertThat(value(run(sandbox, ONE))).isEqualTo(JSON.readTree("1"));
    }
  }

  @Test
  void manyCallersShareThePlacesAndNestWithoutDeadlock() throws Exception {
    int callers = 12;
    String code = "function run(n) { return n === 0 ? 0 : 1 + invoke('deeper', n - 1); }";
    AtomicInteger most = new AtomicInteger();
    try (ProcessSandbox sandbox = sandbox(SETTINGS)) {
      List<CompletableFuture<Outcome>> outcomes = new ArrayList<>();
      for (int i = 0; i < callers; i++) {
        Call caller = new Call("caller-" + i, "tool");
        outcomes.add(
            async(() ->
                sandbox.run(
                    Program.javascript(code),
                    List.of(JSON.readTree("4")),
                    caller,
                    PATIENT,
                    new Deeper(sandbox, code, most))));
      }

      for (CompletableFuture<Outcome> outcome : outcomes) {
        assertThat(value(outcome.get())).isEqualTo(JSON.readTree("4"));
      }
      assertThat(most.get()).isBetween(5, 10);
    }
  }

  @Test
  void childrenBeyondTheWarmOnesEndWhenTheyAreIdle() throws InterruptedException {
    String code = "function run(n) { return n === 0 ? 0 : 1 + invoke('deeper', n - 1); }";
    AtomicInteger most = new AtomicInteger();
    try (ProcessSandbox sandbox = sandbox(SETTINGS.withSize(1).withIdle(Duration.ofMillis(300)))) {
      run(sandbox, code, PATIENT, new Deeper(sandbox, code, most), 2);

      await("one child", () -> sandbox.pids().size() == 1);
      assertThat(most.get()).isGreaterThan(1);
    }
  }

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
        sandbox(SETTINGS.withSize(1).withPatience(Duration.ofSeconds(15)))) {
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

  @Test
  void endlessLoopsOfManyCallersKeepNobodyElseWaitingForLong() throws Exception {
    Limits half = Limits.DEFAULT.withWallClock(Duration.ofMillis(500));
    String spin = "function run() { for (;;); }";
    try (ProcessSandbox sandbox = sandbox(SETTINGS)) {
      run(sandbox, ONE);
      List<CompletableFuture<Outcome>> loops = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        Call spinner = new Call("spinner-" + i % 4, "spin");
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

  @Test
  void nothingIsLeftAfterClose() throws Exception {
    ProcessSandbox sandbox = sandbox(SETTINGS);
    CountDownLatch inside = new CountDownLatch(1);
    HostPort host =
        new FakeHost() {
          @Override
          public long balance() {
            inside.countDown();
            return 1;
          }
        };
    CompletableFuture<Outcome> running =
        async(() -> run(sandbox, "function run() { balance(); for (;;); }", unlimited(), host));
    inside.await();
    await("both children", () -> sandbox.pids().size() == 2);
    List<Long> pids = sandbox.pids();
    List<Path> folders = pids.stream().flatMap(pid -> TestSandbox.folder(pid).stream()).toList();

    sandbox.close();

    assertThat(pids).hasSize(2).noneMatch(TestSandbox::lives);
    assertThat(
            ProcessHandle.current()
                .descendants()
                .filter(child -> child.info().commandLine().orElse("").contains("ChildMain")))
        .noneMatch(child -> pids.contains(child.pid()));
    assertThat(folders)
        .allSatisfy(folder -> assertThat(folder.toString()).contains("playloop-sandbox-"))
        .allSatisfy(folder -> assertThat(folder).doesNotExist());
    assertThatThrownBy(running::get).hasCauseInstanceOf(SandboxUnavailable.class);
    assertThatThrownBy(() -> run(sandbox, ONE)).isInstanceOf(SandboxUnavailable.class);
  }

  @Test
  void closingRightAfterStartingLeavesNothing() throws InterruptedException {
    ProcessSandbox sandbox = sandbox(SETTINGS);
    sandbox.close();

    assertThat(sandbox.pids()).isEmpty();
  }

  @Test
  void theWrapperStartsTheChild() throws InterruptedException {
    try (ProcessSandbox sandbox =
        sandbox(SETTINGS.withSize(1).withWrapper(List.of("/usr/bin/env", "WRAPPED=1")))) {
      assertThat(value(run(sandbox, ONE))).isEqualTo(JSON.readTree("1"));
    }
    try (ProcessSandbox sandbox =
        sandbox(SETTINGS.withSize(1).withWrapper(List.of("/usr/bin/false")))) {
      assertThatThrownBy(() -> run(sandbox, ONE)).isInstanceOf(SandboxUnavailable.class);
    }
  }

  private static Outcome as(Sandbox sandbox, String caller, String code)
      throws InterruptedException {
    return sandbox.run(
        Program.javascript(code), List.of(), new Call(caller, "tool"), PATIENT, new FakeHost());
  }

  private static ProcessSandbox sandbox(SandboxSettings settings) {
    return (ProcessSandbox) Sandbox.start(settings);
  }

  private static Limits unlimited() {
    return new Limits(PATIENT.wallClock(), Long.MAX_VALUE, 1_000, 10);
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

  /// What may be interrupted.
  private interface Work {
    Outcome work() throws InterruptedException;
  }

  private static CompletableFuture<Outcome> async(Work work) {
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

  /// Runs the same code again, and looks how many children there are.
  private static final class Deeper extends FakeHost {
    private final ProcessSandbox sandbox;
    private final String code;
    private final AtomicInteger most;

    Deeper(ProcessSandbox sandbox, String code, AtomicInteger most) {
      this.sandbox = sandbox;
      this.code = code;
      this.most = most;
    }

    @Override
    public JsonNode invoke(String artifact, List<JsonNode> args) throws InterruptedException {
      most.accumulateAndGet(sandbox.pids().size(), Math::max);
      return value(sandbox.run(Program.javascript(code), args, CALL, PATIENT, this));
    }
  }
}
