package dev.playloop.worlds.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.testkit.NeedsInfra;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// What each tool answers and leaves behind.
@NeedsInfra
class ToolsTest {
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

  private static String write(String id, String content, String type) {
    return ("{\"artifact_id\":\"%s\",\"content\":\"%s\",\"artifact_type\":\"%s\","
            + "\"access_contract_id\":\"freeware\"}")
        .formatted(id, content, type);
  }

  @Test
  void aNewArtifactIsWrittenAndReadByOthers() {
    JsonNode written = kernel.done("alpha", "write_artifact", write("claims", "[1, 2]", "json"));
    assertThat(written)
        .hasToString(
            "{\"size_bytes\":6,\"was_update\":false,\"artifact_id\":\"claims\","
                + "\"principal_created\":false}");
    JsonNode read = kernel.done("beta", "read_artifact", "{\"artifact_id\":\"claims\"}");
    assertThat(read.path("content").asString()).isEqualTo("[1, 2]");
    assertThat(read.path("created_by").asString()).isEqualTo("alpha");
    assertThat(read.path("read_price_paid").asLong()).isZero();
    JsonNode update = kernel.done("alpha", "write_artifact", write("claims", "[]", "json"));
    assertThat(update.path("was_update").asBoolean()).isTrue();
    assertThat(kernel.events("artifact_written").getLast().path("size_bytes").asInt()).isEqualTo(2);
    assertThat(kernel.events("artifact_read").getLast().path("principal_id").asString())
        .isEqualTo("beta");
  }

  @Test
  void anArtifactWithStandingIsAPrincipalWithTheStartingScrip() {
    JsonNode written =
        kernel.done(
            "alpha",
            "write_artifact",
            "{\"artifact_id\":\"guild\",\"content\":\"x\",\"artifact_type\":\"text\","
                + "\"has_standing\":true,\"access_contract_id\":\"freeware\"}");
    assertThat(written.path("principal_created").asBoolean()).isTrue();
    assertThat(kernel.scrip("guild")).isEqualTo(10);
    kernel.done("alpha", "transfer_scrip", "{\"to\":\"guild\",\"amount\":5}");
    assertThat(kernel.scrip("guild")).isEqualTo(15);
    JsonNode again =
        kernel.done(
            "alpha",
            "write_artifact",
            "{\"artifact_id\":\"corpus\",\"content\":\"x\",\"artifact_type\":\"text\","
                + "\"has_standing\":true}");
    assertThat(again.path("principal_created").asBoolean())
        .as("an update never creates a principal")
        .isFalse();
    assertThat(kernel.number("select count(*) from account where principal_id = 'corpus'"))
        .isZero();
  }

  @Test
  void theIdOfAPrincipalIsTaken() {
    kernel.wallet("lonely", 1);
    assertThat(kernel.code("alpha", "write_artifact", write("lonely", "x", "text")))
        .isEqualTo("already_exists");
  }

  @Test
  void anEditReplacesTheOneOccurrence() {
    kernel.done(
        "alpha",
        "edit_artifact",
        "{\"artifact_id\":\"corpus\",\"old_string\":\"claims\",\"new_string\":\"two claims\"}");
    assertThat(kernel.text("select content from artifact where id = 'corpus'"))
        .isEqualTo("The corpus contains two claims.");
    assertThat(kernel.text("select version from artifact where id = 'corpus'")).isEqualTo("2");
  }

