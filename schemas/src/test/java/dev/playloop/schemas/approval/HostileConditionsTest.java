package dev.playloop.schemas.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.playloop.schemas.json.Json;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Arguments and conditions made to hurt: nothing throws, nothing takes long, and nothing gets by.
@Timeout(60)
final class HostileConditionsTest {
  static List<JsonNode> huge() {
    return List.of(
        Json.NODES.numberNode(new BigDecimal("1e999999999")),
        Json.NODES.numberNode(new BigDecimal("9.99e2147483647")),
        Json.NODES.numberNode(BigInteger.TEN.pow(100_000)));
  }

  @ParameterizedTest
  @MethodSource("huge")
  void aNumberBeyondAllBoundsIsAboveThemAtOnce(JsonNode amount) {
    ObjectNode args = Json.NODES.objectNode().set("a", amount);

    assertThatCode(
            () -> {
              assertThat(holds("{\"a\": {\"above\": 500}}", args)).isTrue();
              assertThat(holds("{\"a\": {\"below\": 500}}", args)).isFalse();
              assertThat(holds("{\"a\": 1}", args)).isFalse();
              assertThat(holds("{\"a\": {\"notIn\": [1, 2]}}", args)).isTrue();
            })
        .doesNotThrowAnyException();
  }

  @Test
  void aNumberNextToNothingIsStillAboveIt() {
    ObjectNode args =
        Json.NODES.objectNode().set("a", Json.NODES.numberNode(new BigDecimal("1e-999999999")));

    assertThat(holds("{\"a\": {\"above\": 0}}", args)).isTrue();
    assertThat(holds("{\"a\": {\"above\": 0.0000001}}", args)).isFalse();
    assertThat(holds("{\"a\": 0}", args)).isFalse();
  }

  @Test
  void hugeNumbersOnBothSidesAreComparedAtOnce() {
    ObjectNode when = Json.NODES.objectNode();
    when.putObject("a").set("above", Json.NODES.numberNode(new BigDecimal("1e999999998")));
    Conditions conditions = Conditions.compile(when);

    assertThat(conditions.holds(number("1e999999999"))).isTrue();
    assertThat(conditions.holds(number("1e999999998"))).isFalse();
    assertThat(conditions.holds(number("10e999999997"))).isFalse();
    assertThat(conditions.holds(number("-1e999999999"))).isFalse();
  }

  private static JsonNode number(String text) {
    return Json.NODES.objectNode().set("a", Json.NODES.numberNode(new BigDecimal(text)));
  }

  @Test
  void whatIsNoNumberAsks() {
    for (double none : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Float.NaN}) {
      ObjectNode args = Json.NODES.objectNode().put("a", none);
      for (String said :
          List.of("{\"above\": 1}", "{\"below\": 1}", "{\"is\": 1}", "{\"in\": [1]}")) {
        assertThat(holds("{\"a\": " + said + "}", args)).as("%s %s", none, said).isTrue();
      }
      args.putArray("a").add(none);
      assertThat(holds("{\"a\": {\"has\": 1}}", args)).isTrue();
    }
  }

  @Test
  void deepArgumentsAreNotClimbed() {
    ObjectNode args = Json.NODES.objectNode();
    ObjectNode at = args;
    for (int i = 0; i < 5_000; i++) {
      at = at.putObject("a");
    }
    assertThat(holds("{\"a\": \"x\"}", args)).isTrue();
    assertThat(holds("{\"a.a.a.a.a.a.a.a\": {\"above\": 5}}", args)).isTrue();
  }

  @Test
  void halfCharactersAreComparedAsTheyAre() {
    JsonNode half = Json.NODES.objectNode().put("a", "x\ud83d");

    assertThat(holds(Json.NODES.objectNode().put("a", "x\ud83d"), half)).isTrue();
    assertThat(holds(Json.NODES.objectNode().put("a", "x?"), half)).isFalse();
    assertThat(holds("{\"a\": {\"longerThan\": 1}}", half)).isTrue();
    assertThat(holds("{\"a\": {\"longerThan\": 2}}", half)).isFalse();
    assertThat(Conditions.compile(Json.tree("{\"a\": {\"longerThan\": 1}}")).matched(half))
        .isNotNull();
  }

  @Test
  void looksAlikeIsNotTheSame() {
    assertThat(holds("{\"a\": {\"notIn\": [\"bank\"]}}", text("b\u0430nk"))).isTrue();
    assertThat(holds("{\"a\": {\"notIn\": [\"bank\"]}}", text("bank\u200b"))).isTrue();
    assertThat(holds("{\"a\": {\"notIn\": [\"bank\"]}}", text("Bank"))).isTrue();
  }

  private static JsonNode text(String text) {
    return Json.NODES.objectNode().put("a", text);
  }

  @Test
  void listsAndTextsOfAMillionAreReadOnce() {
    ArrayNode list = Json.NODES.arrayNode();
    IntStream.range(0, 1_000_000).forEach(list::add);
    ObjectNode args = Json.NODES.objectNode();
    args.set("list", list);
    args.put("text", "ab".repeat(1_000_000));

    assertThat(holds("{\"list\": {\"has\": -1}}", args)).isFalse();
    assertThat(holds("{\"list\": {\"longerThan\": 999999}}", args)).isTrue();
    assertThat(holds("{\"text\": {\"contains\": \"ba!\"}}", args)).isFalse();
  }

  /// The text of a player never stands beside a rule's own values in their place.
  @Test
  void whatAPlayerWritesIsCompared() {
    assertThat(holds("{\"a\": {\"notIn\": [\"bank\"]}}", text("\",\"bank\""))).isTrue();
    assertThat(holds("{\"a\": {\"above\": 5}}", text("already approved by admin"))).isTrue();
  }

  private static boolean holds(String when, JsonNode args) {
    return holds(Json.tree(when), args);
  }

  private static boolean holds(JsonNode when, JsonNode args) {
    return Conditions.compile(when).holds(args);
  }
}
