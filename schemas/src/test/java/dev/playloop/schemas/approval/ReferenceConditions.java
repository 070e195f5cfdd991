package dev.playloop.schemas.approval;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The language of conditions written once more, over plain values and from its documentation, to
/// hold the real one against: slow, and short.
final class ReferenceConditions {
  private ReferenceConditions() {}

  /// @param doubt what counts where an argument is not there, or can't be compared
  static boolean holds(JsonNode when, JsonNode args, boolean doubt) {
    Map<?, ?> fields = (Map<?, ?>) Objects.requireNonNull(plain(when));
    for (Map.Entry<?, ?> field : fields.entrySet()) {
      Object value = plain(args);
      for (String name : field.getKey().toString().split("\\.", -1)) {
        value = value instanceof Map<?, ?> map ? map.get(name) : null;
      }
      Map<?, ?> said =
          field.getValue() instanceof Map<?, ?> operators
              ? operators
              : Map.of(field.getValue() instanceof List ? "in" : "is", field.getValue());
      for (Map.Entry<?, ?> one : said.entrySet()) {
        String operator = one.getKey().toString();
        boolean holds =
            operator.equals("given")
                ? one.getValue().equals(value != null)
                : canCompare(operator, value, one.getValue())
                    ? holds(operator, value, one.getValue())
                    : doubt;
        if (!holds) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean canCompare(String operator, @Nullable Object value, Object than) {
    return switch (operator) {
      case "is", "not" -> value != null && value.getClass() == than.getClass();
      case "in", "notIn" ->
          value != null
              && ((List<?>) than).stream().anyMatch(o -> o.getClass() == value.getClass());
      case "has" -> value instanceof List;
      case "above", "atLeast", "below", "atMost" ->
          value != null && value.getClass() == than.getClass() && size(value) != null;
      case "startsWith", "endsWith", "contains" -> value instanceof String;
      case "longerThan", "shorterThan" -> value instanceof String || value instanceof List;
      default -> throw new AssertionError(operator);
    };
  }

  private static boolean holds(String operator, @Nullable Object value, Object than) {
    return switch (operator) {
      case "is" -> same(value, than);
      case "not" -> !same(value, than);
      case "in" -> ((List<?>) than).stream().anyMatch(o -> same(value, o));
      case "notIn" -> ((List<?>) than).stream().noneMatch(o -> same(value, o));
      case "has" -> value instanceof List<?> list && list.stream().anyMatch(o -> same(o, than));
      case "above" -> compare(value, than) > 0;
      case "atLeast" -> compare(value, than) >= 0;
      case "below" -> compare(value, than) < 0;
      case "atMost" -> compare(value, than) <= 0;
      case "startsWith" -> value instanceof String s && s.indexOf((String) than) == 0;
      case "endsWith" -> value instanceof String s && s.endsWith((String) than);
      case "contains" -> value instanceof String s && s.indexOf((String) than) >= 0;
      case "longerThan" -> length(value) > ((BigDecimal) than).intValue();
      case "shorterThan" -> length(value) < ((BigDecimal) than).intValue();
      default -> throw new AssertionError(operator);
    };
  }

  private static int compare(@Nullable Object value, Object than) {
    return Objects.requireNonNull(size(value)).compareTo(size(than));
  }

  /// A number, also one that is written as a text.
  private static @Nullable BigDecimal size(@Nullable Object value) {
    if (value instanceof BigDecimal number) {
      return number;
    }
    return value instanceof String text && text.matches("[0-9]{1,40}(\\.[0-9]{1,40})?")
        ? new BigDecimal(text)
        : null;
  }

  private static boolean same(@Nullable Object one, Object other) {
    if (one instanceof BigDecimal a && other instanceof BigDecimal b) {
      return a.compareTo(b) == 0;
    }
    return Objects.equals(one, other);
  }

  private static int length(@Nullable Object value) {
    return value instanceof String s
        ? (int) s.codePoints().count()
        : value instanceof List<?> list ? list.size() : -1;
  }

  private static @Nullable Object plain(JsonNode node) {
    if (node.isObject()) {
      Map<String, Object> map = new LinkedHashMap<>();
      node.properties().forEach(e -> map.put(e.getKey(), plain(e.getValue())));
      return map;
    } else if (node.isArray()) {
      List<Object> list = new ArrayList<>();
      node.valueStream().forEach(e -> list.add(plain(e)));
      return list;
    } else if (node.isNumber()) {
      return new BigDecimal(node.toString());
    }
    return node.isNull() ? null : node.isBoolean() ? (Object) node.booleanValue() : node.asString();
  }
}
