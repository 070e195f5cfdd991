package dev.playloop.worlds.society.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.worlds.model.GoldenCatalogue;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The catalogue as models see it.
class SocietyCatalogueTest {
  private final SocietyWorld world = new SocietyWorld();
  private final ToolCatalogue every = world.tools().and(world.internal());

  @Test
  void theCatalogueIsAsCommitted() throws IOException {
    GoldenCatalogue.compare(world);
  }

  @Test
  void theMemoryToolIsInternal() {
    assertThat(world.memoryTool()).isEqualTo("remember_run");
    assertThat(world.tools().find("remember_run")).isNull();
    assertThat(every.find("remember_run")).isNotNull();
  }

  @Test
  void onlyReplyToMessageIsAReply() {
    List<String> ending =
        world.tools().specs().stream().filter(ToolSpec::endsRun).map(ToolSpec::name).toList();
    assertThat(ending).containsExactly("reply_to_message");
    assertThat(
            spec("reply_to_message")
                .replyTo(Json.tree("{\"messageId\":\"msg-001\",\"content\":\"done\"}")))
        .isEqualTo("msg-001");
    assertThat(spec("send_message").replyTo(Json.tree("{\"userId\":\"a\",\"content\":\"b\"}")))
        .isNull();
  }

  @Test
  void readsComeFirstAndEveryToolHasItsEffect() {
    for (ToolSpec<?> spec : every.specs()) {
      Effect expected =
          SocietyRead.class.isAssignableFrom(spec.type()) ? Effect.READ : Effect.WRITE;
      assertThat(spec.effect()).as(spec.name()).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          buy_item        | {"itemName":"food","quantity":-10}        | quantity
          buy_item        | {"itemName":"food","quantity":0}          | quantity
          buy_item        | {"itemName":"food","quantity":101}        | quantity
          buy_item        | {"itemName":"food","quantity":"3"}        | quantity
          buy_item        | {"itemName":"food","quantity":1.5}        | quantity
          buy_item        | {"quantity":1}                            | itemName
          buy_item        | {"itemName":"food","price":0}             | price
          buy_item        | {"itemName":"food","userId":"bea"}        | userId
          join_battle     | {"battleId":"b","energyAmount":0}         | energyAmount
          join_battle     | {"battleId":"b","energyAmount":101}       | energyAmount
          join_battle     | {"battleId":456,"energyAmount":10}        | battleId
          vote_on_proposal| {"proposalId":"p","vote":"maybe"}         | vote
          send_message    | {"userId":"u","content":""}               | content
          search_memories | {"query":"x","limit":51}                  | limit
          get_my_stats    | {"userId":"bea"}                          | userId
          remember_run    | {"summary":"s","source":"r","importance":2} | importance
          """)
  void argumentsThatDoNotFitNameTheirField(String tool, String args, String field) {
    ToolSpec<?> spec = every.find(tool);
    assertThat(spec).isNotNull();
    assertThat(spec.check(args))
        .isInstanceOfSatisfying(
            ToolCall.Invalid.class, invalid -> assertThat(invalid.field()).isEqualTo(field));
  }

  private ToolSpec<?> spec(String name) {
    ToolSpec<?> spec = world.tools().find(name);
    assertThat(spec).as(name).isNotNull();
    return spec;
  }
}
