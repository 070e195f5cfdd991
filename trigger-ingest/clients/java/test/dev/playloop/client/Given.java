package dev.playloop.client;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What an order holds, also where JSON has no word for it. */
final class Given {
  private Given() {}

  static Object special(Object value) {
    if (value instanceof List<?> list) {
      List<Object> all = new ArrayList<>();
      list.forEach(each -> all.add(special(each)));
      return all;
    }
    if (!(value instanceof Map<?, ?> map)) {
      return value;
    }
    if (map.containsKey("$")) {
      return made(map(map));
    }
    Map<String, Object> all = new LinkedHashMap<>();
    map.forEach((name, each) -> all.put((String) name, special(each)));
    return all;
  }

  private static Object made(Map<String, Object> told) {
    switch (text(told, "$")) {
      case "nan":
        return Map.of("n", Double.NaN);
      case "cycle":
        List<Object> circle = new ArrayList<>();
        circle.add(circle);
        return circle;
      case "deep":
        Object deep = 0;
        for (int i = 0; i < number(told, "levels").intValue(); i++) {
          deep = Arrays.asList(deep);
        }
        return deep;
      default:
        return ((String) told.getOrDefault("unit", "x")).repeat(number(told, "length").intValue());
    }
  }

  @SuppressWarnings("unchecked") // what the reader makes has such keys
  static Map<String, Object> map(Object value) {
    return (Map<String, Object>) value;
  }

  static String text(Map<String, Object> map, String name) {
    return (String) map.get(name);
  }

  static Number number(Map<String, Object> map, String name) {
    return (Number) map.get(name);
  }

  static Number or(Map<String, Object> map, String name, Number otherwise) {
    return (Number) map.getOrDefault(name, otherwise);
  }
}
