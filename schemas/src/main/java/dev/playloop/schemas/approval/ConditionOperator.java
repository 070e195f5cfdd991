package dev.playloop.schemas.approval;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Nearest;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.json.Json;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NumericNode;

/// How one argument is compared in [Conditions]. Numbers are compared exactly, texts by their
/// characters; nothing is coerced. Only an order of size reads texts as numbers, where both are
/// texts of digits: amounts that no number of JSON holds exactly are such texts.
enum ConditionOperator {
  IS("is", Takes.SCALAR),
  NOT("not", Takes.SCALAR),
  IN("in", Takes.SCALARS),
  NOT_IN("notIn", Takes.SCALARS),
  ABOVE("above", Takes.NUMBER),
  AT_LEAST("atLeast", Takes.NUMBER),
  BELOW("below", Takes.NUMBER),
  AT_MOST("atMost", Takes.NUMBER),
  STARTS_WITH("startsWith", Takes.TEXT),
  ENDS_WITH("endsWith", Takes.TEXT),
  CONTAINS("contains", Takes.TEXT),
  LONGER_THAN("longerThan", Takes.LENGTH),
  SHORTER_THAN("shorterThan", Takes.LENGTH),
  HAS("has", Takes.ELEMENT),
  GIVEN("given", Takes.BOOLEAN);

