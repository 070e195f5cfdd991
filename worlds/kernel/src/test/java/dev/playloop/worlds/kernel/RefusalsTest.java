package dev.playloop.worlds.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.json.Json;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.worlds.kernel.model.KernelTool;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Each refusal: its code, the argument to blame, and that nothing changed but the event log.
@NeedsInfra
class RefusalsTest {
  /// What every executor answers before its world is asked.
  private static final Set<String> NO_CALLS = Set.of("unknown_tool", "invalid_arguments");

  private static TestKernel kernel;

  @BeforeAll
  static void open() {
    kernel = TestKernel.seeded();
    kernel.execute(
        "select kernel_task('done', 'Solved', 5, '[]');"
            + " update task set solved_by = 'beta' where id = 'done';"
            + " select kernel_artifact('parsed_no_more', 'executable', 'unparsable', 'beta',"
            + " executable => true, invoke_price => 5)");
    kernel.program(
        "no_contract", "beta", "freeware", 0, (args, call, host) -> Json.NODES.booleanNode(false));
    kernel.execute(
        "select kernel_artifact('guarded', 'text', 'x', 'beta', 'no_contract');"
            + " select kernel_artifact('odd', 'text', 'x', 'beta', 'corpus')");
  }

  @AfterAll
  static void close() {
    kernel.close();
  }

