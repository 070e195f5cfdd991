package dev.playloop.worlds.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.json.Json;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.worlds.kernel.model.KernelTool;
import dev.playloop.worlds.model.TestExecutor;
import dev.playloop.worlds.sandbox.Sandbox;
import dev.playloop.worlds.sandbox.SandboxSettings;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Artifacts whose code is JavaScript, in the real sandbox.
@NeedsInfra
class JavaScriptTest {
  private static Sandbox sandbox;
  private TestKernel kernel;
  private TestExecutor<KernelTool> actions;

  @BeforeAll
  static void start() {
    sandbox = Sandbox.start(SandboxSettings.DEFAULT.withPatience(Duration.ofSeconds(90)));
  }

  @AfterAll
  static void stop() {
    sandbox.close();
  }

  @BeforeEach
  void open() {
    kernel = TestKernel.seeded();
    actions = TestKernel.executing(new KernelActions(kernel.database, sandbox, 10));
  }

  @AfterEach
  void close() {
    assertThat(kernel.bookErrors()).isEmpty();
    kernel.close();
  }

  private ActionResult perform(String actor, String tool, Consumer<ObjectNode> args)
      throws InterruptedException {
    ObjectNode given = Json.NODES.objectNode();
    args.accept(given);
    return actions.perform(kernel.call(actor, tool, given.toString()));
  }

  private ActionResult write(String owner, String id, String contract, String code)
      throws InterruptedException {
    return perform(
        owner,
        "write_artifact",
        args ->
            args.put("artifact_id", id)
                .put("content", code)
                .put("artifact_type", "executable")
                .put("is_executable", true)
                .put("access_contract_id", contract));
  }

  private ActionResult invoke(String actor, String id, String... given)
      throws InterruptedException {
    return perform(
        actor,
        "invoke_artifact",
        args -> {
          var list = args.put("artifact_id", id).putArray("args");
          for (String arg : given) {
            list.add(arg);
          }
        });
  }

  @Test
  void anAgentWritesCodeAndAnotherRunsItForAPrice() throws InterruptedException {
    assertThat(
            write(
                    "beta",
                    "count_claims",
                    "freeware",
                    "function run(claims) { return {count: claims.length, by: caller}; }")
                .status())
        .isEqualTo(Status.DONE);
    perform(
        "beta",
        "set_artifact_prices",
        args -> args.put("artifact_id", "count_claims").put("invoke_price", 8));
    ActionResult result = invoke("alpha", "count_claims", "[\"a\",\"b\"]");
    JsonNode data = TestKernel.output(result);
    assertThat(data.path("result")).hasToString("{\"by\":\"alpha\",\"count\":2}");
    assertThat(data.path("price_paid").asLong()).isEqualTo(8);
    assertThat(kernel.scrip("alpha")).isEqualTo(92);
  }

  @Test
  void codeThatDoesNotParseOrHasNoEntryIsNotWritten() throws InterruptedException {
    ActionResult broken = write("beta", "broken_js", "freeware", "function run( {");
    assertThat(TestKernel.error(broken).code()).isEqualTo("syntax_error");
    ActionResult empty = write("beta", "empty_js", "freeware", "const x = 1;");
    assertThat(TestKernel.error(empty).code()).isEqualTo("syntax_error");
    assertThat(TestKernel.error(empty).message()).contains("run");
  }

  @Test
  void aContractInJavaScriptDecidesAndKeepsABook() throws InterruptedException {
    write(
        "beta",
        "friends_only",
        "freeware",
        "function check_permission(caller, action, target, context) {"
            + " const n = (context.state.asked || 0) + 1;"
            + " return {allowed: caller === 'alpha', reason: 'only for friends',"
            + " state_updates: {asked: n}}; }");
    perform(
        "beta",
        "write_artifact",
        args ->
            args.put("artifact_id", "letter")
                .put("content", "Dear friend")
                .put("artifact_type", "text")
                .put("access_contract_id", "friends_only"));
    assertThat(
            perform("alpha", "read_artifact", args -> args.put("artifact_id", "letter")).status())
        .isEqualTo(Status.DONE);
    ActionResult refused =
        perform("delta", "read_artifact", args -> args.put("artifact_id", "letter"));
    assertThat(TestKernel.error(refused).message()).contains("only for friends");
    assertThat(
            kernel.number("select cast(state->>'asked' as int) from artifact where id = 'letter'"))
        .isEqualTo(1);
  }

  @Test
  void codeReadsInvokesQueriesAndPays() throws InterruptedException {
    write("beta", "inner_js", "freeware", "function run(x) { return x * 2; }");
    ActionResult written =
        write(
            "alpha",
            "outer_js",
            "freeware",
            "function run(to) {"
                + " const text = read('paid_corpus').content;"
                + " const found = query({name_pattern: '*corpus'}).total;"
                + " pay(to, 3);"
                + " let why = 'none'; try { pay('nobody', 1); } catch (e) { why = e.code; }"
                + " return [text, found, invoke('inner_js', [21]), balance(), why]; }");
    assertThat(written.status()).as("%s", written).isEqualTo(Status.DONE);
    kernel.wallet("outer_js", 10);
    ActionResult result = invoke("delta", "outer_js", "gamma");
    assertThat(TestKernel.output(result).path("result"))
        .as("%s", result)
        .hasToString("[\"Secret claims.\",2,42,7,\"not_found\"]");
    assertThat(kernel.scrip("gamma")).isEqualTo(3);
    assertThat(kernel.scrip("delta")).as("the read's price").isEqualTo(993);
  }

  @Test
  void anEndlessLoopIsATimeoutThatCostsNothing() throws InterruptedException {
    write("beta", "loop_js", "freeware", "function run() { for (;;) {} }");
    perform(
        "beta",
        "set_artifact_prices",
        args -> args.put("artifact_id", "loop_js").put("invoke_price", 8));
    ActionResult result = invoke("alpha", "loop_js");
    assertThat(TestKernel.error(result).code()).isEqualTo("timeout");
    assertThat(TestKernel.error(result).retriable()).isTrue();
    assertThat(kernel.scrip("alpha")).isEqualTo(100);
  }

  @Test
  void aTaskIsSolvedInJavaScript() throws InterruptedException {
    write("alpha", "doubler_js", "freeware", "function run(x) { return x * 2; }");
    ActionResult solved =
        perform(
            "alpha",
            "submit_to_task",
            args -> args.put("task_id", "double").put("artifact_id", "doubler_js"));
    assertThat(TestKernel.output(solved).path("passed").asBoolean()).as("%s", solved).isTrue();
    assertThat(kernel.scrip("alpha")).isEqualTo(130);
  }
}
