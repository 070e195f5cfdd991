package dev.playloop.schemas.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.json.Matches;
import dev.playloop.schemas.json.RawJson;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A tool from a JSON Schema checks and teaches as one from a record does.
final class SchemaToolTest {
  @Describe("Buy goods on the market.")
  @Traits(effect = Effect.WRITE, replyTo = "order", laneBy = LaneBy.ARGUMENT, lane = "stall")
  record BuyGoods(
      @Describe("the order that is answered") String order,
      @Describe("where") long stall,
      @Describe("what to buy") @OneOf({"food", "wood"}) String item,
      @Describe("how many") @Bounds(min = 1, max = 100) int quantity,
      @Describe("a code") @Bounds(min = 1, max = 8) @Matches("[a-z]+") @Nullable String code,
      @Describe("whether at once") @Nullable Boolean urgent,
      @Describe("where to") @Nullable Place place,
      @Describe("stops") @Bounds(min = 1, max = 3) @Nullable List<Place> route)
      implements Tool {}

  record Place(@Describe("tiles east") int x, @Describe("tiles south") int y) {}

  private static final ToolSpec<BuyGoods> RECORD = ToolSpec.of(BuyGoods.class);
  private static final SchemaTool.Declaration DECLARED =
      SchemaTool.Declaration.of(Effect.WRITE).replyTo("order").lane(LaneBy.ARGUMENT, "stall");
  private static final ToolSpec<SchemaTool> SCHEMA = ToolSpec.of(RECORD.declaration(), DECLARED);

  private static final String FITS =
      """
      {"order":"o-1","stall":7,"item":"food","quantity":3.0,"code":"abc","urgent":null,
       "place":{"x":1,"y":-2},"route":[{"x":0,"y":1e1}]}\
      """;

  @Test
  void bothSayTheSameOfThemselves() {
    assertThat(SCHEMA.declaration()).isEqualTo(RECORD.declaration());
    assertThat(SCHEMA.behaviour()).isEqualTo(RECORD.behaviour());
    assertThat(ToolCatalogue.of(List.of(SCHEMA)).hash())
        .isEqualTo(ToolCatalogue.of(List.of(RECORD)).hash());
  }

  @Test
  void whatFitsIsParsedWithItsWholeNumbersWrittenAsSuch() {
    ToolCall.Valid valid = (ToolCall.Valid) SCHEMA.check(FITS);

    SchemaTool call = SCHEMA.parse(valid);
    assertThat(call.name()).isEqualTo("buy_goods");
    assertThat(call.args())
        .hasToString(
            Json.tree(FITS.replace("3.0", "3").replace("1e1", "10").replace("\"urgent\":null,", ""))
                .toString());
    assertThat(SCHEMA.replyTo(valid.args())).isEqualTo("o-1");
    assertThat(lane(SCHEMA)).isEqualTo(lane(RECORD));
  }

