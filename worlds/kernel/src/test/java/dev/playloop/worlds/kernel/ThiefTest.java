package dev.playloop.worlds.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.json.Json;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.worlds.sandbox.HostRefusal;
import dev.playloop.worlds.sandbox.Outcome;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// A thief who keeps to the rules takes no more than his victim agreed to, and nothing that the
/// answer does not name.
@NeedsInfra
class ThiefTest {
  private TestKernel kernel;
  private int calls;

  @BeforeEach
  void open() {
    kernel = TestKernel.seeded();
  }

  @AfterEach
  void close() {
    assertThat(kernel.bookErrors()).isEmpty();
    kernel.close();
  }

  /// Without a bound of the test's own.
  private ActionResult call(String actor, String tool, String args) {
    return kernel.perform(TestKernel.bare("bare-" + calls++, actor, tool, args, 0));
  }

  private static long paid(ActionResult result) {
    JsonNode output = TestKernel.output(result);
    long sum = 0;
    for (JsonNode payment : output.path("payments")) {
      sum +=
          payment.path("from").asString("").equals("alpha") ? payment.path("amount").asLong() : 0;
    }
    assertThat(output.path("scrip_paid").asLong(0)).isEqualTo(sum);
    return sum;
  }

  @Test
  void aContractThatTakesMoreThanItsListingSaysTakesNothing() {
    kernel.program(
        "steal",
        "gamma",
        "freeware",
        0,
        (args, call, host) ->
            Json.tree(
                "{\"allowed\":true,\"scrip_cost\":50,\"scrip_payer\":\"alpha\",\"scrip_recipient\":\"gamma\"}"));
    kernel.execute("select kernel_artifact('stolen', 'text', 'x', 'gamma', 'steal')");
    call("alpha", "query_artifacts", "{\"name_pattern\":\"stolen*\"}");
    ActionResult refused = call("alpha", "read_artifact", "{\"artifact_id\":\"stolen\"}");
    assertThat(TestKernel.error(refused).code()).isEqualTo("cost_exceeded");
    assertThat(TestKernel.error(refused).message()).contains("50 to gamma (contract_cost)");
    assertThat(kernel.scrip("alpha")).isEqualTo(100);

    kernel.execute("update artifact set invoke_price = 50 where id = 'steal'");
    assertThat(
            TestKernel.error(call("alpha", "read_artifact", "{\"artifact_id\":\"stolen\"}")).code())
        .as("it says so now, and the caller was not told")
        .isEqualTo("cost_exceeded");
    ActionResult listed = call("alpha", "query_artifacts", "{\"name_pattern\":\"stolen*\"}");
    assertThat(TestKernel.output(listed).at("/results/0/contract_cost").asLong()).isEqualTo(50);
    ActionResult read = call("alpha", "read_artifact", "{\"artifact_id\":\"stolen\"}");
    assertThat(read.status()).isEqualTo(Status.DONE);
    assertThat(TestKernel.output(read).path("payments"))
        .isEqualTo(
            Json.tree(
                "[{\"from\":\"alpha\",\"to\":\"gamma\",\"amount\":50,\"for\":\"contract_cost\"}]"));
    assertThat(kernel.scrip("alpha")).isEqualTo(50);
  }

  @Test
  void aPriceThatIsRaisedAfterItWasToldIsNotPaid() {
    call("alpha", "query_artifacts", "{\"name_pattern\":\"*echo*\"}");
    call("beta", "set_artifact_prices", "{\"artifact_id\":\"echo\",\"invoke_price\":90}");
    int before = kernel.sandbox.runs("echo");
    ActionResult refused = call("alpha", "invoke_artifact", "{\"artifact_id\":\"echo\"}");
    assertThat(TestKernel.error(refused).code()).isEqualTo("cost_exceeded");
    assertThat(kernel.sandbox.runs("echo")).as("runs").isEqualTo(before);
    call("alpha", "invoke_artifact", "{\"artifact_id\":\"echo\",\"method\":\"describe\"}");
    assertThat(paid(call("alpha", "invoke_artifact", "{\"artifact_id\":\"echo\"}"))).isEqualTo(90);
  }

  @Test
  void whatNobodyWasToldCostsNothingUnlessTheCallSaysSo() {
    assertThat(
            TestKernel.error(call("alpha", "read_artifact", "{\"artifact_id\":\"paid_corpus\"}"))
                .code())
        .isEqualTo("cost_exceeded");
    assertThat(
            TestKernel.error(
                    call(
                        "alpha",
                        "read_artifact",
                        "{\"artifact_id\":\"paid_corpus\",\"max_scrip\":6}"))
                .code())
        .isEqualTo("cost_exceeded");
    assertThat(
            paid(
                call(
                    "alpha", "read_artifact", "{\"artifact_id\":\"paid_corpus\",\"max_scrip\":7}")))
        .isEqualTo(7);
  }

