package dev.playloop.worlds.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.json.Json;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.worlds.sandbox.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Who may do what, by each contract; and contracts that are code.
@NeedsInfra
class PermissionsTest extends OnKernel {
  @ParameterizedTest(name = "{0}: {1} {2} {3}")
  @CsvSource(
      textBlock =
          """
          freeware, beta, read, true
          freeware, beta, invoke, true
          freeware, beta, edit, false
          freeware, beta, delete, false
          freeware, alpha, edit, true
          transferable_freeware, beta, read, true
          transferable_freeware, beta, write, false
          transferable_freeware, alpha, write, true
          self_owned, alpha, invoke, true
          self_owned, beta, read, false
          private, alpha, read, true
          private, beta, read, false
          private, beta, invoke, false
          public, beta, read, true
          public, beta, write, true
          public, beta, delete, true
          vanished, beta, read, false
          vanished, beta, invoke, false
          vanished, alpha, read, true
          vanished, beta, write, false
          vanished, alpha, write, true
          """)
  void aContractOfTheKernelDecides(String contract, String caller, String verb, boolean allowed) {
    kernel.execute(
        "select kernel_artifact('thing', 'executable', 'echo', 'alpha', '%s', true)"
            .formatted(contract));
    String args =
        switch (verb) {
          case "write" ->
              "{\"artifact_id\":\"thing\",\"content\":\"double\",\"artifact_type\":\"executable\"}";
          case "edit" ->
              "{\"artifact_id\":\"thing\",\"old_string\":\"echo\",\"new_string\":\"double\"}";
          default -> "{\"artifact_id\":\"thing\"}";
        };
    ActionResult result = kernel.perform(caller, verb + "_artifact", args);
    if (allowed) {
      assertThat(result.error()).isNull();
    } else {
      assertThat(TestKernel.error(result).code()).isEqualTo("not_authorized");
      assertThat(TestKernel.error(result).message()).contains("only alpha may");
    }
  }

  @Test
  void anArtifactOwnsItselfBySelfOwnedAndNotByPrivate() {
    kernel.program("mine", "alpha", "self_owned", 0, (args, call, host) -> host.read("mine"));
    kernel.program("hers", "alpha", "private", 0, (args, call, host) -> host.read("hers"));
    kernel.done("alpha", "invoke_artifact", "{\"artifact_id\":\"mine\"}");
    ActionResult refused = kernel.perform("alpha", "invoke_artifact", "{\"artifact_id\":\"hers\"}");
    assertThat(TestKernel.error(refused).message()).contains("not_authorized");
  }

  @Test
  void aContractSeesTheImmediateCallerAndTheOriginalOnePays() {
    kernel.program(
        "gate",
        "beta",
        "freeware",
        0,
        (args, call, host) -> Json.NODES.booleanNode(args.getFirst().asString().equals("bridge")));
    kernel.program("vault", "beta", "gate", 4, (args, call, host) -> FakeSandbox.text("gold"));
    kernel.program(
        "bridge", "alpha", "freeware", 0, (args, call, host) -> host.invoke("vault", List.of()));
    assertThat(kernel.code("delta", "invoke_artifact", "{\"artifact_id\":\"vault\"}"))
        .isEqualTo("not_authorized");
    assertThat(
            kernel
                .done("delta", "invoke_artifact", "{\"artifact_id\":\"bridge\"}")
                .path("result")
                .asString())
        .isEqualTo("gold");
    assertThat(kernel.scrip("delta")).isEqualTo(996);
    assertThat(kernel.scrip("beta")).isEqualTo(54);
  }

