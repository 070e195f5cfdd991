package dev.playloop.schemas.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.Json;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What the language of conditions says of arguments: operator by operator, and in doubt.
final class ConditionsTest {
  @ParameterizedTest(name = "{0} of {1}: {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"a": "x"}                    | {"a": "x"}               | true
          {"a": "x"}                    | {"a": "X"}               | false
          {"a": ["x", "y"]}             | {"a": "y"}               | true
          {"a": ["x", "y"]}             | {"a": "z"}               | false
          {"a": {"is": 1}}              | {"a": 1.0}               | true
          {"a": {"is": 1}}              | {"a": 1.1}               | false
          {"a": {"is": 1}}              | {"a": "1"}               | true
          {"a": {"is": true}}           | {"a": true}              | true
          {"a": {"is": true}}           | {"a": "true"}            | true
          {"a": {"not": "x"}}           | {"a": "y"}               | true
          {"a": {"not": "x"}}           | {"a": "x"}               | false
          {"a": {"not": 1}}             | {"a": 1.00}              | false
          {"a": {"in": [1, "b"]}}       | {"a": 1e0}               | true
          {"a": {"in": [1, "b"]}}       | {"a": "1"}               | false
          {"a": {"notIn": ["bank"]}}    | {"a": "bob"}             | true
          {"a": {"notIn": ["bank"]}}    | {"a": "bank"}            | false
          {"a": {"above": 500}}         | {"a": 500}               | false
          {"a": {"above": 500}}         | {"a": 500.0}             | false
          {"a": {"above": 500}}         | {"a": 500.000000000001}  | true
          {"a": {"above": 500}}         | {"a": -501}              | false
          {"a": {"atLeast": 500}}       | {"a": 500.00}            | true
          {"a": {"atLeast": 500}}       | {"a": 499.999999999999}  | false
          {"a": {"below": 5}}           | {"a": 5}                 | false
          {"a": {"below": 5}}           | {"a": 4.9}               | true
          {"a": {"atMost": 5}}          | {"a": 5}                 | true
          {"a": {"atMost": 5}}          | {"a": 5.1}               | false
          {"a": {"above": 9007199254740992}} | {"a": 9007199254740993} | true
          {"a": {"above": 0.1}}         | {"a": 0.1}               | false
          {"a": {"startsWith": "0x"}}   | {"a": "0xab"}            | true
          {"a": {"startsWith": "0x"}}   | {"a": "ab0x"}            | false
          {"a": {"endsWith": "!"}}      | {"a": "Hey!"}            | true
          {"a": {"endsWith": "!"}}      | {"a": "!Hey"}            | false
          {"a": {"contains": "gold"}}   | {"a": "all gold"}        | true
          {"a": {"contains": "gold"}}   | {"a": "Gold"}            | false
          {"a": {"longerThan": 3}}      | {"a": "abc"}             | false
          {"a": {"longerThan": 3}}      | {"a": "abcd"}            | true
          {"a": {"longerThan": 1}}      | {"a": [1, 2]}            | true
          {"a": {"shorterThan": 3}}     | {"a": "ab"}              | true
          {"a": {"shorterThan": 3}}     | {"a": [1, 2, 3]}         | false
          {"a": {"longerThan": 1}}      | {"a": "\\ud83d\\ude00"}  | false
          {"a": {"has": "b"}}           | {"a": ["a", "b"]}        | true
          {"a": {"has": "b"}}           | {"a": ["a"]}             | false
          {"a": {"has": 2}}             | {"a": [2.0]}             | true
          {"a": {"has": "b"}}           | {"a": []}                | false
          {"a": {"given": true}}        | {"a": 0}                 | true
          {"a": {"given": false}}       | {"a": 0}                 | false
          {"a.b": {"above": 1}}         | {"a": {"b": 2}}          | true
          {"a.b": {"above": 1}}         | {"a": {"b": 1}}          | false
          {"a": {"above": 1, "below": 3}} | {"a": 2}               | true
          {"a": {"above": 1, "below": 3}} | {"a": 3}               | false
          {"a": "x", "b": "y"}          | {"a": "x", "b": "y"}     | true
          {"a": "x", "b": "y"}          | {"a": "x", "b": "z"}     | false
          {}                            | {"a": 1}                 | true
          """)
  void eachOperatorComparesWhatItSays(String when, String args, boolean holds) {
    assertThat(holds(when, args)).isEqualTo(holds);
  }

  /// What can't be looked at is never a reason not to ask.
  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "\"x\"",
        "[\"x\"]",
        "{\"is\": 1}",
        "{\"not\": 1}",
        "{\"in\": [1]}",
        "{\"notIn\": [1]}",
        "{\"above\": 1}",
        "{\"atLeast\": 1}",
        "{\"below\": 1}",
        "{\"atMost\": 1}",
        "{\"startsWith\": \"x\"}",
        "{\"endsWith\": \"x\"}",
        "{\"contains\": \"x\"}",
        "{\"longerThan\": 1}",
        "{\"shorterThan\": 1}",
        "{\"has\": 1}"
      })
  void inDoubtItAsks(String said) {
    for (String args :
        List.of(
            "{}",
            "{\"b\": 1}",
            "{\"a\": null}",
            "{\"a\": {}}",
            "{\"a\": {\"is\": 1}}",
            "[]",
            "\"a\"",
            "7",
            "null")) {
      assertThat(holds("{\"a\": " + said + "}", args)).as("%s", args).isTrue();
    }
    assertThat(holds("{\"a.b\": " + said + "}", "{\"a\": [1]}")).isTrue();
  }

  @ParameterizedTest(name = "{0} of {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"above": 500}       | "1"
          {"above": 500}       | true
          {"below": 5}         | "9"
          {"below": 5}         | [9]
          {"startsWith": "x"}  | 7
          {"contains": "x"}    | ["y"]
          {"longerThan": 5}    | 7
          {"has": "x"}         | "y"
          {"is": "x"}          | ["y"]
          {"notIn": ["bank"]}  | ["bank"]
          """)
  void aValueOfAnotherTypeAsks(String said, String value) {
    assertThat(holds("{\"a\": " + said + "}", "{\"a\": " + value + "}")).isTrue();
  }

