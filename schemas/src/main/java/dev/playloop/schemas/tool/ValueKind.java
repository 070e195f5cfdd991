package dev.playloop.schemas.tool;

import dev.playloop.schemas.argument.ArgumentWords;
import dev.playloop.schemas.argument.Numbers;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// What JSON a parameter takes.
enum ValueKind {
  TEXT("string", ArgumentWords.TEXT),
  INTEGER("integer", ArgumentWords.WHOLE),
  NUMBER("number", ArgumentWords.NUMBER),
  BOOLEAN("boolean", ArgumentWords.FLAG),
  LIST("array", ArgumentWords.LIST),
  OBJECT("object", ArgumentWords.OBJECT),
  ANY("", ArgumentWords.ANY);

  private final String type;
  private final String words;

  ValueKind(String type, String words) {
    this.type = type;
    this.words = words;
  }

  /// Throws [IllegalArgumentException] where no JSON Schema of ours says what the type takes.
  static ValueKind of(String name, AnnotatedType annotated) {
    Class<?> raw = raw(annotated);
    if (raw == String.class || raw.isEnum()) {
      return TEXT;
    }
    if (raw == int.class || raw == Integer.class || raw == long.class || raw == Long.class) {
      return INTEGER;
    }
    if (raw == double.class || raw == Double.class || raw == BigDecimal.class) {
      return NUMBER;
    }
    if (raw == boolean.class || raw == Boolean.class) {
      return BOOLEAN;
    }
    if (raw == List.class) {
      return LIST;
    }
    if (raw.isRecord()) {
      return OBJECT;
    }
    if (raw == JsonNode.class) {
      return ANY;
    }
    throw new IllegalArgumentException(
        "tool parameter " + name + " has type " + raw.getName() + ", which has no JSON Schema");
  }

  static Class<?> raw(AnnotatedType annotated) {
    Type type = annotated.getType();
    return type instanceof ParameterizedType generic
        ? (Class<?>) generic.getRawType()
        : (Class<?>) type;
  }

  /// Its name in a JSON Schema; empty for [#ANY].
  String type() {
    return type;
  }

  String words() {
    return words;
  }

  boolean fits(JsonNode value) {
    return switch (this) {
      case TEXT -> value.isString();
      case INTEGER -> Numbers.whole(value) != null;
      case NUMBER -> Numbers.of(value) != null;
      case BOOLEAN -> value.isBoolean();
      case LIST -> value.isArray();
      case OBJECT -> value.isObject();
      case ANY -> true;
    };
  }
}
