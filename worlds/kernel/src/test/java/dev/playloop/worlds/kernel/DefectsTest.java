package dev.playloop.worlds.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import dev.playloop.testkit.NeedsInfra;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The ten known holes of the original, each pinned the other way.
@NeedsInfra
class DefectsTest {
  private TestKernel kernel;

  @BeforeEach
  void open() {
    kernel = TestKernel.seeded();
  }

  @AfterEach
  void close() {
    assertThat(kernel.bookErrors()).isEmpty();
    kernel.close();
  }

  @Test
  void defect1ACallThatCostsMoreThanIsLeftIsNotFree() {
    kernel.done("beta", "reserve", "{\"turn\":\"t1\",\"upper_bound_usd\":0.1}");
    kernel.done("beta", "reserve", "{\"turn\":\"t2\",\"upper_bound_usd\":0.4}");
    assertThat(kernel.code("beta", "reserve", "{\"turn\":\"t3\",\"upper_bound_usd\":0.01}"))
        .isEqualTo("insufficient_funds");
    assertThat(kernel.events("thinking_failed")).hasSize(1);
    kernel.done("beta", "settle", "{\"turn\":\"t1\",\"cost_usd\":0,\"model\":\"m\"}");
    JsonNode settled =
        kernel.done("beta", "settle", "{\"turn\":\"t2\",\"cost_usd\":0.7,\"model\":\"m\"}");
    assertThat(settled.path("llm_budget_after").decimalValue()).isEqualByComparingTo("0");
    assertThat(settled.path("uncovered").decimalValue()).isEqualByComparingTo("0.2");
    assertThat(settled.path("api_cost").decimalValue()).isEqualByComparingTo("0.7");
  }

  @Test
  void defect2APatternIsAGlobAndNoRegularExpression() {
    assertThat(
            kernel
                .done("alpha", "query_artifacts", "{\"name_pattern\":\"*corpus*\"}")
                .path("total")
                .asInt())
        .isEqualTo(2);
  }

  @Test
  void defect3ATransferThatTheLedgerRefusesIsNotCalledDone() {
    assertThat(kernel.code("gamma", "transfer_scrip", "{\"to\":\"beta\",\"amount\":1}"))
        .isEqualTo("insufficient_funds");
    assertThat(kernel.scrip("beta")).isEqualTo(50);
  }

  @Test
  void defect4NoPrincipalIsCreatedByATypingError() {
    kernel.program(
        "payer",
        "alpha",
        "freeware",
        0,
        (args, call, host) -> host.pay(args.getFirst().asString(), 1));
    kernel.wallet("payer", 5);
    assertThat(kernel.code("alpha", "transfer_scrip", "{\"to\":\"betta\",\"amount\":1}"))
        .isEqualTo("not_found");
    var failed =
        kernel.perform(
            "alpha", "invoke_artifact", "{\"artifact_id\":\"payer\",\"args\":[\"betta\"]}");
    assertThat(TestKernel.error(failed).message()).contains("not_found");
    assertThat(kernel.number("select count(*) from account where principal_id = 'betta'")).isZero();
    assertThat(kernel.scrip("payer")).isEqualTo(5);
  }

  @Test
  void defect5WhatIsDeletedIsNeitherReadNorInvoked() {
    kernel.done("beta", "delete_artifact", "{\"artifact_id\":\"echo\"}");
    assertThat(kernel.code("alpha", "read_artifact", "{\"artifact_id\":\"echo\"}"))
        .isEqualTo("deleted");
    var refused = kernel.perform("alpha", "invoke_artifact", "{\"artifact_id\":\"echo\"}");
    assertThat(TestKernel.error(refused).code()).isEqualTo("deleted");
    assertThat(TestKernel.output(refused).path("error_details").path("deleted_by").asString())
        .isEqualTo("beta");
  }

  @Test
  void defect6AnUpdateKeepsWhatItLeavesOut() {
    kernel.execute("update artifact set metadata = '{\"k\":1}' where id = 'echo'");
    kernel.sandbox.with("echo2", (args, call, host) -> Json.NODES.numberNode(2));
    kernel.done(
        "beta",
        "write_artifact",
        "{\"artifact_id\":\"echo\",\"content\":\"echo2\",\"artifact_type\":\"executable\"}");
    assertThat(
            kernel.rows(
                "select code, executable, invoke_price, access_contract_id,"
                    + " cast(metadata as text) as metadata from artifact where id = 'echo'"))
        .singleElement()
        .satisfies(row ->
            assertThat(row)
                .containsEntry("code", "echo2")
                .containsEntry("executable", true)
                .containsEntry("invoke_price", 5L)
                .containsEntry("access_contract_id", "freeware")
                .containsEntry("metadata", "{\"k\": 1}"));
  }

