package dev.playloop.schemas.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.json.Json;
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
