package dev.playloop.schemas.argument;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/// What a model is taught of arguments that do not fit, where records have no words for it, and
/// what the most expensive of them take.
final class ArgumentSchemaTest {
  @ParameterizedTest(name = "{0} by {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          5     | {"type":"integer","minimum":6}                 | a whole number of at least 6
          5     | {"type":"integer","maximum":4}                 | a whole number of at most 4
          5     | {"type":"integer","exclusiveMinimum":5}        | a whole number above 5
          5     | {"type":"number","exclusiveMaximum":5}         | a number below 5
          5.0   | {"type":"number","minimum":1,"exclusiveMaximum":5} | a number of at least 1 and below 5
          5     | {"type":"number","exclusiveMinimum":0,"maximum":1.5} | a number above 0 and at most 1.5
          99999999999999999999 | {"type":"integer"}              | a whole number
          1.5   | {"type":"integer"}                             | a whole number
          "a"   | {"type":"string","minLength":2}                | a text of at least 2 characters
          "abc" | {"type":"string","maxLength":2}                | a text of at most 2 characters
          []    | {"type":"array","minItems":1}                  | a list of at least 1 elements
          [1,2] | {"type":"array","maxItems":1}                  | a list of at most 1 elements
          "a"   | {"type":["integer","boolean"],"maximum":4}     | a whole number of at most 4 or true or false
          5     | {"type":["integer","null"],"maximum":4}        | a whole number of at most 4 or null
          "a"   | {"type":"null"}                                | null
          2     | {"const":"go"}                                 | exactly go
          "a"   | {"enum":["a b",2,true,null]}                   | one of "a b", 2, true, null
          {"a":1} | {"type":"string"}                            | a text (send the JSON as one string: "{\\"a\\":1}")
          """)
  void whatIsExpectedIsSaid(String value, String part, String expected) {
    ArgumentMisfit misfit = misfit(part, value);

    assertThat(misfit).isNotNull();
    assertThat(misfit.field()).isEqualTo("a");
    assertThat(misfit.expected()).isEqualTo(expected);
    assertThat(misfit.got()).isEqualTo(value);
  }

  @ParameterizedTest(name = "{0} by {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          5.0   | {"type":"integer","minimum":5,"maximum":5}
          1e1   | {"enum":[10]}
          -0    | {"const":0.0}
          null  | {"type":["integer","null"]}
          null  | {"type":"integer"}
          null  | {"enum":["a"]}
          null  | true
          [[1]] | {}
          {"b":{"c":[1]}} | {"type":"object","additionalProperties":true}
          {"b":1} | {"type":"object","additionalProperties":{"type":"integer"}}
          """)
  void whatFitsFits(String value, String part) {
    assertThat(misfit(part, value)).isNull();
  }

  private static @Nullable ArgumentMisfit misfit(String part, String value) {
    return read("{\"type\":\"object\",\"properties\":{\"a\":" + part + "}}")
        .misfit(Json.tree("{\"a\":" + value + "}"));
  }

