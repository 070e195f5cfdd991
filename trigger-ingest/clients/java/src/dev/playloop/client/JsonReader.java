package dev.playloop.client;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads an answer: maps, lists, texts, booleans, doubles and longs. Null where it is no JSON. */
final class JsonReader {
  private static final int MAX_DEPTH = 100;

  private final String json;
  private int at;

  private JsonReader(String json) {
    this.json = json;
  }

  private static final class NoJson extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoJson() {
      super(null, null, false, false);
    }
  }

  static Object read(String json) {
    JsonReader reader = new JsonReader(json);
    try {
      Object value = reader.value(0);
      reader.space();
      return reader.at == json.length() ? value : null;
    } catch (NoJson e) {
      return null;
    }
  }

  private Object value(int depth) {
    space();
    if (depth > MAX_DEPTH) {
      throw new NoJson();
    }
    char c = peek();
    if (c == '{') {
      return map(depth);
    }
    if (c == '[') {
      return list(depth);
    }
    if (c == '"') {
      return text();
    }
    int from = at;
    while (at < json.length() && "+-.".indexOf(json.charAt(at)) >= 0
        || at < json.length() && Character.isLetterOrDigit(json.charAt(at))) {
      at++;
    }
    String word = json.substring(from, at);
    switch (word) {
      case "null":
        return null;
      case "true":
        return true;
      case "false":
        return false;
      default:
        return number(word);
    }
  }

  private static Object number(String word) {
    if (!word.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?")) {
      throw new NoJson();
    }
    return word.matches("-?[0-9]{1,18}") ? (Object) Long.valueOf(word) : Double.valueOf(word);
  }

  private Map<String, Object> map(int depth) {
    Map<String, Object> map = new LinkedHashMap<>();
    at++;
    space();
    if (peek() == '}') {
      at++;
      return map;
    }
    while (true) {
      space();
      String name = text();
      space();
      take(':');
      map.put(name, value(depth + 1));
      space();
      if (peek() != ',') {
        take('}');
        return map;
      }
      at++;
    }
  }

  private List<Object> list(int depth) {
    List<Object> list = new ArrayList<>();
    at++;
    space();
    if (peek() == ']') {
      at++;
      return list;
    }
    while (true) {
      list.add(value(depth + 1));
      space();
      if (peek() != ',') {
        take(']');
        return list;
      }
      at++;
    }
  }

  private String text() {
    take('"');
    StringBuilder text = new StringBuilder();
    while (peek() != '"') {
      char c = json.charAt(at++);
      text.append(c == '\\' ? escaped() : c);
    }
    at++;
    return text.toString();
  }

  private char escaped() {
    char c = peek();
    at++;
    switch (c) {
      case 'b':
        return '\b';
      case 't':
        return '\t';
      case 'n':
        return '\n';
      case 'f':
        return '\f';
      case 'r':
        return '\r';
      case 'u':
        if (at + 4 > json.length() || !json.substring(at, at + 4).matches("[0-9a-fA-F]{4}")) {
          throw new NoJson();
        }
        at += 4;
        return (char) Integer.parseInt(json.substring(at - 4, at), 16);
      case '"', '\\', '/':
        return c;
      default:
        throw new NoJson();
    }
  }

  private void space() {
    while (at < json.length() && " \t\r\n".indexOf(json.charAt(at)) >= 0) {
      at++;
    }
  }

  private char peek() {
    if (at >= json.length()) {
      throw new NoJson();
    }
    return json.charAt(at);
  }

  private void take(char c) {
    if (peek() != c) {
      throw new NoJson();
    }
    at++;
  }
}