  @ParameterizedTest(name = "{0} {1} {2}: {3}")
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          alpha | query_artifacts | {"name_pattern":"*"} | invalid_pattern | name_pattern
          alpha | query_artifacts | {"name_pattern":"*?*"} | invalid_pattern | name_pattern
          alpha | query_artifacts | {} | invalid_arguments | name_pattern
          alpha | query_artifacts | {"name_pattern":7} | invalid_arguments | name_pattern
          alpha | query_artifacts | {"name_pattern":"x","limit":"3"} | invalid_arguments | limit
          alpha | query_artifacts | {"name_pattern":"x","limit":51} | invalid_arguments | limit
          alpha | query_artifacts | {"name_pattern":"x","offset":-1} | invalid_arguments | offset
          alpha | query_artifacts | {"name_pattern":"x","type":"poem"} | invalid_arguments | type
          alpha | query_artifacts | {"name_pattern":"x","sort":"id"} | invalid_arguments | sort
          alpha | read_artifact | {"artifact_id":"nowhere"} | not_found | artifact_id
          alpha | read_artifact | {"artifact_id":"gone"} | deleted | artifact_id
          beta | read_artifact | {"artifact_id":"diary"} | not_authorized | artifact_id
          alpha | read_artifact | {"artifact_id":"own"} | not_authorized | artifact_id
          beta | read_artifact | {"artifact_id":"old"} | not_authorized | artifact_id
          beta | read_artifact | {"artifact_id":"guarded"} | not_authorized | artifact_id
          beta | read_artifact | {"artifact_id":"odd"} | not_authorized | artifact_id
          gamma | read_artifact | {"artifact_id":"paid_corpus"} | insufficient_funds | -
          alpha | read_artifact | {} | invalid_arguments | artifact_id
          alpha | write_artifact | {"artifact_id":"n1","content":"x","artifact_type":"text"} | invalid_argument | access_contract_id
          alpha | write_artifact | {"artifact_id":"n1","content":"x","artifact_type":"text","access_contract_id":"freewear"} | invalid_argument | access_contract_id
          alpha | write_artifact | {"artifact_id":"n1","content":{"claims":[]},"artifact_type":"json","access_contract_id":"freeware"} | invalid_arguments | content
          alpha | write_artifact | {"artifact_id":"corpus","content":"x","artifact_type":"json"} | invalid_argument | artifact_type
          beta | write_artifact | {"artifact_id":"corpus","content":"x","artifact_type":"text"} | not_authorized | artifact_id
          alpha | write_artifact | {"artifact_id":"relic","content":"x","artifact_type":"text"} | not_authorized | artifact_id
          alpha | write_artifact | {"artifact_id":"gone","content":"x","artifact_type":"text"} | deleted | artifact_id
          alpha | write_artifact | {"artifact_id":"right:x","content":"x","artifact_type":"text","access_contract_id":"freeware"} | not_authorized | artifact_id
          alpha | write_artifact | {"artifact_id":"charge_delegation:beta","content":"x","artifact_type":"text","access_contract_id":"freeware"} | not_authorized | artifact_id
          alpha | write_artifact | {"artifact_id":"freeware","content":"x","artifact_type":"text","access_contract_id":"freeware"} | not_authorized | artifact_id
          alpha | write_artifact | {"artifact_id":"@mint","content":"x","artifact_type":"text","access_contract_id":"freeware"} | not_authorized | artifact_id
          alpha | write_artifact | {"artifact_id":"board","content":"x","artifact_type":"text","access_contract_id":"private"} | not_authorized | access_contract_id
          alpha | write_artifact | {"artifact_id":"n1","content":"no lambda","artifact_type":"executable","is_executable":true,"access_contract_id":"freeware"} | syntax_error | content
          alpha | write_artifact | {"artifact_id":"n1","content":"x","artifact_type":"poem","access_contract_id":"freeware"} | invalid_arguments | artifact_type
          alpha | write_artifact | {"artifact_id":"n1","artifact_type":"text"} | invalid_arguments | content
          alpha | edit_artifact | {"artifact_id":"corpus","old_string":"nowhere","new_string":"x"} | invalid_argument | old_string
          alpha | edit_artifact | {"artifact_id":"corpus","old_string":"c","new_string":"x"} | invalid_argument | old_string
          alpha | edit_artifact | {"artifact_id":"corpus","old_string":"corpus","new_string":"corpus"} | invalid_argument | new_string
          beta | edit_artifact | {"artifact_id":"corpus","old_string":"corpus","new_string":"x"} | not_authorized | artifact_id
          alpha | edit_artifact | {"artifact_id":"relic","old_string":"kernel","new_string":"x"} | not_authorized | artifact_id
          alpha | edit_artifact | {"artifact_id":"nowhere","old_string":"a","new_string":"x"} | not_found | artifact_id
          alpha | edit_artifact | {"artifact_id":"gone","old_string":"was","new_string":"x"} | deleted | artifact_id
          alpha | delete_artifact | {"artifact_id":"gone"} | not_found | artifact_id
          alpha | delete_artifact | {"artifact_id":"nowhere"} | not_found | artifact_id
          alpha | delete_artifact | {"artifact_id":"relic"} | not_authorized | artifact_id
          beta | delete_artifact | {"artifact_id":"corpus"} | not_authorized | artifact_id
          beta | set_artifact_prices | {"artifact_id":"corpus","invoke_price":1} | not_authorized | artifact_id
          beta | set_artifact_prices | {"artifact_id":"board","invoke_price":-1} | invalid_arguments | invoke_price
          alpha | invoke_artifact | {"artifact_id":"nowhere"} | not_found | artifact_id
          alpha | invoke_artifact | {"artifact_id":"gone"} | deleted | artifact_id
          alpha | invoke_artifact | {"artifact_id":"corpus"} | invalid_type | artifact_id
          alpha | invoke_artifact | {"artifact_id":"locked_tool"} | not_authorized | artifact_id
          gamma | invoke_artifact | {"artifact_id":"echo"} | insufficient_funds | -
          alpha | invoke_artifact | {"artifact_id":"echo","args":"[1]"} | invalid_arguments | args
          alpha | invoke_artifact | {"artifact_id":"echo","args":[1]} | invalid_arguments | args[0]
          alpha | transfer_scrip | {"to":"beta","amount":0} | invalid_arguments | amount
          alpha | transfer_scrip | {"to":"beta","amount":-3} | invalid_arguments | amount
          alpha | transfer_scrip | {"to":"beta","amount":1.5} | invalid_arguments | amount
          alpha | transfer_scrip | {"to":"beta","amount":"3"} | invalid_arguments | amount
          alpha | transfer_scrip | {"to":"beta","amount":9007199254740992} | invalid_arguments | amount
          alpha | transfer_scrip | {"to":"beta","amount":99999999999999999999999999} | invalid_arguments | amount
          alpha | transfer_scrip | {"to":"betta","amount":1} | not_found | to
          alpha | transfer_scrip | {"to":"corpus","amount":1} | not_found | to
          alpha | transfer_scrip | {"to":"alpha","amount":1} | invalid_argument | to
          alpha | transfer_scrip | {"to":"beta","amount":101} | insufficient_funds | -
          nobody | transfer_scrip | {"to":"beta","amount":1} | not_found | -
          alpha | transfer_resource | {"to":"beta","resource":"llm_budget","amount":0} | invalid_argument | amount
          alpha | transfer_resource | {"to":"beta","resource":"llm_budget","amount":-1} | invalid_arguments | amount
          alpha | transfer_resource | {"to":"beta","resource":"llm_budget","amount":0.000000001} | invalid_argument | amount
          alpha | transfer_resource | {"to":"beta","resource":"llm_budget","amount":1.01} | insufficient_funds | -
          alpha | transfer_resource | {"to":"beta","resource":"disk","amount":1} | invalid_arguments | resource
          alpha | transfer_resource | {"to":"nobody","resource":"llm_budget","amount":0.1} | not_found | to
          alpha | submit_to_task | {"task_id":"nope","artifact_id":"corpus"} | not_found | task_id
          beta | submit_to_task | {"task_id":"double","artifact_id":"board"} | invalid_type | artifact_id
          alpha | submit_to_task | {"task_id":"double","artifact_id":"echo"} | not_authorized | artifact_id
          beta | submit_to_task | {"task_id":"done","artifact_id":"echo"} | already_exists | task_id
          gamma | reserve | {"turn":"t","upper_bound_usd":0.01} | insufficient_funds | -
          alpha | settle | {"turn":"never","cost_usd":0.01,"model":"m"} | not_found | turn
          nobody | query_artifacts | {"name_pattern":"corpus*"} | not_found | -
          alpha | fly | {} | unknown_tool | -
          """)
  void isRefusedAndNothingChangesButTheEventLog(
      String actor, String tool, String args, String code, String field) {
    refused(actor, tool, args, code, field);
  }

  private static ActionResult refused(
      String actor, String tool, String args, String code, String field) {
    String before = kernel.everything();
    ActionResult result = kernel.perform(actor, tool, args);
    assertThat(result.status()).as("%s", result).isEqualTo(Status.REFUSED);
    assertThat(TestKernel.error(result).code()).isEqualTo(code);
    assertThat(TestKernel.error(result).field()).isEqualTo(field);
    assertThat(TestKernel.error(result).message()).isNotBlank();
    assertThat(result.worldVersion()).isNull();
    assertThat(kernel.everything()).isEqualTo(before);
    if (NO_CALLS.contains(code)) {
      return result; // the kernel was never asked
    }
    JsonNode why = TestKernel.output(result);
    assertThat(why.path("error_category").asString())
        .isIn("validation", "permission", "resource", "execution");
    assertThat(why.path("retriable").asBoolean()).isEqualTo(TestKernel.error(result).retriable());
    return result;
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "slow, timeout, true",
    "broken, runtime_error, false",
    "parsed_no_more, syntax_error, false"
  })
  void codeThatFailsCostsNothing(String artifact, String code, boolean retriable) {
    long before = kernel.scrip("alpha");
    long beta = kernel.scrip("beta");
    ActionResult result =
        kernel.perform("alpha", "invoke_artifact", "{\"artifact_id\":\"" + artifact + "\"}");
    assertThat(TestKernel.error(result).code()).isEqualTo(code);
    assertThat(TestKernel.error(result).retriable()).isEqualTo(retriable);
    assertThat(kernel.scrip("alpha")).isEqualTo(before);
    assertThat(kernel.scrip("beta")).isEqualTo(beta);
    assertThat(kernel.number("select count(*) from reservation where state = 'open'")).isZero();
    assertThat(kernel.events("invoke_failure").getLast().path("error_code").asString())
        .isEqualTo(code);
    assertThat(kernel.bookErrors()).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"read_artifact", "write_artifact", "invoke_artifact", "delete_artifact"})
  void anIdOf129CharactersIsRefused(String tool) {
    String id = "x".repeat(KernelTool.MAX_ID + 1);
    String rest =
        tool.equals("write_artifact")
            ? ",\"content\":\"x\",\"artifact_type\":\"text\",\"access_contract_id\":\"freeware\""
            : "";
    refused(
        "alpha",
        tool,
        "{\"artifact_id\":\"" + id + "\"" + rest + "}",
        "invalid_arguments",
        "artifact_id");
  }

  @Test
  void contentOverQuotaIsRefusedWithWhatIsLeft() {
    String args =
        "{\"artifact_id\":\"big\",\"content\":\""
            + "x".repeat(101)
            + "\",\"artifact_type\":\"text\",\"access_contract_id\":\"freeware\"}";
    ActionResult result = refused("gamma", "write_artifact", args, "quota_exceeded", "content");
    JsonNode details = TestKernel.output(result).path("error_details");
    assertThat(details.path("required").asLong()).isEqualTo(101);
    assertThat(details.path("available").asLong()).isEqualTo(100);
  }

  @Test
  void aRefusalNamesWhatIsNeededAndWhatIsThere() {
    JsonNode details =
        TestKernel.output(
                kernel.perform("gamma", "read_artifact", "{\"artifact_id\":\"paid_corpus\"}"))
            .path("error_details");
    assertThat(details.path("required").asLong()).isEqualTo(7);
    assertThat(details.path("available").asLong()).isZero();
    JsonNode tombstone =
        TestKernel.output(kernel.perform("gamma", "read_artifact", "{\"artifact_id\":\"gone\"}"))
            .path("error_details");
    assertThat(tombstone.path("deleted_by").asString()).isEqualTo("alpha");
  }

  @Test
  void aJsonObjectAsContentIsToldHowToBeSent() {
    String message =
        TestKernel.error(
                kernel.perform(
                    "alpha",
                    "write_artifact",
                    "{\"artifact_id\":\"n\",\"content\":{\"claims\":[]},\"artifact_type\":\"json\"}"))
            .message();
    assertThat(message).contains("send the JSON as one string");
  }

  @Test
  void theContractsAreNamedToWhoNamesNone() {
    String message =
        TestKernel.error(
                kernel.perform(
                    "alpha",
                    "write_artifact",
                    "{\"artifact_id\":\"n\",\"content\":\"x\",\"artifact_type\":\"text\"}"))
            .message();
    assertThat(message)
        .contains("freeware", "transferable_freeware", "self_owned", "private", "public");
  }

  /// The database can't hold NUL; the edge replaces it, so that it names nothing.
  @Test
  void aTextThatTheDatabaseCannotHoldNamesNothing() {
    assertThat(kernel.code("alpha", "read_artifact", "{\"artifact_id\":\"a\\u0000b\"}"))
        .isEqualTo("not_found");
  }

  @Test
  void anActionIdUsedForAnotherCallIsAConflict() {
    kernel.perform(
        TestKernel.action("id", "delta", "transfer_scrip", "{\"to\":\"beta\",\"amount\":1}"));
    ActionResult other =
        kernel.perform(
            TestKernel.action("id", "delta", "transfer_scrip", "{\"to\":\"beta\",\"amount\":2}"));
    assertThat(TestKernel.error(other).code()).isEqualTo("idempotency_conflict");
  }

  /// An operator's script wrote them, or an older kernel: no tool can.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          read_artifact | {"artifact_id":"huge"}
          edit_artifact | {"artifact_id":"huge","old_string":"x","new_string":"y"}
          invoke_artifact | {"artifact_id":"huge"}
          submit_to_task | {"task_id":"monstrous","artifact_id":"sound"}
          """)
  void anActionThatMeetsARowWhichCanNotBeReadIsRefusedAndOthersGoOn(String tool, String args)
      throws Exception {
    kernel.execute(
        "select kernel_artifact('huge', 'executable', 'echo', 'alpha', executable => true)"
            + " where not exists (select 1 from artifact where id = 'huge');"
            + " select kernel_artifact('sound', 'executable', 'echo', 'alpha', executable => true)"
            + " where not exists (select 1 from artifact where id = 'sound');"
            + " update artifact set metadata = '{\"x\": 1e100000}', interface = '{\"x\": 1e100000}'"
            + " where id = 'huge';"
            + " select kernel_task('monstrous', 'Never', 5, '[{\"args\":[1e100000]}]')"
            + " where not exists (select 1 from task where id = 'monstrous')");

    ActionResult refused = kernel.perform("alpha", tool, args);

    assertThat(refused.status()).isNotEqualTo(Status.DONE);
    ActionResult.ActionError error = Objects.requireNonNull(refused.error());
    assertThat(error.code()).isEqualTo("internal_error");
    assertThat(error.message()).contains("nothing happened");
    assertThat(kernel.perform("alpha", "read_artifact", "{\"artifact_id\":\"corpus\"}").status())
        .isEqualTo(Status.DONE);
  }
}