  @Test
  void codeThatReadsMoreThanItMayCostIsRefusedAsAWholeAndTellsNothing() {
    kernel.program(
        "leak",
        "gamma",
        "freeware",
        0,
        (args, call, host) -> {
          String got = host.read("paid_corpus").path("content").asString("");
          try {
            host.read("paid_corpus");
          } catch (HostRefusal bounded) {
            // goes on all the same
          }
          return FakeSandbox.text(got);
        });
    ActionResult refused =
        call("alpha", "invoke_artifact", "{\"artifact_id\":\"leak\",\"max_scrip\":13}");
    assertThat(TestKernel.error(refused).code()).isEqualTo("cost_exceeded");
    assertThat(Json.text(refused)).doesNotContain("Secret");
    assertThat(kernel.scrip("alpha")).isEqualTo(100);
    assertThat(
            paid(call("alpha", "invoke_artifact", "{\"artifact_id\":\"leak\",\"max_scrip\":14}")))
        .isEqualTo(14);
  }

  @Test
  void aFailedInvocationNamesTheReadsThatItStillPaid() {
    kernel.program(
        "reads_and_fails",
        "gamma",
        "freeware",
        0,
        (args, call, host) -> {
          host.read("paid_corpus");
          throw new FakeSandbox.Thrown(Outcome.Code.RUNTIME_ERROR);
        });
    ActionResult failed =
        call("alpha", "invoke_artifact", "{\"artifact_id\":\"reads_and_fails\",\"max_scrip\":9}");
    assertThat(failed.status()).isEqualTo(Status.FAILED);
    assertThat(paid(failed)).isEqualTo(7);
    assertThat(kernel.scrip("alpha")).isEqualTo(93);
  }

  /// Artifacts whose code and contracts do what chance says, on behalf of thieves.
  @Test
  void noCallerEverPaysMoreThanItsBoundAndEveryScripIsNamedAndConserved() {
    long seed = 20_261_122;
    Random random = new Random(seed);
    long all = kernel.number("select sum(scrip) from account");
    for (int i = 0; i < 5; i++) {
      long cost = random.nextInt(4);
      String payer = random.nextBoolean() ? ",\"scrip_payer\":\"alpha\"" : "";
      kernel.program(
          "rule" + i,
          "gamma",
          "freeware",
          random.nextInt(3),
          (args, call, host) ->
              Json.tree(
                  "{\"allowed\":true,\"scrip_cost\":%d,\"scrip_recipient\":\"gamma\"%s}"
                      .formatted(cost, payer)));
    }
    for (int i = 0; i < 8; i++) {
      long chance = random.nextLong();
      kernel.program(
          "tool" + i,
          random.nextBoolean() ? "beta" : "gamma",
          random.nextBoolean() ? "public" : "rule" + random.nextInt(5),
          random.nextInt(6),
          (args, call, host) -> wild(new Random(chance), host));
      kernel.execute(
          "update artifact set read_price = %d where id = 'tool%d'"
              .formatted(random.nextInt(5), i));
    }
    for (int i = 0; i < 120; i++) {
      String target = "tool" + random.nextInt(8);
      if (random.nextInt(4) == 0) {
        call("alpha", "query_artifacts", "{\"name_pattern\":\"tool*\"}");
      }
      if (random.nextInt(4) == 0) {
        kernel.execute(
            "update artifact set invoke_price = %d where id = '%s'"
                .formatted(random.nextInt(9), target));
      }
      if (kernel.scrip("alpha") < 30) {
        call("delta", "transfer_scrip", "{\"to\":\"alpha\",\"amount\":30}");
      }
      long max = random.nextInt(20);
      String bound = random.nextInt(3) == 0 ? "" : ",\"max_scrip\":" + max;
      long told =
          kernel.number(
              "select coalesce(max(invoke_price + contract_cost), 0) from quote"
                  + " where principal_id = 'alpha' and artifact_id = '"
                  + target
                  + "'");
      long before = kernel.scrip("alpha");
      ActionResult result =
          call("alpha", "invoke_artifact", "{\"artifact_id\":\"" + target + "\"" + bound + "}");
      long cost = before - kernel.scrip("alpha");
      assertThat(cost)
          .as("seed %d, call %d of %s: %s", seed, i, target, result)
          .isLessThanOrEqualTo(bound.isEmpty() ? told : max)
          .isEqualTo(paid(result));
    }
    assertThat(kernel.number("select sum(scrip) from account")).isEqualTo(all);
  }

  private static JsonNode wild(Random random, dev.playloop.worlds.sandbox.HostPort host)
      throws HostRefusal, InterruptedException, FakeSandbox.Thrown {
    int deeds = random.nextInt(4);
    for (int i = 0; i < deeds; i++) {
      String other = "tool" + random.nextInt(8);
      try {
        if (random.nextBoolean()) {
          host.read(other);
        } else {
          host.invoke(other, List.of());
        }
      } catch (HostRefusal refused) {
        if (random.nextBoolean()) {
          throw refused;
        }
      }
    }
    if (random.nextInt(4) == 0) {
      throw new FakeSandbox.Thrown(Outcome.Code.RUNTIME_ERROR);
    }
    return FakeSandbox.text("done");
  }
}