  @Test
  void defect7DiskIsGivenBackOnShrinkAndDeleteAndAQuotaOfNoneLetsEdit() {
    String write =
        "{\"artifact_id\":\"g\",\"content\":\"%s\",\"artifact_type\":\"text\","
            + "\"access_contract_id\":\"freeware\"}";
    kernel.done("gamma", "write_artifact", write.formatted("x".repeat(100)));
    assertThat(used("gamma")).isEqualTo(100);
    kernel.done("gamma", "write_artifact", write.formatted("x".repeat(40)));
    assertThat(used("gamma")).isEqualTo(40);
    kernel.done("gamma", "delete_artifact", "{\"artifact_id\":\"g\"}");
    assertThat(used("gamma")).isZero();
    kernel.done(
        "gamma", "write_artifact", write.replace("\"g\"", "\"h\"").formatted("x".repeat(99)));
    kernel.done(
        "alpha",
        "edit_artifact",
        "{\"artifact_id\":\"corpus\",\"old_string\":\"claims\",\"new_string\":\"many claims\"}");
  }

  private long used(String principal) {
    return kernel.number("select disk_used from account where principal_id = '" + principal + "'");
  }

  @Test
  void defect8CodePaysTheReadPriceAsAToolDoes() {
    kernel.program(
        "reader", "alpha", "freeware", 0, (args, call, host) -> host.read("paid_corpus"));
    JsonNode read =
        kernel.done("delta", "invoke_artifact", "{\"artifact_id\":\"reader\"}").path("result");
    assertThat(read.path("read_price_paid").asLong()).isEqualTo(7);
    assertThat(kernel.scrip("delta")).isEqualTo(993);
    assertThat(kernel.scrip("beta")).isEqualTo(57);
    assertThat(kernel.events("artifact_read").getLast().path("principal_id").asString())
        .isEqualTo("reader");
  }

  @Test
  void defect9ANestedContractIsAskedOnceAndNestedPaymentsFallWithTheOuterCall() {
    kernel.program(
        "counting",
        "beta",
        "freeware",
        0,
        (args, call, host) ->
            Json.tree(
                "{\"allowed\":true,\"state_updates\":{\"calls\":%d}}"
                    .formatted(args.get(3).path("state").path("calls").asInt(0) + 1)));
    kernel.program("inner", "beta", "counting", 3, (args, call, host) -> host.pay("gamma", 2));
    kernel.wallet("inner", 10);
    kernel.program(
        "outer", "alpha", "freeware", 0, (args, call, host) -> host.invoke("inner", List.of()));
    kernel.program(
        "outer_fails",
        "alpha",
        "freeware",
        0,
        (args, call, host) -> {
          host.invoke("inner", List.of());
          throw new FakeSandbox.Thrown(dev.playloop.worlds.sandbox.Outcome.Code.RUNTIME_ERROR);
        });
    kernel.done("delta", "invoke_artifact", "{\"artifact_id\":\"outer\"}");
    assertThat(kernel.sandbox.runs("counting")).isEqualTo(1);
    assertThat(
            kernel.number("select cast(state->>'calls' as int) from artifact where id = 'inner'"))
        .isEqualTo(1);
    assertThat(kernel.scrip("gamma")).isEqualTo(2);
    assertThat(kernel.scrip("delta")).as("the original caller pays").isEqualTo(997);
    assertThat(kernel.code("delta", "invoke_artifact", "{\"artifact_id\":\"outer_fails\"}"))
        .isEqualTo("runtime_error");
    assertThat(kernel.scrip("gamma")).isEqualTo(2);
    assertThat(kernel.scrip("inner")).isEqualTo(8);
    assertThat(kernel.scrip("delta")).isEqualTo(997);
    assertThat(
            kernel.number("select cast(state->>'calls' as int) from artifact where id = 'inner'"))
        .isEqualTo(1);
  }

  @Test
  void defect10ManyAtOnceSpendNoScripTwice() throws Exception {
    Callable<Boolean> spend =
        () ->
            kernel.perform("alpha", "transfer_scrip", "{\"to\":\"beta\",\"amount\":30}").error()
                == null;
    int spent = 0;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Boolean> done : threads.invokeAll(java.util.Collections.nCopies(16, spend))) {
        spent += done.get() ? 1 : 0;
      }
    }
    assertThat(spent).isEqualTo(3);
    assertThat(kernel.scrip("alpha")).isEqualTo(10);
    assertThat(kernel.scrip("beta")).isEqualTo(140);
  }
}
