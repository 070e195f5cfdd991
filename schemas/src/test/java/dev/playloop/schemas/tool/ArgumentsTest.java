package dev.playloop.schemas.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.json.Matches;
import dev.playloop.schemas.tool.ToolCall.Invalid;
import dev.playloop.schemas.tool.ToolCall.Valid;
import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// What models send as arguments, and JSON that no parser of ours would let in: the check answers,
/// it never throws, and what it calls valid can be parsed.
final class ArgumentsTest {
  private static final long SEED = 20261122;

  @Describe("Send something.")
  @Traits(effect = Effect.WRITE)
  record Send(
      @Describe("to whom") @Bounds(min = 1, max = 10) String itemName,
      @Describe("how many") @Bounds(min = 1, max = 100) int amount,
      @Describe("how sure") @Bounds(min = 0, max = 1) @Nullable Double importance,
      @Describe("steps") @Nullable List<Integer> steps,
      @Describe("anything") JsonNode extra)
      implements Tool {}

  private static final ToolSpec<Send> SEND = ToolSpec.of(Send.class);

  @ParameterizedTest
  @ValueSource(strings = {"10", "10.0", "1e1", "1.0e+1", "100e-1"})
  void aWholeNumberIsOneHoweverItIsWritten(String number) {
    ToolCall.Check check =
        SEND.check("{\"itemName\":\"a\",\"amount\":" + number + ",\"steps\":[2.0],\"extra\":null}");

    assertThat(check).isInstanceOf(Valid.class);
    assertThat(((Valid) check).args())
        .hasToString("{\"itemName\":\"a\",\"amount\":10,\"steps\":[2],\"extra\":null}");
    assertThat(SEND.parse(((Valid) check).args()).amount()).isEqualTo(10);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"itemName":"a","amount":1e400,"extra":1}                | amount     | a number below 1e308
          {"itemName":"a","amount":1e99999999999,"extra":1}        | amount     | a number below 1e308
          {"itemName":"a","amount":1e300,"extra":1}                | amount     | a whole number from 1 to 100
          {"itemName":"a","amount":1.5,"extra":1}                  | amount     | a whole number from 1 to 100
          {"itemName":"a","amount":1,"importance":7,"extra":1}     | importance | a number from 0 to 1
          {"itemName":"a","amount":1,"importance":-1e300,"extra":1}| importance | a number from 0 to 1
          {"itemName":"a","amount":1,"amount":2,"extra":1}         | amount     | each field once
          {"itemName":"a","amount":NaN,"extra":1}                  | arguments  | a JSON object
          ```json {"amount":1}```                                  | arguments  | a JSON object and nothing around it
          {"itemName":"a","amount":1}                              | extra      | any JSON
          """)
  void whatDoesNotFitIsNamed(String arguments, String field, String expected) {
    Invalid invalid = (Invalid) SEND.check(arguments);

    assertThat(invalid.field()).isEqualTo(field);
    assertThat(invalid.expected()).startsWith(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "it\u0435mN\u0430m\u0435, itemName",
    "\uff49temName, itemName",
    "\u0430mount, amount",
    "am\u03bfunt, amount"
  })
  void aNameOfLookAlikesHasItsNearest(String name, String nearest) {
    Invalid invalid = (Invalid) SEND.check(Json.NODES.objectNode().put(name, 1));

    assertThat(invalid.nearest()).isEqualTo(nearest);
  }

  @Test
  void charactersAreCountedAsTheSchemaCountsThem() {
    assertThat(send("\ud83d\ude00".repeat(10))).isInstanceOf(Valid.class);
    assertThat(send("\ud83d\ude00".repeat(11))).isInstanceOf(Invalid.class);
    assertThat(((Invalid) SEND.check("[\"" + "\ud83d\ude00".repeat(200) + "\"]")).got())
        .isEqualTo("array");
  }

  @Test
  void noJsonMakesTheCheckThrow() {
    List<JsonNode> values =
        List.of(
            Json.NODES.numberNode(new BigDecimal("1E+2147483647")),
            Json.NODES.numberNode(new BigDecimal("1E-2147483647")),
            Json.NODES.numberNode(BigDecimal.TEN.pow(400)),
            Json.NODES.numberNode(Double.NaN),
            Json.NODES.numberNode(Double.POSITIVE_INFINITY),
            Json.NODES.numberNode(Float.NEGATIVE_INFINITY),
            Json.NODES.numberNode(java.math.BigInteger.TWO.pow(5_000)),
            Json.NODES.numberNode(Long.MIN_VALUE),
            Json.NODES.stringNode("\ud800"),
            Json.NODES.nullNode(),
            Json.NODES.booleanNode(true),
            Json.NODES.arrayNode().add(new BigDecimal("1E+999999999")),
            Json.NODES.objectNode().put("a", 1));
    for (int i = 0; i < 4_000; i++) {
      Random random = new Random(SEED + i);
      var args = Json.NODES.objectNode();
      for (String name : List.of("itemName", "amount", "importance", "steps", "extra")) {
        if (random.nextInt(5) > 0) {
          args.set(name, values.get(random.nextInt(values.size())));
        }
      }
      if (SEND.check(args) instanceof Valid(JsonNode settled)) {
        assertThat(SEND.parse(settled)).as("seed %d", SEED + i).isNotNull();
      }
    }
  }

  @Describe("An empty choice.")
  @Traits(effect = Effect.READ)
  record Empty(@Describe("which") @OneOf({}) String which) implements Tool {}

  @Describe("A choice of numbers.")
  @Traits(effect = Effect.READ)
  record OfNumbers(@Describe("which") @OneOf({"1", "2"}) int which) implements Tool {}

  @Describe("A choice of lists.")
  @Traits(effect = Effect.READ)
  record OfLists(@Describe("which") @OneOf({"a"}) List<String> which) implements Tool {}

  @Describe("Send a transaction.")
  @Traits(effect = Effect.WRITE)
  record Transact(
      @Describe("the contract") @Bounds(min = 3, max = 18) @Matches("0x[0-9a-f]+|0X[0-9A-F]+")
          String contract,
      @Describe("directions") @Bounds(min = 1, max = 4)
          List<@Bounds(min = 0, max = 5) Integer> directions,
      @Describe("tags") @Nullable List<@Bounds(min = 1, max = 8) @Matches("[a-z]+") String> tags,
      @Describe("moods") @Nullable List<@OneOf({"calm", "angry"}) String> moods)
      implements Tool {}

  private static final ToolSpec<Transact> TRANSACT = ToolSpec.of(Transact.class);

  @Test
  void patternsAndTheBoundsOfElementsStandInTheSchema() {
    JsonNode properties =
        Json.tree(TRANSACT.declaration().parameters().text()).required("properties");

    assertThat(properties.at("/contract/pattern").asString())
        .isEqualTo("^(?:0x[0-9a-f]+|0X[0-9A-F]+)$");
    assertThat(properties.at("/directions/items"))
        .hasToString("{\"type\":\"integer\",\"minimum\":0,\"maximum\":5}");
    assertThat(properties.at("/tags/items"))
        .hasToString(
            "{\"type\":\"string\",\"pattern\":\"^(?:[a-z]+)$\",\"minLength\":1,\"maxLength\":8}");
    assertThat(properties.at("/moods/items"))
        .hasToString("{\"type\":\"string\",\"enum\":[\"calm\",\"angry\"]}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      textBlock =
          """
          "0x1f"   ; "0xzz"     ; contract      ; a text of 3 to 18 characters that matches ^(?:0x[0-9a-f]+|0X[0-9A-F]+)$
          "0x1f"   ; "0x1f\\n"  ; contract      ; a text of 3 to 18 characters that matches ^(?:0x[0-9a-f]+|0X[0-9A-F]+)$
          "0x1f"   ; " 0x1f"    ; contract      ; a text of 3 to 18 characters that matches ^(?:0x[0-9a-f]+|0X[0-9A-F]+)$
          "0x1f"   ; "0x1F"     ; contract      ; a text of 3 to 18 characters that matches ^(?:0x[0-9a-f]+|0X[0-9A-F]+)$
          [0,5]    ; [0,6]      ; directions[1] ; a whole number from 0 to 5
          [0,5]    ; [-1]       ; directions[0] ; a whole number from 0 to 5
          ["red"]  ; ["red",""] ; tags[1]       ; a text of 1 to 8 characters that matches ^(?:[a-z]+)$
          ["red"]  ; ["Red"]    ; tags[0]       ; a text of 1 to 8 characters that matches ^(?:[a-z]+)$
          ["calm"] ; ["clam"]   ; moods[0]      ; one of calm, angry
          """)
  void whatDoesNotMatchOrAnElementOutOfBoundsIsTaught(
      String fits, String wrong, String field, String expected) {
    String all =
        "{\"contract\":\"0x1f\",\"directions\":[0,5],\"tags\":[\"red\"],\"moods\":[\"calm\"]}";
    assertThat(TRANSACT.check(all)).isInstanceOf(Valid.class);

    Invalid invalid = (Invalid) TRANSACT.check(all.replace(fits, wrong));

    assertThat(invalid.field()).isEqualTo(field);
    assertThat(invalid.expected()).isEqualTo(expected);
  }

  @Describe("A pattern of unbounded texts.")
  @Traits(effect = Effect.READ)
  record Unbounded(@Describe("which") @Matches("a+") String which) implements Tool {}

  @Describe("A pattern that only Java reads.")
  @Traits(effect = Effect.READ)
  record OnlyJava(
      @Describe("which") @Bounds(min = 0, max = 9) @Matches("\\p{Alpha}++") String which)
      implements Tool {}

  @Describe("A pattern of numbers.")
  @Traits(effect = Effect.READ)
  record MatchedNumber(@Describe("which") @Bounds(min = 0, max = 9) @Matches("[0-9]") int which)
      implements Tool {}

  @ParameterizedTest
  @ValueSource(classes = {Unbounded.class, OnlyJava.class, MatchedNumber.class})
  void aPatternThatIsNotCheapAndReadAlikeEverywhereIsRefused(Class<? extends Tool> tool) {
    assertThatThrownBy(() -> ToolSpec.of(tool))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("which has @Matches");
  }

  @Describe("Bounds that nothing fits.")
  @Traits(effect = Effect.READ)
  record Inverted(@Describe("which") @Bounds(min = 2, max = 1) int which) implements Tool {}

  @Describe("Bounds of what has none.")
  @Traits(effect = Effect.READ)
  record BoundedFlags(@Describe("which") List<@Bounds(min = 0, max = 1) Boolean> which)
      implements Tool {}

  @ParameterizedTest
  @ValueSource(classes = {Inverted.class, BoundedFlags.class})
  void boundsThatNothingFitsOrNobodyLooksAtAreRefused(Class<? extends Tool> tool) {
    assertThatThrownBy(() -> ToolSpec.of(tool))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ounds");
  }

  @ParameterizedTest
  @ValueSource(classes = {Empty.class, OfNumbers.class, OfLists.class})
  void aChoiceThatWouldNotBeLookedAtIsRefused(Class<? extends Tool> tool) {
    assertThatThrownBy(() -> ToolSpec.of(tool))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("@OneOf");
  }

  private static ToolCall.Check send(String name) {
    return SEND.check(
        Json.NODES.objectNode().put("itemName", name).put("amount", 1).put("extra", 1));
  }
}
