package dev.playloop.schemas.json;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import tools.jackson.core.JsonParser;
import tools.jackson.core.TokenStreamContext;

/// Names the field at a place of some JSON, for a message. Pure functions.
final class JsonPlace {
  private static final int MAX_SEGMENTS = 20;

  private JsonPlace() {}

  /// The field around the byte at `offset`, as far as the JSON can be read; `json` for the whole.
  static String fieldAt(byte[] json, int offset) {
    List<Object> path = List.of();
    try (JsonParser parser = Mappers.LOG.createParser(json)) {
      path = path(parser, offset);
    } catch (RuntimeException e) {
      // No JSON at all.
    }
    return text(path);
  }

  /// A path as people write it: `[0].limits.turns`, or `json` for the whole.
  static String text(List<Object> path) {
    StringBuilder field = new StringBuilder();
    for (Object segment : path) {
      if (segment instanceof Integer index) {
        field.append('[').append(index).append(']');
      } else {
        field.append(field.isEmpty() ? "" : ".").append(segment);
      }
    }
    return field.isEmpty() ? "json" : field.toString();
  }

  private static List<Object> path(JsonParser parser, int offset) {
    List<Object> path = List.of();
    try {
      while (parser.nextToken() != null
          && parser.currentTokenLocation().getByteOffset() <= offset) {
        path = path(parser.streamReadContext());
      }
      return path;
    } catch (RuntimeException e) {
      // It is broken there: where the parser came to is the place, or near it.
      return path(parser.streamReadContext());
    }
  }

  /// Names and indices from the root to where a parser stands.
  static List<Object> path(TokenStreamContext context) {
    Deque<Object> path = new ArrayDeque<>();
    for (TokenStreamContext at = context; at != null; at = at.getParent()) {
      if (path.size() == MAX_SEGMENTS) {
        path.removeLast();
      }
      if (at.inObject() && at.hasCurrentName()) {
        path.addFirst(at.currentName());
      } else if (at.inArray() && at.hasCurrentIndex()) {
        path.addFirst(at.getCurrentIndex());
      }
    }
    return List.copyOf(path);
  }
}