  @Test
  void whatGoesWrongInAContractIsARefusal() {
    kernel.program(
        "late",
        "beta",
        "freeware",
        0,
        (args, call, host) -> {
          throw new FakeSandbox.Thrown(Outcome.Code.TIMEOUT);
        });
    kernel.program("vague", "beta", "freeware", 0, (args, call, host) -> FakeSandbox.text("yes"));
    kernel.program(
        "greedy",
        "beta",
        "freeware",
        0,
        (args, call, host) -> {
          host.pay("beta", 1);
          return YES;
        });
    kernel.program(
        "thief",
        "beta",
        "freeware",
        0,
        (args, call, host) ->
            Json.tree("{\"allowed\":true,\"scrip_cost\":5,\"scrip_payer\":\"alpha\"}"));
    for (String contract : List.of("late", "vague", "greedy", "thief")) {
      kernel.execute(
          "select kernel_artifact('of_%s', 'text', 'x', 'beta', '%s')"
              .formatted(contract, contract));
      assertThat(kernel.code("delta", "read_artifact", "{\"artifact_id\":\"of_" + contract + "\"}"))
          .as(contract)
          .isEqualTo("not_authorized");
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          deleted      | is gone, so only alpha may
          unparsable   | failed (syntax_error)
          broken       | failed (runtime_error)
          slow         | failed (timeout)
          rubbish      | gave no answer
          not code     | is not executable
          """)
  void whatAContractGuardedStaysShutWhenItIsNoMore(String became, String reason) {
    kernel.sandbox.with("rubbish", (args, call, host) -> Json.tree("{\"allowed\":\"yes\"}"));
    kernel.program(
        "guild",
        "beta",
        "freeware",
        0,
        (args, call, host) -> Json.NODES.booleanNode(args.getFirst().asString().equals("alpha")));
    kernel.execute("select kernel_artifact('plan', 'text', 'TOP SECRET', 'alpha', 'guild')");
    kernel.program("spy", "gamma", "freeware", 0, (args, call, host) -> host.read("plan"));
    kernel.done("alpha", "read_artifact", "{\"artifact_id\":\"plan\"}");
    switch (became) {
      case "deleted" -> kernel.done("beta", "delete_artifact", "{\"artifact_id\":\"guild\"}");
      case "not code" ->
          kernel.execute("update artifact set executable = false where id = 'guild'");
      default -> kernel.recode("guild", became);
    }
    for (String thief : List.of("beta", "gamma")) {
      ActionResult read = kernel.perform(thief, "read_artifact", "{\"artifact_id\":\"plan\"}");
      assertThat(TestKernel.error(read).code()).isEqualTo("not_authorized");
      assertThat(TestKernel.error(read).message()).contains(thief + " may not read plan", reason);
    }
    ActionResult byCode = kernel.perform("gamma", "invoke_artifact", "{\"artifact_id\":\"spy\"}");
    assertThat(TestKernel.error(byCode).message()).contains("not_authorized", reason);
    assertThat(kernel.perform("alpha", "read_artifact", "{\"artifact_id\":\"plan\"}").error())
        .as("the owner")
        .matches(error -> (error == null) == became.equals("deleted"));
  }

  @Test
  void aContractMayAskAPriceAndKeepABook() {
    kernel.program(
        "toll",
        "beta",
        "freeware",
        0,
        (args, call, host) ->
            Json.tree(
                "{\"allowed\":true,\"scrip_cost\":6,\"scrip_recipient\":\"gamma\",\"state_updates\":"
                    + "{\"last\":\""
                    + args.getFirst().asString()
                    + "\"}}"));
    kernel.execute("select kernel_artifact('road', 'text', 'x', 'beta', 'toll')");
    kernel.done("delta", "read_artifact", "{\"artifact_id\":\"road\"}");
    assertThat(kernel.scrip("gamma")).isEqualTo(6);
    assertThat(kernel.scrip("delta")).isEqualTo(994);
    assertThat(kernel.text("select state->>'last' from artifact where id = 'road'"))
        .isEqualTo("delta");
    kernel.done("gamma", "read_artifact", "{\"artifact_id\":\"road\"}");
    assertThat(kernel.scrip("gamma")).as("who is paid pays itself nothing").isEqualTo(6);
  }

  @Test
  void aContractMayBeItsOwn() {
    kernel.sandbox.with(
        "owner_only",
        (args, call, host) ->
            Json.NODES.booleanNode(
                args.getFirst().equals(args.get(3).path("state").path("writer"))));
    kernel.done(
        "alpha",
        "write_artifact",
        "{\"artifact_id\":\"bootstrap\",\"content\":\"owner_only\",\"artifact_type\":\"executable\","
            + "\"access_contract_id\":\"bootstrap\"}");
    assertThat(kernel.code("beta", "read_artifact", "{\"artifact_id\":\"bootstrap\"}"))
        .isEqualTo("not_authorized");
    kernel.done("alpha", "read_artifact", "{\"artifact_id\":\"bootstrap\"}");
  }

  @Test
  void theWriterIsFilledWhateverTheContract() {
    for (String contract : List.of("freeware", "self_owned", "private", "public", "echo")) {
      kernel.done(
          "alpha",
          "write_artifact",
          "{\"artifact_id\":\"by_%s\",\"content\":\"x\",\"artifact_type\":\"text\",\"access_contract_id\":\"%s\"}"
              .formatted(contract, contract));
      assertThat(
              kernel.text("select state->>'writer' from artifact where id = 'by_" + contract + "'"))
          .isEqualTo("alpha");
    }
  }
}
