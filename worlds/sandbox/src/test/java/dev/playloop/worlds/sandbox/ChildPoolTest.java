package dev.playloop.worlds.sandbox;

import static dev.playloop.worlds.sandbox.TestSandbox.CALL;
import static dev.playloop.worlds.sandbox.TestSandbox.JSON;
import static dev.playloop.worlds.sandbox.TestSandbox.PATIENT;
import static dev.playloop.worlds.sandbox.TestSandbox.SETTINGS;
import static dev.playloop.worlds.sandbox.TestSandbox.lives;
import static dev.playloop.worlds.sandbox.TestSandbox.run;
import static dev.playloop.worlds.sandbox.TestSandbox.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.testkit.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// How many children there are, and when.
@Tag("slow")
class ChildPoolTest extends ChildrenCase {
  @Test
  void childrenStartInTheBackgroundAndAreReused() throws InterruptedException {
    try (ProcessSandbox sandbox = sandbox(SETTINGS)) {
      Await.until("two children", () -> sandbox.pids().size() == 2);
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
      Await.until("a child", () -> sandbox.pids().size() == 1);
      long first = sandbox.pids().getFirst();

      for (int i = 0; i < 3; i++) {
        assertThat(sandbox.pids()).containsExactly(first);
        run(sandbox, ONE);
      }

      Await.until("its end", () -> !lives(first));
      Await.until(
          "another one", () -> sandbox.pids().size() == 1 && !sandbox.pids().contains(first));
    }
  }

  @Test
  void aChildThatDiesIdleIsReplaced() throws InterruptedException {
    try (ProcessSandbox sandbox = sandbox(SETTINGS.withSize(1))) {
      run(sandbox, ONE);
      long first = sandbox.pids().getFirst();

      ProcessHandle.of(first).orElseThrow().destroyForcibly();

      Await.until(
          "another one", () -> sandbox.pids().size() == 1 && !sandbox.pids().contains(first));
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
        GuestCall caller = new GuestCall("caller-" + i, "tool");
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

      Await.until("one child", () -> sandbox.pids().size() == 1);
      assertThat(most.get()).isGreaterThan(1);
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
    Await.until("both children", () -> sandbox.pids().size() == 2);
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

  private static Limits unlimited() {
    return new Limits(PATIENT.wallClock(), Long.MAX_VALUE, 1_000, 10);
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
