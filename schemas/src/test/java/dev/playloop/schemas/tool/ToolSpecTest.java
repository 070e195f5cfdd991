package dev.playloop.schemas.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.Golden;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.Json;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

final class ToolSpecTest {
  sealed interface Trade extends Tool {
    @Describe("Buy goods on the market.")
    @Traits(effect = Effect.WRITE, replyTo = "orderId", endsRun = true)
    record BuyGoods(
        @Describe("the order that is answered") String orderId,
        @Describe("what to buy") @OneOf({"food", "wood"}) String item,
        @Describe("how many") @Bounds(min = 1, max = 100) int quantity,
        @Describe("highest price") @Bounds(min = 0, max = 1_000) @Nullable BigDecimal limit,
        @Describe("why") @Bounds(min = 1, max = 20) @Nullable String reason,
        @Describe("whether at once") @Nullable Boolean urgent,
        @Describe("where to") @Nullable Place place,
        @Describe("stops") @Bounds(min = 1, max = 3) @Nullable List<Place> route,
        @Describe("anything") @Nullable JsonNode extra)
        implements Trade {}

    record Place(@Describe("tiles east") int x, @Describe("tiles south") int y, Terrain terrain) {}

    enum Terrain {
      FIELD,
      FOREST
    }

    @Describe("Look at the market.")
    @Traits(effect = Effect.READ)
    record LookAtMarket2D() implements Trade {}

    @Describe("Press a button.")
    @Traits(effect = Effect.WRITE, laneBy = LaneBy.WORLD, lane = "pad")
    record Press(@Describe("which") String button) implements Trade {}
  }

  private static final ToolCatalogue CATALOGUE =
      ToolCatalogue.ofSealed(Trade.BuyGoods.class, Trade.LookAtMarket2D.class, Trade.Press.class);
  private static final ToolSpec<Trade.BuyGoods> BUY = ToolSpec.of(Trade.BuyGoods.class);
  private static final String FITS =
      """
      {"orderId":"o-1","item":"food","quantity":3,"limit":2.50,"reason":"hungry","urgent":true,
       "place":{"x":1,"y":-2,"terrain":"FIELD"},"route":[{"x":0,"y":0,"terrain":"FOREST"}],
       "extra":{"any":[1,null]}}\
      """;

  @Test
  void theSchemaIsTheGoldenFile() {
    for (ToolSpec<?> spec : CATALOGUE.specs()) {
      JsonNode parameters = Json.tree(spec.declaration().parameters().text());
      Golden.check(
          Path.of("src/test/resources/golden/tools", spec.name() + ".json"),
          Json.LOG.writerWithDefaultPrettyPrinter().writeValueAsString(parameters) + "\n");
    }
    assertThat(CATALOGUE.specs())
        .extracting(ToolSpec::name)
        .containsExactly("buy_goods", "look_at_market2_d", "press");
  }

