package dev.playloop.schemas.approval;

import dev.playloop.schemas.Nearest;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolSpec;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What a tool's arguments are, as its JSON Schema says, for whoever compares them. Immutable.
record ArgumentTypes(JsonNode schema) {
  private static final int MAX_REFS = 16;
  private static final String TYPE = "type";

  static ArgumentTypes of(ToolSpec<?> tool) {
    return new ArgumentTypes(Json.tree(tool.declaration().parameters().text()));
  }

  /// Why nothing can be compared so; null where it can.
  @Nullable ConditionMisfit misfit(
      ArgumentPath path, ConditionOperator operator, JsonNode operand) {
    JsonNode at = schema;
    for (String name : path.names()) {
      JsonNode fields = resolved(at).path("properties");
      if (!fields.has(name)) {
        List<String> names = List.copyOf(fields.propertyNames());
        String nearest = Nearest.of(name, names);
        return new ConditionMisfit(
            path.toString(),
            names.isEmpty() ? "no arguments" : "one of the arguments " + String.join(", ", names),
            "'" + name + "'" + (nearest == null ? "" : "; did you mean '" + nearest + "'?"));
      }
      at = fields.get(name);
    }
    return misfit(path, resolved(at), operator, operand);
  }

  private static @Nullable ConditionMisfit misfit(
      ArgumentPath path, JsonNode of, ConditionOperator operator, JsonNode operand) {
    String field = path + "." + operator;
    String type = of.path(TYPE).asString("");
    boolean fits =
        switch (operator.takes()) {
          case SCALAR, SCALARS -> !type.equals("array") && !type.equals("object");
          case NUMBER -> type.isEmpty() || (operand.isString() ? isDecimal(of) : isNumber(type));
          case TEXT -> type.isEmpty() || type.equals("string");
          case LENGTH -> type.isEmpty() || type.equals("string") || type.equals("array");
          case ELEMENT -> type.isEmpty() || type.equals("array");
          case BOOLEAN -> true;
        };
    if (!fits) {
      return new ConditionMisfit(field, "an argument that it can compare", "one of type " + type);
    }
    return switch (operator.takes()) {
      case SCALAR -> value(field, of, operand);
      case SCALARS ->
          operand
              .valueStream()
              .map(one -> value(field, of, one))
              .filter(one -> one != null)
              .findFirst()
              .orElse(null);
      case ELEMENT -> value(field, of.path("items"), operand);
      case NUMBER, TEXT, LENGTH, BOOLEAN -> null;
    };
  }

  /// A value that the argument can never have would make a rule that never asks, or always does.
  private static @Nullable ConditionMisfit value(String field, JsonNode of, JsonNode operand) {
    String type = of.path(TYPE).asString("");
    boolean fits =
        switch (type) {
          case "string" -> operand.isString();
          case "integer", "number" -> operand.isNumber();
          case "boolean" -> operand.isBoolean();
          default -> true;
        };
    if (!fits) {
      return new ConditionMisfit(
          field, "a value of type " + type, ConditionOperator.shown(operand));
    }
    JsonNode among = of.path("enum");
    boolean known =
        !among.isArray() || among.isEmpty() || among.valueStream().anyMatch(operand::equals);
    return known
        ? null
        : new ConditionMisfit(field, "one of " + among, ConditionOperator.shown(operand));
  }

  private static boolean isNumber(String type) {
    return type.equals("integer") || type.equals("number");
  }

  /// Whether the texts that its pattern lets through are numbers: amounts that no number of JSON
  /// holds exactly are texts.
  private static boolean isDecimal(JsonNode of) {
    JsonNode pattern = of.path("pattern");
    return pattern.isString()
        && matches(pattern.stringValue(), "7")
        && !matches(pattern.stringValue(), "x")
        && !matches(pattern.stringValue(), "7x")
        && !matches(pattern.stringValue(), "0x7");
  }

  private static boolean matches(String pattern, String text) {
    try {
      return Pattern.compile(pattern).matcher(text).find();
    } catch (PatternSyntaxException e) {
      return false;
    }
  }

  private JsonNode resolved(JsonNode at) {
    JsonNode here = at;
    for (int i = 0; i < MAX_REFS && here.path("$ref").isString(); i++) {
      String ref = here.get("$ref").stringValue();
      here = ref.startsWith("#/") ? schema.at(ref.substring(1)) : Json.NODES.objectNode();
    }
    return here;
  }
}