  /// What is in doubt spares nobody a question.
  @ParameterizedTest(name = "{0} of {1}: {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {}                                | {}              | true
          {"a": 1}                          | {"a": 1.0}      | true
          {"a": 1}                          | {"a": 2}        | false
          {"a": 1}                          | {}              | false
          {"a": 1}                          | {"a": null}     | false
          {"a": 1}                          | {"a": [1]}      | false
          {"a": {"not": "bank"}}            | {"a": "bob"}    | true
          {"a": {"not": "bank"}}            | {"a": 7}        | false
          {"a": {"not": "bank"}}            | {}              | false
          {"a": {"notIn": ["bank", true]}}  | {"a": "bob"}    | true
          {"a": {"notIn": ["bank", true]}}  | {"a": 7}        | false
          {"a": {"notIn": ["bank", true]}}  | {}              | false
          {"a": {"atMost": 5}}              | {"a": 5}        | true
          {"a": {"atMost": 5}}              | {"a": "5"}      | false
          {"a": {"atMost": 5}}              | {}              | false
          {"a": {"startsWith": "x"}}        | {"a": ["x"]}    | false
          {"a": {"shorterThan": 5}}         | {"a": 1}        | false
          {"a": {"has": "x"}}               | {"a": "x"}      | false
          {"a": {"has": "x"}}               | {"a": ["x"]}    | true
          {"a": {"given": false}}           | {}              | true
          {"a": {"given": true}}            | {}              | false
          {"a": 1, "b": 2}                  | {"a": 1}        | false
          """)
  void whatSparesAQuestionIsSeenToHold(String when, String args, boolean surely) {
    assertThat(Conditions.compile(Json.tree(when)).holdsForSure(Json.tree(args))).isEqualTo(surely);
  }

  @Test
  void onlyGivenLooksAtWhetherAValueIsThere() {
    assertThat(holds("{\"a\": {\"given\": true}}", "{}")).isFalse();
    assertThat(holds("{\"a\": {\"given\": true}}", "{\"a\": null}")).isFalse();
    assertThat(holds("{\"a\": {\"given\": false}}", "{}")).isTrue();
    assertThat(holds("{\"a\": {\"given\": true, \"above\": 5}}", "{}")).isFalse();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          []                             | when                | an object of fields
          "amount"                       | when                | an object of fields
          {"": 1}                        | when                | the name of an argument
          {"a..b": 1}                    | when                | the name of an argument
          {"a.b.c.d.e.f.g.h.i": 1}       | when                | at most 8
          {"a": null}                    | when.a.is           | a text, a number
          {"a": {}}                      | when.a              | 1 to 8 operators
          {"a": []}                      | when.a.in           | a list of 1 to 100
          {"a": [["x"]]}                 | when.a.in           | a list of 1 to 100
          {"a": {"abvoe": 1}}            | when.a              | did you mean 'above'?
          {"a": {"Above": 1}}            | when.a              | did you mean 'above'?
          {"a": {"matches": ".*"}}       | when.a              | an operator: is, not, in
          {"a": {"above": "5oo"}}        | when.a.above        | a number
          {"a": {"above": null}}         | when.a.above        | a number
          {"a": {"in": "x"}}             | when.a.in           | a list
          {"a": {"notIn": []}}           | when.a.notIn        | a list
          {"a": {"is": {"b": 1}}}        | when.a.is           | a text, a number
          {"a": {"contains": ""}}        | when.a.contains     | 1 to 1000 characters
          {"a": {"contains": 5}}         | when.a.contains     | a text
          {"a": {"longerThan": -1}}      | when.a.longerThan   | a whole number
          {"a": {"longerThan": 1.5}}     | when.a.longerThan   | a whole number
          {"a": {"longerThan": 1000001}} | when.a.longerThan   | a whole number
          {"a": {"given": "yes"}}        | when.a.given        | true or false
          {"a": {"has": ["x"]}}          | when.a.has          | a text, a number
          """)
  void whatIsNoConditionIsRefusedWithItsField(String when, String field, String why) {
    assertThatThrownBy(() -> Conditions.compile(Json.tree(when)))
        .isInstanceOfSatisfying(
            InvalidValueException.class, e -> assertThat(e.field()).isEqualTo(field))
        .hasMessageContaining(why);
  }

