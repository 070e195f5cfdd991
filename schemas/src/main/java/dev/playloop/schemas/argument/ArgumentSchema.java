package dev.playloop.schemas.argument;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The arguments of one tool as a JSON Schema (2020-12) declares them, in the closed subset that
/// `docs/worlds.md` tells. Immutable.
///
/// Checking takes at most [#STEPS] steps for each byte of the schema times each byte of the
/// arguments, whatever they are. In fact what is sent is looked at once: steps grow with the
/// arguments alone, but for a text held against a pattern (each of its characters against each
/// instruction, at most [LinearPattern#MAX_SIZE]) and for the one lesson, whose nearest name is
/// looked for among all. [CheckSteps] says what a step is.
public final class ArgumentSchema {
  /// For each byte of the schema times each byte of the arguments, at most.
  static final int STEPS = 8;

  private final ObjectNode json;
  private final ObjectShape arguments;

  ArgumentSchema(ObjectNode json, ObjectShape arguments) {
    this.json = json;
    this.arguments = arguments;
  }

  /// As it is declared, and with `additionalProperties: false` where that goes without saying.
  public ObjectNode json() {
    return json.deepCopy();
  }

  /// What is wrong with an object; null where it fits.
  public @Nullable ArgumentMisfit misfit(JsonNode object) {
    return misfit(object, new CheckSteps());
  }

  @Nullable ArgumentMisfit misfit(JsonNode object, CheckSteps steps) {
    return arguments.misfit(object, steps);
  }

  /// An object that fits, its whole numbers written as such, without the nulls that stand for
  /// fields that are left out.
  public ObjectNode settled(JsonNode object) {
    return settled(object, new CheckSteps());
  }

  ObjectNode settled(JsonNode object, CheckSteps steps) {
    return arguments.settled(object, steps);
  }

  /// Whether all arguments have this field, and equal values of it are written alike.
  public boolean tellsApart(String field) {
    ObjectShape.Field declared = arguments.fields().get(field);
    return declared != null && declared.required() && declared.shape().hasOneForm();
  }
}