  private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,40}(\\.[0-9]{1,40})?");
  private static final int MAX_SHOWN = 100;
  private static final int MAX_LIST = 100;
  private static final int MAX_TEXT = 1_000;
  private static final int MAX_LENGTH = 1_000_000;

  private final String text;
  private final Takes takes;

  ConditionOperator(String text, Takes takes) {
    this.text = text;
    this.takes = takes;
  }

  /// What stands behind an operator, and what it can be compared with.
  enum Takes {
    SCALAR("a text, a number, true or false"),
    SCALARS("a list of 1 to 100 texts, numbers, true and false"),
    NUMBER("a number, or a text of digits for amounts that are texts"),
    TEXT("a text of 1 to 1000 characters"),
    LENGTH("a whole number from 0 to 1000000"),
    ELEMENT("a text, a number, true or false"),
    BOOLEAN("true or false");

    private final String expected;

    Takes(String expected) {
      this.expected = expected;
    }
  }

  /// Throws [InvalidValueException] where there is none of that name.
  static ConditionOperator named(ArgumentPath path, String name) {
    for (ConditionOperator operator : values()) {
      if (operator.text.equals(name)) {
        return operator;
      }
    }
    List<String> names = Arrays.stream(values()).map(ConditionOperator::toString).toList();
    String nearest = Nearest.of(name, names);
    throw new InvalidValueException(
        "when." + path,
        "an operator: " + String.join(", ", names),
        "'"
            + Text.brief(name, 60)
            + "'"
            + (nearest == null ? "" : "; did you mean '" + nearest + "'?"));
  }

  Takes takes() {
    return takes;
  }

  /// Throws [InvalidValueException] where it can't stand behind this operator.
  void requireOperand(String field, JsonNode operand) {
    boolean fits =
        switch (takes) {
          case SCALAR, ELEMENT -> isScalar(operand);
          case SCALARS ->
              operand.isArray()
                  && !operand.isEmpty()
                  && operand.size() <= MAX_LIST
                  && operand.valueStream().allMatch(ConditionOperator::isScalar);
          case NUMBER -> isNumber(operand) || isDecimal(operand);
          case TEXT -> operand.isString() && !operand.stringValue().isEmpty() && isScalar(operand);
          case LENGTH ->
              operand.isIntegralNumber()
                  && operand.canConvertToInt()
                  && operand.intValue() >= 0
                  && operand.intValue() <= MAX_LENGTH;
          case BOOLEAN -> operand.isBoolean();
        };
    if (!fits) {
      throw new InvalidValueException(field, takes.expected, shown(operand));
    }
  }

  private static boolean isScalar(JsonNode value) {
    return isNumber(value)
        || value.isBoolean()
        || (value.isString() && Text.length(value.stringValue()) <= MAX_TEXT);
  }

  /// Whether an argument is like that.
  ///
  /// @param doubt what counts for one that is not there, or of another type than what it is
  ///   compared with
  boolean holds(@Nullable JsonNode value, JsonNode operand, boolean doubt) {
    if (this == GIVEN) {
      return operand.booleanValue() == (value != null);
    }
    if (value == null || !isComparable(value, operand)) {
      return doubt;
    }
    return compares(value, operand);
  }

  private boolean compares(JsonNode value, JsonNode operand) {
    return switch (this) {
      case IS -> same(value, operand);
      case NOT -> !same(value, operand);
      case IN -> among(value, operand);
      case NOT_IN -> !among(value, operand);
      case ABOVE -> compare(number(value), number(operand)) > 0;
      case AT_LEAST -> compare(number(value), number(operand)) >= 0;
      case BELOW -> compare(number(value), number(operand)) < 0;
      case AT_MOST -> compare(number(value), number(operand)) <= 0;
      case STARTS_WITH -> value.stringValue().startsWith(operand.stringValue());
      case ENDS_WITH -> value.stringValue().endsWith(operand.stringValue());
      case CONTAINS -> value.stringValue().contains(operand.stringValue());
      case LONGER_THAN -> length(value) > operand.intValue();
      case SHORTER_THAN -> length(value) < operand.intValue();
      case HAS -> has(value, operand);
      case GIVEN -> operand.booleanValue();
    };
  }

  private boolean isComparable(JsonNode value, JsonNode operand) {
    return switch (takes) {
      case SCALAR -> isLike(value, operand);
      case SCALARS -> operand.valueStream().anyMatch(one -> isLike(value, one));
      case NUMBER -> isDecimal(operand) ? isDecimal(value) : isNumber(value);
      case TEXT -> value.isString();
      case LENGTH -> value.isString() || value.isArray();
      case ELEMENT ->
          value.isArray() && value.valueStream().allMatch(one -> !one.isNumber() || isNumber(one));
      case BOOLEAN -> true;
    };
  }

  private static boolean isLike(JsonNode value, JsonNode operand) {
    return value.getNodeType() == operand.getNodeType() && (!value.isNumber() || isNumber(value));
  }

  /// One that is no number, or beyond all of them, can't be compared.
  private static boolean isNumber(JsonNode value) {
    return value instanceof NumericNode number && !number.isNaN();
  }

  private static boolean same(JsonNode value, JsonNode other) {
    boolean numbers = isNumber(value) && isNumber(other);
    return numbers ? compare(value, other) == 0 : value.equals(other);
  }

  private static boolean among(JsonNode value, JsonNode operand) {
    return operand.valueStream().anyMatch(one -> same(value, one));
  }

  private static boolean has(JsonNode value, JsonNode operand) {
    return value.valueStream().anyMatch(one -> same(one, operand));
  }

  private static boolean isDecimal(JsonNode value) {
    return value.isString() && DECIMAL.matcher(value.stringValue()).matches();
  }

  private static JsonNode number(JsonNode value) {
    return value.isString() ? Json.NODES.numberNode(new BigDecimal(value.stringValue())) : value;
  }

  /// Never writes a number out: of two far apart the one with more digits is the larger.
  private static int compare(JsonNode value, JsonNode operand) {
    return value.decimalValue().compareTo(operand.decimalValue());
  }

  private static int length(JsonNode value) {
    return value.isArray() ? value.size() : Text.length(value.stringValue());
  }

  @Override
  public String toString() {
    return text;
  }

  static String shown(@Nullable JsonNode value) {
    return value == null ? "nothing" : Text.brief(value.toString(), MAX_SHOWN);
  }
}
