package dev.playloop.worlds.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.json.Json;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.worlds.model.WorldUnavailable;
import dev.playloop.worlds.sandbox.HostRefusal;
import dev.playloop.worlds.sandbox.Outcome;
import dev.playloop.worlds.sandbox.SandboxBusy;
import dev.playloop.worlds.sandbox.SandboxUnavailable;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Holds, journals and what is left of them.
@NeedsInfra
class InvocationTest {
  private static final String ECHO = "{\"artifact_id\":\"echo\"}";

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

  private long open(String resource) {
    return kernel.number(
        "select count(*) from reservation where state = 'open' and resource = '" + resource + "'");
  }

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
