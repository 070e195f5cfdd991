package dev.playloop.worlds.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.json.Json;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.worlds.sandbox.HostRefusal;
import dev.playloop.worlds.sandbox.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Code that calls code: who pays for what, and what is taken back.
@NeedsInfra
class NestedInvocationTest extends OnKernel {
  @Test
  void codeSeesBalancesNetOfWhatItDid() {
    kernel.program(
        "purse",
        "alpha",
        "freeware",
        0,
        (args, call, host) -> {
          long before = host.balance();
          JsonNode paid = host.pay("gamma", 4);
          assertThat(paid.path("sender_balance").asLong()).isEqualTo(before - 4);
          assertThat(host.balance()).isEqualTo(before - 4);
          assertThatThrownBy(() -> host.pay("gamma", 7))
              .isInstanceOfSatisfying(
                  HostRefusal.class, e -> assertThat(e.code()).isEqualTo("insufficient_funds"));
          return Json.NODES.numberNode(host.balance());
        });
    kernel.wallet("purse", 10);
    JsonNode data = kernel.done("delta", "invoke_artifact", "{\"artifact_id\":\"purse\"}");
    assertThat(data.path("result").asLong()).isEqualTo(6);
    assertThat(kernel.scrip("purse")).isEqualTo(6);
    assertThat(kernel.scrip("gamma")).isEqualTo(4);
  }

  @Test
  void codeThatCatchesTheFailureOfANestedCallGoesOnAndPaysNothingForIt() {
    kernel.program(
        "careful",
        "alpha",
        "freeware",
        0,
        (args, call, host) -> {
          try {
            return host.invoke("broken", List.of());
          } catch (HostRefusal refusal) {
            return FakeSandbox.text(refusal.code());
          }
        });
    JsonNode data = kernel.done("delta", "invoke_artifact", "{\"artifact_id\":\"careful\"}");
    assertThat(data.path("result").asString()).isEqualTo("runtime_error");
    assertThat(kernel.scrip("delta")).isEqualTo(1000);
    assertThat(kernel.events("invoke_failure").getLast().path("principal_id").asString())
        .isEqualTo("careful");
  }

  /// The nested contract decided by a text that changes before the invocation settles.
  @Test
  void codeRunsAnewWhereANestedContractDecidedByWhatHasMoved() {
    kernel.program(
        "reads_board",
        "beta",
        "freeware",
        0,
        (args, call, host) ->
            Json.NODES.booleanNode(
                host.read("board").path("content").asString().equals("Write here")));
    kernel.program(
        "guarded_tool", "beta", "reads_board", 3, (args, call, host) -> FakeSandbox.text("ok"));
    kernel.program(
        "calls_guarded",
        "alpha",
        "freeware",
        2,
        (args, call, host) -> {
          JsonNode result = host.invoke("guarded_tool", List.of());
          kernel.done(
              "beta",
              "write_artifact",
              "{\"artifact_id\":\"board\",\"content\":\"Closed\",\"artifact_type\":\"text\"}");
          return result;
        });
    var refused = kernel.perform("delta", "invoke_artifact", "{\"artifact_id\":\"calls_guarded\"}");
    assertThat(TestKernel.error(refused).message()).contains("not_authorized");
    assertThat(kernel.sandbox.runs("calls_guarded")).isEqualTo(2);
    assertThat(kernel.scrip("delta")).isEqualTo(1000);
    assertThat(open("scrip")).isZero();
  }

  @Test
  void whatANestedCallPaidBeforeItFailedIsTakenBack() {
    kernel.program(
        "pays_then_breaks",
        "beta",
        "freeware",
        2,
        (args, call, host) -> {
          host.pay("gamma", 4);
          throw new FakeSandbox.Thrown(Outcome.Code.RUNTIME_ERROR);
        });
    kernel.wallet("pays_then_breaks", 10);
    kernel.program(
        "goes_on",
        "alpha",
        "freeware",
        0,
        (args, call, host) -> {
          try {
            return host.invoke("pays_then_breaks", List.of());
          } catch (HostRefusal refusal) {
            return FakeSandbox.text(refusal.code());
          }
        });
    kernel.done("delta", "invoke_artifact", "{\"artifact_id\":\"goes_on\"}");
    assertThat(kernel.scrip("pays_then_breaks")).isEqualTo(10);
    assertThat(kernel.scrip("gamma")).isZero();
    assertThat(kernel.scrip("delta")).isEqualTo(1000);
  }

  @Test
  void whatCodeHasReadIsPaidEvenWhereItFails() {
    kernel.program(
        "leak",
        "alpha",
        "freeware",
        5,
        (args, call, host) -> {
          host.read("paid_corpus");
          throw new FakeSandbox.Thrown(Outcome.Code.RUNTIME_ERROR);
        });
    assertThat(kernel.code("delta", "invoke_artifact", "{\"artifact_id\":\"leak\"}"))
        .isEqualTo("runtime_error");
    assertThat(kernel.scrip("delta")).isEqualTo(993);
    assertThat(kernel.scrip("alpha")).as("no price on failure").isEqualTo(100);
  }

  @Test
  void thePayerIsTheOneOfTheActionHoweverDeepTheCall() {
    kernel.program(
        "outer", "alpha", "freeware", 2, (args, call, host) -> host.invoke("middle", List.of()));
    kernel.program(
        "middle", "beta", "freeware", 3, (args, call, host) -> host.invoke("inmost", List.of()));
    kernel.program(
        "inmost", "gamma", "freeware", 4, (args, call, host) -> FakeSandbox.text(call.caller()));
    JsonNode data = kernel.done("delta", "invoke_artifact", "{\"artifact_id\":\"outer\"}");
    assertThat(data.path("result").asString()).as("the immediate caller").isEqualTo("middle");
    assertThat(kernel.scrip("delta")).isEqualTo(991);
    assertThat(List.of(kernel.scrip("alpha"), kernel.scrip("beta"), kernel.scrip("gamma")))
        .containsExactly(102L, 53L, 4L);
    assertThat(kernel.events("invoke_success")).hasSize(3);
  }

  @Test
  void codeFindsArtifactsAsTheToolDoes() {
    kernel.program(
        "finder",
        "alpha",
        "freeware",
        0,
        (args, call, host) -> host.query(Json.tree("{\"name_pattern\":\"*corpus\"}")));
    kernel.program(
        "dumper",
        "alpha",
        "freeware",
        0,
        (args, call, host) -> host.query(Json.tree("{\"name_pattern\":\"*\"}")));
    assertThat(
            kernel
                .done("delta", "invoke_artifact", "{\"artifact_id\":\"finder\"}")
                .path("result")
                .path("total")
                .asInt())
        .isEqualTo(2);
    assertThat(
            TestKernel.error(
                    kernel.perform("delta", "invoke_artifact", "{\"artifact_id\":\"dumper\"}"))
                .message())
        .contains("invalid_pattern");
  }
}