  @Test
  void argumentsThatFitAreParsedAsTheyAre() {
    assertThat(BUY.check(FITS)).isInstanceOf(ToolCall.Valid.class);
    Trade.BuyGoods buy = BUY.parse(Json.tree(FITS));

    assertThat(buy.quantity()).isEqualTo(3);
    assertThat(buy.limit()).isEqualTo(new BigDecimal("2.50"));
    assertThat(buy.place()).isEqualTo(new Trade.Place(1, -2, Trade.Terrain.FIELD));
    assertThat(buy.extra()).hasToString("{\"any\":[1,null]}");
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      nullValues = "-",
      textBlock =
          """
          "orderId":"o-1",          |                            | orderId          | a text                      | -
          "quantity":3              | "quantity":null            | quantity         | a whole number from 1 to 100 | -
          "quantity":3              | "quantity":3,"quantty":3   | quantty          | one of the parameters orderId, item, quantity | quantity
          "quantity":3              | "quantity":3,"zzzzzzzz":3  | zzzzzzzz         | one of the parameters       | -
          "quantity":3              | "quantity":"3"             | quantity         | a whole number from 1 to 100 | -
          "quantity":3              | "quantity":3.5             | quantity         | a whole number from 1 to 100 | -
          "quantity":3              | "quantity":-1              | quantity         | a whole number from 1 to 100 | -
          "quantity":3              | "quantity":101             | quantity         | a whole number from 1 to 100 | -
          "quantity":3              | "quantity":4294967299      | quantity         | a whole number from 1 to 100 | -
          "quantity":3              | "quantity":99999999999999999999 | quantity    | a whole number from 1 to 100 | -
          "item":"food"             | "item":"foods"             | item             | one of food, wood           | food
          "item":"food"             | "item":7                   | item             | one of food, wood           | -
          "item":"food"             | "item":"FOOD"              | item             | one of food, wood           | food
          "limit":2.50              | "limit":-0.01              | limit            | a number from 0 to 1000     | -
          "limit":2.50              | "limit":"cheap"            | limit            | a number from 0 to 1000     | -
          "reason":"hungry"         | "reason":""                | reason           | a text of 1 to 20 characters | -
          "reason":"hungry"         | "reason":{"why":"hungry"}  | reason           | a text of 1 to 20 characters (send the JSON as one string: "{\\"a\\":1}") | -
          "urgent":true             | "urgent":"true"            | urgent           | true or false               | -
          "y":-2                    | "yy":-2                    | place.yy         | one of the parameters x, y, terrain | y
          "y":-2,                   |                            | place.y          | a whole number              | -
          "terrain":"FIELD"         | "terrain":"SEA"            | place.terrain    | one of FIELD, FOREST        | -
          [{"x":0                   | [{"x":"0"                  | route[0].x       | a whole number              | -
          "route":[{"x":0,"y":0,"terrain":"FOREST"}] | "route":[]| route            | a list of 1 to 3 elements   | -
          "route":[{"x":0,"y":0,"terrain":"FOREST"}] | "route":{}| route            | a list of 1 to 3 elements   | -
          "route":[{"x":0,"y":0,"terrain":"FOREST"}] | "route":[null] | route[0]    | an object                   | -
          """)
  void argumentsThatDoNotFitNameFieldExpectationAndNearestName(
      String part,
      @Nullable String wrong,
      String field,
      String expected,
      @Nullable String nearest) {
    String args =
        FITS.replaceFirst(
            java.util.regex.Pattern.quote(part),
            java.util.regex.Matcher.quoteReplacement(wrong == null ? "" : wrong));
    assertThat(args).isNotEqualTo(FITS);

    ToolCall.Check check = BUY.check(args);

    assertThat(check).isInstanceOf(ToolCall.Invalid.class);
    ToolCall.Invalid invalid = (ToolCall.Invalid) check;
    assertThat(invalid.field()).isEqualTo(field);
    assertThat(invalid.expected()).startsWith(expected);
    assertThat(invalid.nearest()).isEqualTo(nearest);
    assertThat(invalid.message()).startsWith(field + ": expected " + expected);
    assertThatThrownBy(() -> BUY.parse(Json.tree(args))).isInstanceOf(InvalidValueException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Sure, I'll buy it!", "{\"item\":", "[1]", "\"food\"", "null", "7", "{}{}"})
  void whatIsNoJsonObjectIsRefused(String arguments) {
    ToolCall.Check check = BUY.check(arguments);

    assertThat(check).isInstanceOf(ToolCall.Invalid.class);
    assertThat(((ToolCall.Invalid) check).field()).isEqualTo("arguments");
    assertThat(((ToolCall.Invalid) check).expected()).isEqualTo("a JSON object");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "{}"})
  void aToolWithoutParametersTakesNoArguments(String arguments) {
    assertThat(ToolSpec.of(Trade.LookAtMarket2D.class).check(arguments))
        .isInstanceOf(ToolCall.Valid.class);
  }

  @Test
  void aReplyNamesTheMessageItAnswers() {
    assertThat(BUY.replyTo(Json.tree(FITS))).isEqualTo("o-1");
    assertThat(BUY.endsRun()).isTrue();
    assertThat(ToolSpec.of(Trade.Press.class).replyTo(Json.tree("{\"button\":\"A\"}"))).isNull();
  }

  @Describe("Press a button.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.WORLD, lane = "pad", limitSeconds = 90)
  record Press(@Describe("which") String button) implements Tool {}

  @Describe("Wait for ever.")
  @Traits(effect = Effect.READ, limitSeconds = 3_601)
  record WaitForEver() implements Tool {}

  @Test
  void aToolMayDeclareItsTimeLimit() {
    assertThat(ToolSpec.of(Press.class).timeLimit()).isEqualTo(Duration.ofSeconds(90));
    assertThat(ToolSpec.of(Trade.Press.class).timeLimit()).isNull();
    assertThatThrownBy(() -> ToolSpec.of(WaitForEver.class))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("wait_for_ever.limitSeconds");
  }

  /// It decides how a journal is folded again.
  @Test
  void catalogueHashChangesWithATimeLimit() {
    assertThat(ToolSpec.of(Press.class).declaration())
        .isEqualTo(ToolSpec.of(Trade.Press.class).declaration());
    assertThat(ToolCatalogue.ofSealed(Press.class).hash())
        .isNotEqualTo(ToolCatalogue.ofSealed(Trade.Press.class).hash());
  }

  @Test
  void catalogueFindsTheNearestNameAndNeverAnAlias() {
    assertThat(CATALOGUE.find("buyGoods")).isNull();
    assertThat(CATALOGUE.nearest("buyGoods")).isEqualTo("buy_goods");
    assertThat(CATALOGUE.nearest("buy_good")).isEqualTo("buy_goods");
    assertThat(CATALOGUE.nearest("dance")).isNull();
  }

  @Test
  void catalogueHashChangesWithItsTools() {
    ToolCatalogue fewer = ToolCatalogue.ofSealed(Trade.Press.class);

    assertThat(fewer.hash()).isNotEqualTo(CATALOGUE.hash());
    assertThat(ToolCatalogue.ofSealed(Trade.Press.class).hash()).isEqualTo(fewer.hash());
    assertThatThrownBy(() -> fewer.and(fewer))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("press");
  }
}