  /// What is unknown comes first, then what is wrong in the order in which it is declared.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"c":"x","b":"x","d":1}     | d           | one of the parameters a, b, c
          {"c":"x","b":"x"}           | a           | a whole number
          {"c":"x","a":1,"b":"x"}     | b           | a list
          {"c":"x","a":1,"b":[{"name":1}]} | b[0].name | a text
          {"c":"x","a":1,"b":[{"name":"n","nam":1}]} | b[0].nam | one of the parameters name
          {"c":"x","a":1,"b":[{"name":"n"},{}]} | b[1].name | a text
          {"c":"x","a":1}             | c           | true or false
          """)
  void theFirstFaultIsTold(String arguments, String field, String expected) {
    ArgumentSchema schema =
        read(
            """
            {"type":"object","required":["c","a"],"properties":{"a":{"type":"integer"},
             "b":{"type":"array","items":{"type":"object","required":["name"],
             "properties":{"name":{"type":"string"}}}},"c":{"type":"boolean"}}}\
            """);

    ArgumentMisfit misfit = schema.misfit(Json.tree(arguments));

    assertThat(misfit).isNotNull();
    assertThat(misfit.field()).isEqualTo(field);
    assertThat(misfit.expected()).isEqualTo(expected);
  }

  @Test
  void whatIsSettledHasItsWholeNumbersAndNoNullsForWhatIsLeftOut() {
    ArgumentSchema schema =
        read(
            """
            {"type":"object","properties":{"n":{"type":"integer"},"e":{"type":"integer","enum":[10]},
             "m":{"type":"number"},"o":{"type":["integer","null"]},"x":{"type":"string"}},
             "additionalProperties":{"type":"array","items":{"type":"integer"}}}\
            """);

    assertThat(
            schema.settled(
                Json.tree("{\"n\":1.0,\"e\":1e1,\"m\":1.0,\"o\":null,\"x\":null,\"y\":[2.0]}")))
        .hasToString("{\"n\":1,\"e\":10,\"m\":1.0,\"o\":null,\"y\":[2]}");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"type":"string"}              | true
          {"type":"integer"}             | true
          {"$ref":"#/$defs/id"}          | true
          {"enum":["a","b"]}             | true
          {"type":"integer","enum":[1]}  | true
          {"enum":[1,2]}                 | false
          {"enum":["a",1]}               | false
          {"type":"number"}              | false
          {"type":["integer","null"]}    | false
          {"type":["string","integer"]}  | false
          {"type":"boolean"}             | false
          {}                             | false
          """)
  void callsAreToldApartByWhatHasOneForm(String part, boolean tellsApart) {
    String schema =
        "{\"type\":\"object\",\"properties\":{\"a\":%s},\"required\":[%s],\"$defs\":{\"id\":{\"type\":\"string\"}}}";

    assertThat(read(schema.formatted(part, "\"a\"")).tellsApart("a")).isEqualTo(tellsApart);
    assertThat(read(schema.formatted(part, "")).tellsApart("a")).isFalse();
    assertThat(read(schema.formatted(part, "\"a\"")).tellsApart("b")).isFalse();
  }

  /// As much pattern for as little schema as there is, and as much text as it is held against.
  @Test
  void theMostExpensivePatternKeepsToTheSteps() {
    ArgumentSchema schema =
        read(
            """
            {"type":"object","additionalProperties":{"type":"string","maxLength":300,"pattern":"(?:x?){160}y"}}\
            """);
    ObjectNode arguments = Json.NODES.objectNode();
    for (int i = 0; i < 200; i++) {
      arguments.put("f" + i, "x".repeat(299) + "y");
    }

    assertThat(steps(schema, arguments)).isGreaterThan(200L * 300 * 300);
  }

  @Test
  void theMostExpensiveLessonKeepsToTheSteps() {
    ObjectNode declared = Json.NODES.objectNode().put("type", "object");
    ObjectNode properties = declared.putObject("properties");
    for (int i = 0; i < 200; i++) {
      properties.putObject("x".repeat(60) + i);
    }
    ArgumentSchema schema = read(declared.toString());

    assertThat(steps(schema, Json.NODES.objectNode().put("x".repeat(200), 1)))
        .isGreaterThan(200L * 200 * 60);
    assertThat(steps(schema, Json.NODES.objectNode().put("x".repeat(60_000), 1)))
        .isLessThan(200L * 201 * 70);
  }

  /// Where 200 fields are declared and none is sent, none is looked at.
  @Test
  void whatIsDeclaredAndNotSentTakesNoSteps() {
    ObjectNode element = Json.NODES.objectNode().put("type", "object");
    ObjectNode fields = element.putObject("properties");
    for (int i = 0; i < 190; i++) {
      fields.putObject("f" + i).put("type", "integer");
    }
    ObjectNode declared = Json.NODES.objectNode().put("type", "object");
    declared.putObject("properties").putObject("l").put("type", "array").set("items", element);
    ObjectNode arguments = Json.NODES.objectNode();
    for (int i = 0; i < 10_000; i++) {
      arguments.withArray("l").addObject();
    }

    assertThat(steps(read(declared.toString()), arguments)).isLessThan(60_000);
  }

  @Test
  void numbersThatNoParserOfOursLetsInAreRefusedAtOnce() {
    ArgumentSchema schema = read("{\"type\":\"object\",\"additionalProperties\":{\"enum\":[1]}}");
    for (String huge : new String[] {"1E+2147483647", "1E-2147483647", "-1E+999999999"}) {
      assertThat(schema.misfit(Json.NODES.objectNode().put("a", new BigDecimal(huge)))).isNotNull();
    }
  }

  private static long steps(ArgumentSchema schema, ObjectNode arguments) {
    CheckSteps steps = new CheckSteps();
    if (schema.misfit(arguments, steps) == null) {
      schema.settled(arguments, steps);
    }
    long product = (long) schema.json().toString().length() * arguments.toString().length();
    assertThat(steps.taken()).isLessThanOrEqualTo(ArgumentSchema.STEPS * product);
    return steps.taken();
  }

  private static ArgumentSchema read(String schema) {
    return switch (SchemaReading.of(Json.tree(schema))) {
      case SchemaReading.Accepted(ArgumentSchema read) -> read;
      case SchemaReading.Refused refused -> throw new AssertionError(refused.lessons().toString());
    };
  }
}