  @Test
  void aDeletedArtifactLeavesItsTombstoneAndItsBalance() {
    kernel.wallet("shop", 9);
    kernel.execute("select kernel_artifact('shop', 'text', 'wares', 'alpha')");
    kernel.done("alpha", "delete_artifact", "{\"artifact_id\":\"shop\"}");
    assertThat(kernel.scrip("shop")).isEqualTo(9);
    assertThat(kernel.code("beta", "read_artifact", "{\"artifact_id\":\"shop\"}"))
        .isEqualTo("deleted");
    assertThat(kernel.code("alpha", "delete_artifact", "{\"artifact_id\":\"shop\"}"))
        .isEqualTo("not_found");
    assertThat(kernel.done("beta", "query_artifacts", "{\"name_pattern\":\"shop*\"}").path("total"))
        .hasToString("0");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"name_pattern":"*corpus*"}                      | corpus,paid_corpus
          {"name_pattern":"corp?s"}                        | corpus
          {"name_pattern":"paid_corpus"}                   | paid_corpus
          {"name_pattern":"paid%"}                         |
          {"name_pattern":"pai__corpus"}                   |
          {"name_pattern":"*!*"}                           |
          {"name_pattern":"*' or '1'='1"}                  |
          {"name_pattern":"*echo"}                         | echo,free_echo
          {"name_pattern":"*echo","limit":1}               | echo
          {"name_pattern":"*echo","limit":1,"offset":1}    | free_echo
          {"name_pattern":"*","type":"executable"}         | broken,echo,free_echo,locked_tool,slow
          {"name_pattern":"*","owner":"alpha","type":"text"} | corpus,diary,old,orphan,relic
          {"name_pattern":"*o*","executable":false,"owner":"beta"} | board,own,paid_corpus
          """)
  void aGlobFindsByWholeName(String query, String expected) {
    JsonNode found = kernel.done("gamma", "query_artifacts", query);
    assertThat(found.path("results").findValuesAsString("id"))
        .isEqualTo(expected == null ? java.util.List.of() : java.util.List.of(expected.split(",")));
    assertThat(found.path("returned").asInt()).isEqualTo(found.path("results").size());
  }

  @Test
  void aResultTellsSizeAndTheBeginningOfCode() {
    kernel.execute("select kernel_artifact('long', 'text', repeat('é', 400), 'alpha')");
    JsonNode result =
        kernel
            .done("beta", "query_artifacts", "{\"name_pattern\":\"long\"}")
            .path("results")
            .get(0);
    assertThat(result.path("content_size").asInt()).isEqualTo(800);
    assertThat(result.path("code_preview").asString()).hasSize(300);
    assertThat(result.path("created_by").asString()).isEqualTo("alpha");
  }

  @Test
  void aReadPriceGoesToTheWriterOnceForEachAction() {
    var read =
        TestKernel.action("r", "alpha", "read_artifact", "{\"artifact_id\":\"paid_corpus\"}");
    assertThat(TestKernel.output(kernel.perform(read)).path("read_price_paid").asLong())
        .isEqualTo(7);
    kernel.perform(read);
    assertThat(kernel.scrip("alpha")).isEqualTo(93);
    assertThat(kernel.scrip("beta")).isEqualTo(57);
    kernel.done("beta", "read_artifact", "{\"artifact_id\":\"paid_corpus\"}");
    assertThat(kernel.scrip("beta")).as("one's own is free").isEqualTo(57);
  }

  @Test
  void aTransferTellsTheBalanceOfTheLedger() {
    assertThat(kernel.done("alpha", "transfer_scrip", "{\"to\":\"beta\",\"amount\":30}"))
        .hasToString("{\"amount\":30,\"recipient\":\"beta\",\"sender_balance\":70}");
    JsonNode event = kernel.events("transfer").getLast();
    assertThat(event.path("to_after").asLong()).isEqualTo(80);
    assertThat(kernel.events("action").getLast().path("scrip_after").asLong()).isEqualTo(70);
  }

  @Test
  void anInvocationPaysItsPriceForTheResult() {
    assertThat(
            kernel.done(
                "alpha",
                "invoke_artifact",
                "{\"artifact_id\":\"echo\",\"args\":[\"{\\\"a\\\":1}\"]}"))
        .hasToString(
            "{\"result\":{\"a\":1},\"payments\":[{\"to\":\"beta\",\"for\":\"invoke_price\","
                + "\"from\":\"alpha\",\"amount\":5}],\"recipient\":\"beta\",\"price_paid\":5,"
                + "\"scrip_paid\":5}");
    assertThat(kernel.scrip("alpha")).isEqualTo(95);
    assertThat(kernel.scrip("beta")).isEqualTo(55);
    assertThat(
            kernel
                .done("alpha", "invoke_artifact", "{\"artifact_id\":\"echo\",\"args\":[\"plain\"]}")
                .path("result")
                .asString())
        .isEqualTo("plain");
    JsonNode own = kernel.done("beta", "invoke_artifact", "{\"artifact_id\":\"echo\"}");
    assertThat(own.path("price_paid").asLong()).as("one's own is free").isZero();
    assertThat(kernel.events("invoke_success")).hasSize(3);
    assertThat(kernel.events("resource_consumed").getLast().path("resource").asString())
        .isEqualTo("cpu_seconds");
  }

  @Test
  void describingAnArtifactIsFreeAndRunsNothing() {
    int runs = kernel.sandbox.runs("echo");
    JsonNode described =
        kernel.done(
            "gamma", "invoke_artifact", "{\"artifact_id\":\"echo\",\"method\":\"describe\"}");
    assertThat(described.path("invoke_price").asLong()).isEqualTo(5);
    assertThat(kernel.sandbox.runs("echo")).isEqualTo(runs);
  }

  @Test
  void pricesAreSetByWhoMayWriteAndWhatIsLeftOutStays() {
    kernel.done("beta", "set_artifact_prices", "{\"artifact_id\":\"echo\",\"read_price\":2}");
    assertThat(kernel.rows("select read_price, invoke_price from artifact where id = 'echo'"))
        .singleElement()
        .satisfies(row ->
            assertThat(row).containsEntry("read_price", 2L).containsEntry("invoke_price", 5L));
  }

  @Test
  void aTaskIsSolvedOnceByWhatPassesHiddenTestsToo() {
    kernel.execute(
        "select kernel_artifact('doubler', 'executable', 'double', 'alpha', executable => true)");
    kernel.execute(
        "select kernel_artifact('liar', 'executable', 'four', 'alpha', executable => true)");
    kernel.sandbox.with(
        "four", (args, call, host) -> dev.playloop.schemas.json.Json.NODES.numberNode(4));
    JsonNode failed =
        kernel.done("alpha", "submit_to_task", "{\"task_id\":\"double\",\"artifact_id\":\"liar\"}");
    assertThat(failed.path("passed").asBoolean()).isFalse();
    assertThat(failed.path("public_tests").get(0).path("passed").asBoolean()).isTrue();
    assertThat(failed.path("hidden_tests")).hasToString("{\"total\":1,\"passed\":0}");
    assertThat(failed.toString()).as("hidden tests stay hidden").doesNotContain("five", "10");
    assertThat(kernel.scrip("alpha")).isEqualTo(100);
    JsonNode solved =
        kernel.done(
            "alpha", "submit_to_task", "{\"task_id\":\"double\",\"artifact_id\":\"doubler\"}");
    assertThat(solved.path("passed").asBoolean()).isTrue();
    assertThat(kernel.scrip("alpha")).isEqualTo(130);
    assertThat(
            kernel.code(
                "alpha", "submit_to_task", "{\"task_id\":\"double\",\"artifact_id\":\"doubler\"}"))
        .isEqualTo("already_exists");
    assertThat(kernel.scrip("alpha")).isEqualTo(130);
  }
}
