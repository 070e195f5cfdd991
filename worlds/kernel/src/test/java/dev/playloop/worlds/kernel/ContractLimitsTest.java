package dev.playloop.worlds.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import dev.playloop.testkit.NeedsInfra;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// How deep contracts and invocations go, and what becomes of them when much happens at once.
@NeedsInfra
class ContractLimitsTest extends OnKernel {
  @Test
  void contractsThatAskContractsEndAtTen() {
    for (int i = 0; i < 14; i++) {
      String next = "chain" + (i + 1);
      kernel.program(
          "chain" + i,
          "beta",
          "public",
          0,
          (args, call, host) -> {
            host.read("text_" + next);
            return YES;
          });
      kernel.execute(
          "select kernel_artifact('text_chain%d', 'text', 'x', 'beta', 'chain%d')".formatted(i, i));
    }
    assertThat(kernel.code("delta", "read_artifact", "{\"artifact_id\":\"text_chain0\"}"))
        .isEqualTo("not_authorized");
    assertThat(kernel.sandbox.runs("chain9")).isEqualTo(1);
    assertThat(kernel.sandbox.runs("chain10")).isZero();
  }

  @Test
  void nestedInvocationsEndAtFive() {
    AtomicInteger deepest = new AtomicInteger();
    kernel.program(
        "deep",
        "beta",
        "freeware",
        1,
        (args, call, host) -> {
          int depth = args.getFirst().asInt();
          deepest.accumulateAndGet(depth, Math::max);
          return host.invoke("deep", List.of(Json.NODES.numberNode(depth + 1)));
        });
    assertThat(
            kernel.code("delta", "invoke_artifact", "{\"artifact_id\":\"deep\",\"args\":[\"1\"]}"))
        .isEqualTo("runtime_error");
    assertThat(deepest).hasValue(5);
    assertThat(kernel.scrip("delta")).isEqualTo(1000);
  }

  /// Two that read the same state and write it one higher: the later must see the earlier's.
  @Test
  void aContractThatCountsLosesNoCallOfManyAtOnce() throws Exception {
    CountDownLatch both = new CountDownLatch(2);
    kernel.program(
        "counter",
        "beta",
        "freeware",
        0,
        (args, call, host) -> {
          both.countDown();
          both.await();
          return Json.tree(
              "{\"allowed\":true,\"state_updates\":{\"n\":%d}}"
                  .formatted(args.get(3).path("state").path("n").asInt(0) + 1));
        });
    kernel.execute("select kernel_artifact('counted', 'text', 'x', 'beta', 'counter')");
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var first =
          threads.submit(
              () -> kernel.done("delta", "read_artifact", "{\"artifact_id\":\"counted\"}"));
      var second =
          threads.submit(
              () -> kernel.done("alpha", "read_artifact", "{\"artifact_id\":\"counted\"}"));
      first.get();
      second.get();
    }
    assertThat(kernel.number("select cast(state->>'n' as int) from artifact where id = 'counted'"))
        .isEqualTo(2);
    assertThat(kernel.sandbox.runs("counter")).isGreaterThan(2);
  }

  @Test
  void aContractThatChangesWhileItIsAskedIsAskedAnew() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch changed = new CountDownLatch(1);
    kernel.sandbox.with("says_no", (args, call, host) -> Json.tree("false"));
    kernel.program(
        "says_yes",
        "beta",
        "freeware",
        0,
        (args, call, host) -> {
          asked.countDown();
          changed.await();
          return YES;
        });
    kernel.execute("select kernel_artifact('guarded', 'text', 'x', 'beta', 'says_yes')");
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var read =
          threads.submit(
              () -> kernel.perform("delta", "read_artifact", "{\"artifact_id\":\"guarded\"}"));
      asked.await();
      assertThat(
              kernel.number(
                  "select count(*) from pg_stat_activity where datname = current_database()"
                      + " and state = 'idle in transaction'"))
          .as("no transaction is open while a contract runs")
          .isZero();
      kernel.done(
          "beta",
          "write_artifact",
          "{\"artifact_id\":\"says_yes\",\"content\":\"says_no\",\"artifact_type\":\"executable\"}");
      changed.countDown();
      assertThat(TestKernel.error(read.get()).code()).isEqualTo("not_authorized");
    }
  }
}
