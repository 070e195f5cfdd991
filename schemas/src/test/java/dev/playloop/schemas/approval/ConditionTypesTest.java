package dev.playloop.schemas.approval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.json.Matches;
import dev.playloop.schemas.tool.Bounds;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.OneOf;
import dev.playloop.schemas.tool.SchemaTool;
import dev.playloop.schemas.tool.Tool;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.schemas.tool.Traits;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Conditions held against the tools that they are about, declared by a record and by a schema.
final class ConditionTypesTest {
  @Describe("Pay somebody.")
  @Traits(effect = Effect.WRITE)
  record PayOut(
      @Describe("whom") String to,
      @Describe("how much") @Bounds(min = 1, max = 1_000) int amount,
      @Describe("at most") @Nullable BigDecimal fee,
      @Describe("in what") @OneOf({"gold", "wood"}) String coin,
      @Describe("whether at once") @Nullable Boolean urgent,
      @Describe("what for") @Bounds(min = 1, max = 9) @Nullable List<String> tags,
      @Describe("where") @Nullable Spot spot)
      implements Tool {}

  record Spot(@Describe("which") String town, @Describe("tiles east") int x) {}

  private static final ToolSpec<PayOut> RECORD = ToolSpec.of(PayOut.class);
  private static final ToolSpec<SchemaTool> SCHEMA =
      ToolSpec.of(RECORD.declaration(), SchemaTool.Declaration.of(Effect.WRITE));

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"amount": {"above": 500, "not": 700}}
          {"amount": 5, "to": "bob"}
          {"to": {"notIn": ["bank"], "longerThan": 3, "startsWith": "0x", "given": true}}
          {"fee": {"atMost": 0.5, "given": false}}
          {"coin": ["gold"]}
          {"coin": {"not": "wood"}}
          {"urgent": true}
          {"tags": {"has": "gift", "longerThan": 2}}
          {"spot.town": {"in": ["a", "b"]}, "spot.x": {"below": 0}}
          {"spot": {"given": true}}
          {}
          """)
  void whatTheToolHasCanBeCompared(String when) {
    assertThat(misfits(when, RECORD)).isEmpty();
    assertThat(misfits(when, SCHEMA)).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"amuont": {"above": 500}}      | amuont               | did you mean 'amount'?
          {"zzz": 1}                      | zzz                  | one of the arguments to, amount
          {"amount.gold": 1}              | amount.gold          | no arguments
          {"spot.twon": "x"}              | spot.twon            | did you mean 'town'?
          {"amount": {"contains": "5"}}   | amount.contains      | one of type integer
          {"amount": {"longerThan": 5}}   | amount.longerThan    | one of type integer
          {"amount": {"has": 5}}          | amount.has           | one of type integer
          {"amount": "500"}               | amount.is            | a value of type integer
          {"amount": ["500", 1]}          | amount.in            | a value of type integer
          {"to": {"above": 5}}            | to.above             | one of type string
          {"to": {"above": "5"}}          | to.above             | one of type string
          {"amount": {"above": "5"}}      | amount.above         | one of type integer
          {"to": {"not": 5}}              | to.not               | a value of type string
          {"urgent": "yes"}               | urgent.is            | a value of type boolean
          {"urgent": {"above": 0}}        | urgent.above         | one of type boolean
          {"coin": "glod"}                | coin.is              | one of ["gold","wood"]
          {"coin": {"notIn": ["silver"]}} | coin.notIn           | one of ["gold","wood"]
          {"tags": "gift"}                | tags.is              | one of type array
          {"tags": {"has": 5}}            | tags.has             | a value of type string
          {"spot": "x"}                   | spot.is              | one of type object
          {"spot": {"longerThan": 1}}     | spot.longerThan      | one of type object
          """)
  void whatItDoesNotHaveOrIsOfAnotherTypeIsNamed(String when, String field, String why) {
    for (ToolSpec<?> tool : List.of(RECORD, SCHEMA)) {
      assertThat(misfits(when, tool))
          .singleElement()
          .satisfies(misfit -> {
            assertThat(misfit.field()).isEqualTo(field);
            assertThat(misfit.expected() + ", got " + misfit.got()).contains(why);
          });
    }
  }

  @Describe("Pay somebody exactly.")
  @Traits(effect = Effect.WRITE)
  record PayExactly(
      @Describe("how much") @Bounds(min = 1, max = 40) @Matches("[0-9]+(\\.[0-9]{1,9})?")
          String exactly)
      implements Tool {}

  /// An amount that is a text of digits is compared with one.
  @Test
  void aTextOfDigitsIsComparedWithOne() {
    ToolSpec<PayExactly> tool = ToolSpec.of(PayExactly.class);

    assertThat(misfits("{\"exactly\": {\"above\": \"500\"}}", tool)).isEmpty();
    assertThat(misfits("{\"exactly\": {\"above\": 500}}", tool))
        .extracting(ConditionMisfit::field)
        .containsExactly("exactly.above");
  }

  @Test
  void allThatDoesNotFitIsNamedAtOnce() {
    assertThat(misfits("{\"a\": 1, \"to\": {\"above\": 5, \"is\": \"x\"}, \"coin\": 5}", RECORD))
        .extracting(ConditionMisfit::field)
        .containsExactly("a", "to.above", "coin.is");
  }

  /// A schema from elsewhere may leave types open, or say them in a circle: what it does not say
  /// can't be held against a rule.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"type":"object","properties":{"a":{}}}
          {"type":"object","properties":{"a":{"type":["number","null"]}}}
          {"type":"object","properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"$ref":"#/$defs/a"}}}
          {"type":"object","properties":{"a":{"$ref":"https://example.org/a"}}}
          {"type":"object","properties":{"a":{"$ref":"#/nowhere"}}}
          {"type":"object","properties":{"a":{"$ref":"#/$defs/a~2"}}}
          {"type":"object","properties":{"a":true}}
          """)
  void aSchemaThatSaysLittleHindersNothing(String schema) {
    ArgumentTypes types = new ArgumentTypes(Json.tree(schema));

    assertThat(
            types.misfit(ArgumentPath.of("a"), ConditionOperator.ABOVE, Json.NODES.numberNode(5)))
        .isNull();
    assertThat(
            types.misfit(
                ArgumentPath.of("b"), ConditionOperator.GIVEN, Json.NODES.booleanNode(true)))
        .isNotNull();
  }

  private static List<ConditionMisfit> misfits(String when, ToolSpec<?> tool) {
    return Conditions.compile(Json.tree(when)).misfits(tool);
  }
}