  private static String lane(ToolSpec<?> spec) {
    ToolCall.Valid valid = (ToolCall.Valid) spec.check(FITS);
    return spec.lane(new AgentId("test/ada"), "ada", new ActionId("test/ada:t1#1.1"), valid.args())
        .value();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"quantity\":3.0 -> \"quantity\":\"3\"",
        "\"quantity\":3.0 -> \"quantity\":3.5",
        "\"quantity\":3.0 -> \"quantity\":0",
        "\"quantity\":3.0 -> \"quantity\":99999999999999999999",
        "\"quantity\":3.0, -> ",
        "\"quantity\":3.0 -> \"quantity\":null",
        "\"quantity\":3.0 -> \"quantity\":3,\"quantty\":3",
        "\"item\":\"food\" -> \"item\":\"foods\"",
        "\"item\":\"food\" -> \"item\":7",
        "\"code\":\"abc\" -> \"code\":\"ABC\"",
        "\"code\":\"abc\" -> \"code\":\"abcdefghi\"",
        "\"urgent\":null -> \"urgent\":\"true\"",
        "\"y\":-2 -> \"yy\":-2",
        ",\"y\":-2 -> ",
        "[{\"x\":0 -> [{\"x\":\"0\"",
        "[{\"x\":0,\"y\":1e1}] -> []",
        "[{\"x\":0,\"y\":1e1}] -> {}",
        "[{\"x\":0,\"y\":1e1}] -> [null]",
        "[{\"x\":0,\"y\":1e1}] -> [{\"x\":0,\"y\":1},{\"x\":0}]",
        "[{\"x\":0,\"y\":1e1}] -> [{\"x\":1},{\"x\":1},{\"x\":1},{\"x\":1}]",
        "\"y\":-2 -> \"y\":null",
        "\"y\":-2 -> \"y\":-2,\"z\":0",
        "\"order\":\"o-1\" -> \"order\":{\"id\":[\"o-1\"]}",
        "\"order\":\"o-1\" -> \"order\":[\"a long list of texts\",\"a long list of texts\",\"a long list of texts\"]",
        "\"item\":\"food\" -> \"item\":{\"a\":1}",
        "\"item\":\"food\" -> \"item\":\"wodo\"",
        "\"item\":\"food\" -> \"item\":null",
        "\"code\":\"abc\" -> \"code\":\"\"",
        "\"code\":\"abc\" -> \"code\":\"\ud83d\ude00\"",
        "\"code\":\"abc\" -> \"code\":\"a\\n\"",
        "\"stall\":7 -> \"stall\":1e300",
        "\"stall\":7 -> \"stall\":9223372036854775808",
        "\"order\":\"o-1\", -> \"0rder\":\"o-1\",",
        "\"order\":\"o-1\", -> \"nothing like it\":\"o-1\",",
        "\"place\":{\"x\":1,\"y\":-2} -> \"place\":\"{\\\"x\\\":1}\"",
        "\"place\":{\"x\":1,\"y\":-2} -> \"place\":{}"
      })
  void whatDoesNotFitIsTaughtInTheSameWords(String change) {
    String[] parts = change.split(" -> ", -1);
    String args = FITS.replace(parts[0], parts[1]);
    assertThat(args).isNotEqualTo(FITS);

    ToolCall.Invalid schema = (ToolCall.Invalid) SCHEMA.check(args);
    ToolCall.Invalid record = (ToolCall.Invalid) RECORD.check(args);

    assertThat(schema).isEqualTo(record);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Sure!", "{\"order\":", "[1]", "null", "7"})
  void whatIsNoObjectIsRefused(String arguments) {
    assertThat(SCHEMA.check(arguments)).isEqualTo(RECORD.check(arguments));
  }

  @Test
  void whatASchemaSaysNothingOfIsUnknown() {
    ToolSpec<SchemaTool> closed = declared("{\"type\":\"object\",\"properties\":{\"to\":{}}}");

    assertThat(closed.check("{\"to\":7}")).isInstanceOf(ToolCall.Valid.class);
    assertThat(closed.check("{\"too\":7}"))
        .isEqualTo(
            new ToolCall.Invalid("too", "one of the parameters to", "an unknown parameter", "to"));
    assertThat(closed.declaration().parameters().text())
        .endsWith("\"additionalProperties\":false}");
  }

  @Test
  void whereASchemaLiesOutsideIsSaidWithWhatWasMeant() {
    assertThatThrownBy(
            () -> declared("{\"type\":\"object\",\"properties\":{\"to\":{\"type\":\"strng\"}}}"))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageStartingWith("send_goods.parameters/properties/to/type: expected one of")
        .hasMessageEndingWith("; did you mean 'string'?");
  }

  /// Whatever changes in a schema, what is only said in it too, changes the catalogue.
  @Test
  void eachChangeOfASchemaChangesTheHash() {
    List<String> schemas =
        List.of(
            "{\"type\":\"object\"}",
            "{\"type\":\"object\",\"title\":\"a\"}",
            "{\"type\":\"object\",\"title\":\"b\"}",
            "{\"type\":\"object\",\"$defs\":{\"a\":{}}}",
            "{\"type\":\"object\",\"properties\":{\"a\":{}}}",
            "{\"type\":\"object\",\"properties\":{\"a\":{\"default\":1}}}",
            "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}}}",
            "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}},\"required\":[\"a\"]}",
            "{\"type\":\"object\",\"additionalProperties\":true}");

    assertThat(schemas.stream().map(each -> ToolCatalogue.of(List.of(declared(each))).hash()))
        .doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\":\"array\"}",
        "{}",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"pattern\":\"a\"}}}",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"maxLength\":9,\"pattern\":\"(a+)+(?=b)\"}}}",
        "{\"type\":\"object\",\"$schema\":\"http://a.example/dialect\"}",
        "{\"type\":\"object\",\"$id\":\"https://json-schema.org/draft/2020-12/schema\"}",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"#\"}}}",
        "{\"type\":\"object\",\"allOf\":[{\"$ref\":\"#\"}]}",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"$dynamicRef\":\"#b\"}}}",
        "{\"type\":\"object\",\"patternProperties\":{\"(a+)+b\":{}}}",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"whole\"}}}",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"minimum\":\"1\"}}}",
        "{\"type\":\"object\",\"properties\":7}",
        "{\"type\":\"object\",\"required\":\"a\"}",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"maxLength\":9,\"pattern\":\"[a\"}}}"
      })
  void aSchemaThatCannotBeHeldToIsRefusedWithItsTool(String schema) {
    assertThatThrownBy(() -> declared(schema))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("send_goods");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://a.example/s", "#/nowhere", "#/a%zz~9", "other"})
  void aReferenceBeyondTheSchemaIsRefused(String reference) {
    String schema = "{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"" + reference + "\"}}}";

    assertThatThrownBy(() -> declared(schema))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining(
            "parameters/properties/a/$ref: expected a $ref to a part of this schema")
        .hasMessageEndingWith("got \"" + reference + "\"");
  }

  /// Each level doubles what a check looks at.
  @Test
  void aSchemaThatGrowsWhereItsReferencesAreFollowedIsRefused() {
    StringBuilder levels = new StringBuilder("\"l0\":{\"type\":\"string\"}");
    for (int i = 1; i <= 40; i++) {
      String below = "{\"$ref\":\"#/$defs/l" + (i - 1) + "\"}";
      levels.append(
          ",\"l%d\":{\"type\":\"object\",\"properties\":{\"a\":%s,\"b\":%s}}"
              .formatted(i, below, below));
    }
    String bomb =
        "{\"type\":\"object\",\"$defs\":{%s},\"properties\":{\"a\":{\"$ref\":\"#/$defs/l40\"}}}"
            .formatted(levels);

    assertThatThrownBy(() -> declared(bomb))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("send_goods.parameters")
        .hasMessageContaining("levels");
  }

  /// Parameters may be called what schemas call theirs, and share a part.
  @Test
  void partsAreReferredTo() {
    ToolSpec<SchemaTool> shared =
        declared(
            """
            {"type":"object","$defs":{"id":{"type":"integer","minimum":1}},
             "properties":{"$id":{"$ref":"#/$defs/id"},"pattern":{"$ref":"#/$defs/id"}}}\
            """);

    assertThat(shared.check("{\"$id\":7,\"pattern\":2}")).isInstanceOf(ToolCall.Valid.class);
    assertThat(shared.check("{\"$id\":0}")).isInstanceOf(ToolCall.Invalid.class);
  }

  @Test
  void aDeclarationThatCannotBeIsRefused() {
    ToolDeclaration good = RECORD.declaration();
    assertThatThrownBy(() ->
            ToolSpec.of(new ToolDeclaration("Buy goods", "Buy.", good.parameters()), DECLARED))
        .isInstanceOf(InvalidValueException.class);
    assertThatThrownBy(() -> ToolSpec.of(good, DECLARED.limit(Duration.ofHours(2))))
        .isInstanceOf(InvalidValueException.class);
    for (String noId : List.of("code", "place", "nothing")) {
      assertThatThrownBy(() -> ToolSpec.of(good, DECLARED.replyTo(noId)))
          .isInstanceOf(InvalidValueException.class)
          .hasMessageStartingWith("buy_goods.replyTo: expected a required text");
    }
    assertThatThrownBy(() -> ToolSpec.of(good, DECLARED.lane(LaneBy.WORLD, "No Name")))
        .isInstanceOf(InvalidValueException.class);
  }

  private static ToolSpec<SchemaTool> declared(String schema) {
    return ToolSpec.of(
        new ToolDeclaration("send_goods", "Send goods.", new RawJson(schema)),
        SchemaTool.Declaration.of(Effect.WRITE));
  }
}
