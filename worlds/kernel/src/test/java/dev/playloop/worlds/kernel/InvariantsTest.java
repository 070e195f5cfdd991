package dev.playloop.worlds.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.testkit.Effort;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.worlds.model.WorldUnavailable;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// What must hold whatever many do at once: scrip is conserved, nothing is negative, disk is what
/// lives on it, the events tell the balances, the budget is what thinking cost.
@NeedsInfra
class InvariantsTest {
  private static final long SEED = 20_261_121;
  private static final int WRITERS = 32;
  private static final int ACTIONS = Effort.of(5_000);
  private static final int PRINCIPALS = 40;
  private static final int MAX_TRIES = 20;

  @Test
  void hold() throws Exception {
    try (TestKernel kernel = TestKernel.empty()) {
      seed(kernel);
      long minted = kernel.number("select sum(scrip) from account");
      AtomicInteger next = new AtomicInteger();
      var outcomes = new ConcurrentHashMap<String, AtomicInteger>();
      List<Future<?>> writers = new ArrayList<>();
      try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int w = 0; w < WRITERS; w++) {
          writers.add(
              threads.submit(() -> {
                for (int n = next.getAndIncrement(); n < ACTIONS; n = next.getAndIncrement()) {
                  ActionResult result = act(kernel, n, new Random(SEED + n));
                  String outcome = result.error() == null ? "done" : result.error().code();
                  outcomes.computeIfAbsent(outcome, o -> new AtomicInteger()).incrementAndGet();
                }
              }));
        }
        for (Future<?> writer : writers) {
          writer.get();
        }
      }
      assertThat(new TreeMap<>(outcomes))
          .as("what came of the actions of seed %d", SEED)
          .containsKeys("done", "insufficient_funds", "not_authorized", "deleted");
      assertThat(kernel.bookErrors()).isEmpty();
      assertThat(
              kernel.number(
                  "select (select sum(scrip) from account) + coalesce((select sum(amount)::bigint"
                      + " from reservation where state = 'open' and resource = 'scrip'), 0)"))
          .as("scrip and holds")
          .isEqualTo(minted);
      assertThat(
              kernel.number(
                  "select count(*) from reservation where state = 'open' and"
                      + " resource = 'scrip'"))
          .isZero();
      assertThat(
              kernel.number(
                  "select count(*) from account where scrip < 0 or disk_used < 0"
                      + " or (disk_quota > 0 and disk_used > disk_quota)"))
          .isZero();
      assertThat(
              kernel.text(
                  "select cast(trim_scale(cast("
                      + PRINCIPALS
                      + " as numeric) - (select sum(amount) from resource) - coalesce((select"
                      + " sum(amount) from reservation where state = 'open' and resource ="
                      + " 'llm_budget'), 0) - (select sum(cast(fields->>'api_cost' as numeric))"
                      + " from event where type = 'thinking')) as text)"))
          .as("the budget is what thinking cost and what is held")
          .isEqualTo("0");
      assertThat(kernel.number("select count(*) from applied_op")).isEqualTo(ACTIONS);
      assertThat(kernel.number("select count(*) from event where type = 'action'"))
          .isEqualTo(ACTIONS);
    }
  }

  private static void seed(TestKernel kernel) {
    StringBuilder sql = new StringBuilder();
    for (int p = 0; p < PRINCIPALS; p++) {
      sql.append("select kernel_principal('p%d', 100, 1, 2000);".formatted(p));
      sql.append(
          "select kernel_artifact('tool%d', 'executable', '%s', 'p%d', '%s', true, 0, %d);"
              .formatted(
                  p,
                  p % 7 == 0 ? "broken" : "echo",
                  p,
                  p % 5 == 0 ? "private" : "freeware",
                  p % 4));
      sql.append(
          "select kernel_artifact('text%d', 'text', 'text', 'p%d', 'public', read_price => %d);"
              .formatted(p, p, p % 3));
    }
    kernel.database.seed(sql.toString());
  }

  private static ActionResult act(TestKernel kernel, int n, Random random) {
    String me = "p" + random.nextInt(PRINCIPALS);
    int other = random.nextInt(PRINCIPALS);
    String id = "w" + n;
    return switch (random.nextInt(20)) {
      case 0, 1, 2, 3, 4, 5, 6 ->
          run(
              kernel,
              id,
              me,
              "transfer_scrip",
              "{\"to\":\"p%d\",\"amount\":%d}".formatted(other, 1 + random.nextInt(90)));
      case 7, 8, 9 ->
          run(kernel, id, me, "invoke_artifact", "{\"artifact_id\":\"tool%d\"}".formatted(other));
      case 10, 11, 12 ->
          run(kernel, id, me, "read_artifact", "{\"artifact_id\":\"text%d\"}".formatted(other));
      case 13, 14, 15 ->
          run(
              kernel,
              id,
              me,
              "write_artifact",
              "{\"artifact_id\":\"a%d\",\"content\":\"%s\",\"artifact_type\":\"text\",\"access_contract_id\":\"%s\"}"
                  .formatted(
                      random.nextInt(200),
                      "x".repeat(random.nextInt(400)),
                      random.nextBoolean() ? "freeware" : "public"));
      case 16 ->
          run(
              kernel,
              id,
              me,
              "delete_artifact",
              "{\"artifact_id\":\"a%d\"}".formatted(random.nextInt(200)));
      case 17 ->
          run(
              kernel,
              id,
              me,
              "edit_artifact",
              "{\"artifact_id\":\"text%d\",\"old_string\":\"text\",\"new_string\":\"text%s\"}"
                  .formatted(other, random.nextBoolean() ? " more" : ""));
      case 18 ->
          run(
              kernel,
              id,
              me,
              "reserve",
              "{\"turn\":\"%s-%d\",\"upper_bound_usd\":0.01}".formatted(me, random.nextInt(20)));
      default ->
          run(
              kernel,
              id,
              me,
              "settle",
              "{\"turn\":\"%s-%d\",\"cost_usd\":0.004,\"model\":\"m\"}"
                  .formatted(me, random.nextInt(20)));
    };
  }

  /// As the executor does it: an outage, such as a pool that is exhausted on a busy machine, is
  /// followed by the same action again.
  private static ActionResult run(
      TestKernel kernel, String id, String actor, String tool, String args) {
    for (int tries = 1; ; tries++) {
      try {
        return kernel.perform(TestKernel.action(id, actor, tool, args));
      } catch (WorldUnavailable e) {
        if (tries == MAX_TRIES) {
          throw e;
        }
      }
    }
  }
}
