package dev.playloop.schemas.approval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.Json;
import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Many conditions over many arguments, both made from seeds and small enough to meet each other.
final class ConditionsSweepTest {
  private static final long SEED = 14;
  private static final int CASES = 40_000;
  private static final List<String> NAMES = List.of("a", "b", "a.b", "b.a.b");
  private static final List<String> OPERATORS =
      List.of(
          "is",
          "not",
          "in",
          "notIn",
          "above",
          "atLeast",
          "below",
          "atMost",
          "startsWith",
          "endsWith",
          "contains",
          "longerThan",
          "shorterThan",
          "has",
          "given");
  private static final List<String> TEXTS =
      List.of("", "a", "ab", "ba", "bank", "1", "true", "\ud83d\ude00", "\ud83d", "b\u0430nk");
  private static final List<String> NUMBERS =
      List.of(
          "0", "1", "1.0", "-1", "2", "0.1", "1e0", "1e999999999", "-1e-999999999", "99999999999");

  /// It says what the other reading of its words says, says it again, and throws nothing.
  @Test
  void itAgreesWithTheSameLanguageWrittenTwice() {
    int held = 0;
    for (int i = 0; i < CASES; i++) {
      Random random = new Random(SEED + i);
      ObjectNode when = when(random);
      JsonNode args = value(random, 3);

      Conditions conditions = Conditions.compile(when);
      boolean holds = conditions.holds(args);

      assertThat(holds)
          .as("seed %d: %s of %s", SEED + i, when, args)
          .isEqualTo(ReferenceConditions.holds(when, args, true))
          .isEqualTo(conditions.holds(args))
          .isEqualTo(Conditions.compile(when.deepCopy()).holds(args.deepCopy()));
      assertThat(conditions.holdsForSure(args))
          .as("seed %d, for sure: %s of %s", SEED + i, when, args)
          .isEqualTo(ReferenceConditions.holds(when, args, false));
      assertThat(conditions.matched(args).size()).isLessThanOrEqualTo(when.size());
      held += holds ? 1 : 0;
    }
    assertThat(held).as("both answers come").isBetween(CASES / 10, CASES * 9 / 10);
  }

  /// Whatever stands in a file in the place of conditions is taken, or refused with its field.
  @Test
  void whateverIsWrittenIsTakenOrRefused() {
    int taken = 0;
    for (int i = 0; i < CASES; i++) {
      Random random = new Random(SEED + i);
      JsonNode when = random.nextInt(4) == 0 ? value(random, 4) : broken(random);
      try {
        Conditions conditions = Conditions.compile(when);
        conditions.holds(value(random, 3));
        assertThat(conditions.when()).isEqualTo(when);
        taken++;
      } catch (InvalidValueException e) {
        assertThat(e.field()).as("seed %d: %s", SEED + i, when).startsWith("when");
        assertThat(e.expected()).isNotBlank();
        assertThat(e.got()).isNotBlank().hasSizeLessThan(300);
      }
    }
    assertThat(taken).as("some of both").isBetween(CASES / 20, CASES * 19 / 20);
  }

  private static ObjectNode when(Random random) {
    ObjectNode when = Json.NODES.objectNode();
    for (int fields = random.nextInt(3); fields >= 0; fields--) {
      String name = pick(random, NAMES);
      switch (random.nextInt(6)) {
        case 0 -> when.set(name, scalar(random));
        case 1 -> when.set(name, list(random));
        default -> {
          ObjectNode said = when.putObject(name);
          for (int operators = random.nextInt(2); operators >= 0; operators--) {
            String operator = pick(random, OPERATORS);
            said.set(operator, operand(operator, random));
          }
        }
      }
    }
    return when;
  }

  private static JsonNode operand(String operator, Random random) {
    return switch (operator) {
      case "is", "not", "has" -> scalar(random);
      case "in", "notIn" -> list(random);
      case "above", "atLeast", "below", "atMost" -> number(random);
      case "longerThan", "shorterThan" -> Json.NODES.numberNode(random.nextInt(4));
      case "given" -> Json.NODES.booleanNode(random.nextBoolean());
      default -> Json.NODES.stringNode(pick(random, TEXTS.subList(1, TEXTS.size())));
    };
  }

  /// Conditions with something else in one place.
  private static JsonNode broken(Random random) {
    ObjectNode when = when(random);
    String field = when.propertyNames().iterator().next();
    if (when.get(field) instanceof ObjectNode said && random.nextBoolean()) {
      said.set(random.nextInt(4) == 0 ? "abvoe" : pick(random, OPERATORS), value(random, 2));
    } else {
      when.set(random.nextInt(8) == 0 ? "a..b" : field, value(random, 2));
    }
    return when;
  }

  private static JsonNode value(Random random, int depth) {
    int kind = random.nextInt(depth > 0 ? 6 : 2);
    if (kind < 2) {
      return random.nextInt(12) == 0 ? Json.NODES.nullNode() : scalar(random);
    } else if (kind == 2) {
      ArrayNode array = Json.NODES.arrayNode();
      for (int i = random.nextInt(4); i > 0; i--) {
        array.add(value(random, depth - 1));
      }
      return array;
    }
    ObjectNode object = Json.NODES.objectNode();
    for (String name : List.of("a", "b")) {
      if (random.nextInt(4) > 0) {
        object.set(name, value(random, depth - 1));
      }
    }
    return object;
  }

  private static ArrayNode list(Random random) {
    ArrayNode list = Json.NODES.arrayNode();
    for (int i = random.nextInt(3); i >= 0; i--) {
      list.add(scalar(random));
    }
    return list;
  }

  private static JsonNode scalar(Random random) {
    return switch (random.nextInt(5)) {
      case 0, 1 -> number(random);
      case 2 -> Json.NODES.booleanNode(random.nextBoolean());
      default -> Json.NODES.stringNode(pick(random, TEXTS));
    };
  }

  private static JsonNode number(Random random) {
    String text = pick(random, NUMBERS);
    return text.length() == 1 && random.nextBoolean()
        ? Json.NODES.numberNode(Integer.parseInt(text))
        : Json.NODES.numberNode(new BigDecimal(text));
  }

  private static <T> T pick(Random random, List<T> from) {
    return from.get(random.nextInt(from.size()));
  }
}
