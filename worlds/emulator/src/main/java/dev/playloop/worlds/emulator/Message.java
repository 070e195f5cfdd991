package dev.playloop.worlds.emulator;

import java.util.ArrayList;
import java.util.List;

/// One command to mGBA's script: a type such as `core.read8`, and up to three values. On the wire
/// they are one line with commas, where empty values vanish; a first value in brackets may have
/// commas.
record Message(String type, List<String> values) {
  private static final int VALUES_MAX = 3;

  Message {
    values = List.copyOf(values.subList(0, Math.min(values.size(), VALUES_MAX)));
  }

  static Message of(String type, String... values) {
    return new Message(type, List.of(values));
  }

  /// The value at `index`.
  ///
  /// @throws ScriptError when there is none
  String value(int index) {
    if (index >= values.size()) {
      throw new ScriptError(type + " needs " + (index + 1) + " values");
    }
    return values.get(index);
  }

  static Message parse(String line) {
    int comma = line.indexOf(',');
    if (comma > 0 && line.startsWith("[", comma + 1)) {
      int end = line.indexOf(']', comma);
      if (end > 0) {
        List<String> values = new ArrayList<>();
        values.add(line.substring(comma + 1, end + 1));
        values.addAll(split(line.substring(end + 1)));
        return new Message(line.substring(0, comma), values);
      }
    }
    List<String> parts = split(line);
    return parts.isEmpty()
        ? new Message("", List.of())
        : new Message(parts.getFirst(), parts.subList(1, parts.size()));
  }

  private static List<String> split(String text) {
    List<String> parts = new ArrayList<>();
    for (int at = 0; at < text.length(); ) {
      int comma = text.indexOf(',', at);
      int end = comma < 0 ? text.length() : comma;
      if (end > at) {
        parts.add(text.substring(at, end));
      }
      at = end + 1;
    }
    return parts;
  }
}
