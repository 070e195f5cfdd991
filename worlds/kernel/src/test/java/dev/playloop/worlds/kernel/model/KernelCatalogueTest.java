package dev.playloop.worlds.kernel.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.TriggerClass;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.worlds.model.GoldenCatalogue;
import dev.playloop.worlds.model.LlmAccount;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/// The catalogue as models see it.
class KernelCatalogueTest {
  private final KernelWorld world = new KernelWorld();
  private final ToolCatalogue every = world.tools().and(world.internal());

  @Test
  void theCatalogueIsAsCommitted() throws IOException {
    GoldenCatalogue.compare(world);
  }

  /// An agent that goes on with work of its own waits behind whoever talks to it.
  @Test
  void anIterationIsASchedule() {
    assertThat(TriggerClass.of(world.iterationKind())).isEqualTo(TriggerClass.SCHEDULE);
  }

  @Test
  void theBudgetToolsAreInternal() {
    for (LlmAccount.Ask ask : asks()) {
      assertThat(world.tools().find(ask.tool())).as(ask.tool()).isNull();
      assertThat(world.internal().find(ask.tool())).as(ask.tool()).isNotNull();
    }
    assertThat(world.internal().specs())
        .extracting(ToolSpec::name)
        .containsExactly("reserve", "settle");
  }

  @Test
  void whatTheAccountAsksForFitsTheToolsAndItsAnswerIsRead() {
    for (LlmAccount.Ask ask : asks()) {
      ToolSpec<?> spec = Objects.requireNonNull(world.internal().find(ask.tool()));
      assertThat(spec.check(ask.args())).as("%s", ask).isInstanceOf(ToolCall.Valid.class);
    }
    assertThat(world.account().held(Json.tree("{\"held_usd\":0.25}"))).isEqualByComparingTo("0.25");
    assertThat(world.account().held(Json.tree("{\"held_usd\":\"0.25\"}"))).isZero();
    assertThat(world.account().held(null)).isZero();
  }

  private List<LlmAccount.Ask> asks() {
    ActionId hold = new ActionId("kernel/alpha:t#1.1010");
    LlmAccount.Cost cost =
        new LlmAccount.Cost(new BigDecimal("0.01"), "m", new LlmAccount.Tokens(10, 2), "refused");
    return List.of(
        world.account().hold(hold, new BigDecimal("0.02")),
        world.account().settle(hold, cost),
        world.account().settle(hold, LlmAccount.Cost.NOT_CALLED));
  }

  @Test
  void theToolsHaveTheNamesAndArgumentsOfTheKernel() {
    assertThat(world.tools().specs())
        .extracting(ToolSpec::name)
        .containsExactly(
            "query_artifacts",
            "read_artifact",
            "write_artifact",
            "edit_artifact",
            "delete_artifact",
            "set_artifact_prices",
            "invoke_artifact",
            "transfer_scrip",
            "transfer_resource",
            "submit_to_task");
    ObjectNode write =
        (ObjectNode)
            Json.tree(
                Objects.requireNonNull(world.tools().find("write_artifact"))
                    .declaration()
                    .parameters()
                    .text());
    assertThat(write.path("properties").path("content").path("type").asString())
        .isEqualTo("string");
    assertThat(write.path("required"))
        .hasToString("[\"artifact_id\",\"content\",\"artifact_type\"]");
  }

  @Test
  void onlyQueriesAndReadsAreReads() {
    for (ToolSpec<?> spec : every.specs()) {
      Effect expected = KernelRead.class.isAssignableFrom(spec.type()) ? Effect.READ : Effect.WRITE;
      assertThat(spec.effect()).as(spec.name()).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          write_artifact | {"artifact_id":"a","content":{"x":1},"artifact_type":"json"}  | content
          write_artifact | {"artifact_id":"a","content":"x","artifact_type":"poem"}      | artifact_type
          write_artifact | {"artifactId":"a","content":"x","artifact_type":"text"}       | artifactId
          write_artifact | {"artifact_id":"a","content":"x","artifact_type":"text","is_executable":"no"} | is_executable
          transfer_scrip | {"to":"b","amount":0}                 | amount
          transfer_scrip | {"to":"b","amount":1.5}               | amount
          transfer_scrip | {"to":"b","amount":9007199254740992}  | amount
          invoke_artifact | {"artifact_id":"a","args":"x"}       | args
          query_artifacts | {}                                   | name_pattern
          settle | {"turn":"t","model":"m","cost_usd":-1}        | cost_usd
          """)
  void argumentsThatDoNotFitNameTheirField(String tool, String args, String field) {
    ToolSpec<?> spec = Objects.requireNonNull(every.find(tool));
    assertThat(spec.check(args))
        .isInstanceOfSatisfying(
            ToolCall.Invalid.class, invalid -> assertThat(invalid.field()).isEqualTo(field));
  }

  @Test
  void argumentsAreParsedByTheirNames() {
    ToolSpec<?> spec = Objects.requireNonNull(every.find("read_artifact"));
    assertThat(spec.parse(Json.tree("{\"artifact_id\":\"corpus\"}")))
        .isEqualTo(new KernelRead.ReadArtifact("corpus", null));
  }
}
