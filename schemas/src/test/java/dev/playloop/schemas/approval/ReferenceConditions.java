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

  static boolean holds(JsonNode when, JsonNode args) {
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
        if (!holds(one.getKey().toString(), value, one.getValue())) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean holds(String operator, @Nullable Object value, Object than) {
    if (operator.equals("given")) {
      return than.equals(value != null);
    }
    if (value == null) {
      return true;
    }
    return switch (operator) {
      case "is" -> isContainer(value) || same(value, than);
      case "not" -> isContainer(value) || !same(value, than);
      case "in" -> isContainer(value) || ((List<?>) than).stream().anyMatch(o -> same(value, o));
      case "notIn" ->
          isContainer(value) || ((List<?>) than).stream().noneMatch(o -> same(value, o));
      case "has" -> !(value instanceof List<?> list) || list.stream().anyMatch(o -> same(o, than));
      case "above" -> !(value instanceof BigDecimal n) || n.compareTo((BigDecimal) than) > 0;
      case "atLeast" -> !(value instanceof BigDecimal n) || n.compareTo((BigDecimal) than) >= 0;
      case "below" -> !(value instanceof BigDecimal n) || n.compareTo((BigDecimal) than) < 0;
      case "atMost" -> !(value instanceof BigDecimal n) || n.compareTo((BigDecimal) than) <= 0;
      case "startsWith" -> !(value instanceof String s) || s.indexOf((String) than) == 0;
      case "endsWith" -> !(value instanceof String s) || s.endsWith((String) than);
      case "contains" -> !(value instanceof String s) || s.indexOf((String) than) >= 0;
      case "longerThan" -> length(value) < 0 || length(value) > ((BigDecimal) than).intValue();
      case "shorterThan" -> length(value) < 0 || length(value) < ((BigDecimal) than).intValue();
      default -> throw new AssertionError(operator);
    };
  }

  private static boolean isContainer(Object value) {
    return value instanceof Map || value instanceof List;
  }

  private static boolean same(@Nullable Object one, Object other) {
    if (one instanceof BigDecimal a && other instanceof BigDecimal b) {
      return a.compareTo(b) == 0;
    }
    return Objects.equals(one, other);
  }

  private static int length(Object value) {
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