  @Test
  void thereIsABoundToAllOfIt() {
    refused(fields(33), "at most 32 fields");
    assertThat(Conditions.compile(fields(32)).holds(Json.tree("{}"))).isTrue();
    refused(list(101), "1 to 100");
    assertThat(Conditions.compile(list(100)).holds(Json.tree("{\"a\": 99}"))).isTrue();
    refused(Json.NODES.objectNode().put("a", "x".repeat(1_001)), "a text");
    refused(Json.NODES.objectNode().put("x".repeat(201), 1), "201 characters");
    assertThat(Conditions.compile(Json.NODES.objectNode().put("a", "x".repeat(1_000)))).isNotNull();
  }

  private static void refused(JsonNode when, String why) {
    assertThatThrownBy(() -> Conditions.compile(when))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining(why);
  }

  private static ObjectNode fields(int count) {
    ObjectNode when = Json.NODES.objectNode();
    IntStream.range(0, count).forEach(i -> when.put("f" + i, i));
    return when;
  }

  private static ObjectNode list(int count) {
    ObjectNode when = Json.NODES.objectNode();
    ArrayNode list = when.putArray("a");
    IntStream.range(0, count).forEach(list::add);
    return when;
  }

  @Test
  void whatMatchedIsAsItStandsInTheArguments() {
    JsonNode args =
        Json.tree("{\"amount\": 600.50, \"to\": {\"id\": \"bob\"}, \"memo\": \"secret\"}");

    assertThat(matched("{\"amount\": {\"above\": 5, \"below\": 900}, \"to.id\": \"bob\"}", args))
        .isEqualTo("{\"amount\":600.50,\"to.id\":\"bob\"}");
    assertThat(matched("{\"gone\": 1}", args)).isEqualTo("{}");
    assertThat(matched("{}", args)).isEqualTo("{}");
  }

  @Test
  void whatMatchedIsShort() {
    ObjectNode args = Json.NODES.objectNode();
    ObjectNode when = Json.NODES.objectNode();
    for (int i = 0; i < 32; i++) {
      args.put("f" + i, "\ud83d\ude00".repeat(10_000));
      when.putObject("f" + i).put("longerThan", 1);
    }

    JsonNode matched = Conditions.compile(when).matched(args);

    assertThat(matched.size()).isBetween(1, 5);
    assertThat(matched.get("f0").stringValue().length()).isLessThanOrEqualTo(210);
    assertThat(Json.bytes(matched).length).isLessThan(2_000);
  }

  private static String matched(String when, JsonNode args) {
    return Conditions.compile(Json.tree(when)).matched(args).toString();
  }

  @Test
  void conditionsAreWrittenAsTheyWereRead() {
    JsonNode when = Json.tree("{\"b\": {\"above\": 1.50}, \"a\": [\"x\"]}");

    assertThat(Json.text(Conditions.compile(when))).isEqualTo(when.toString());
    assertThat(Conditions.compile(when))
        .isEqualTo(Json.read(when.toString(), Conditions.class))
        .hasSameHashCodeAs(Conditions.compile(when))
        .isNotEqualTo(Conditions.ALWAYS);
  }

  private static boolean holds(String when, String args) {
    return Conditions.compile(Json.tree(when)).holds(Json.tree(args));
  }
}
