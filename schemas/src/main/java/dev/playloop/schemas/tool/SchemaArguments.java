package dev.playloop.schemas.tool;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.argument.ArgumentMisfit;
import dev.playloop.schemas.argument.ArgumentSchema;
import dev.playloop.schemas.argument.SchemaLesson;
import dev.playloop.schemas.argument.SchemaReading;
import dev.playloop.schemas.tool.ToolCall.Invalid;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Arguments that a JSON Schema declares: what doesn't fit is taught as [Constraints] teaches it.
record SchemaArguments(String tool, ArgumentSchema declared) implements Arguments<SchemaTool> {

  /// Throws [InvalidValueException] that names the tool and where its schema lies outside of the
  /// subset.
  static SchemaArguments of(String tool, JsonNode declared) {
    return switch (SchemaReading.of(declared)) {
      case SchemaReading.Accepted(ArgumentSchema schema) -> new SchemaArguments(tool, schema);
      case SchemaReading.Refused refused -> {
        SchemaLesson first = refused.lessons().getFirst();
        throw new InvalidValueException(
            tool + ".parameters" + first.path(), first.expected(), first.gotAndMeant());
      }
    };
  }

  @Override
  public ObjectNode schema() {
    return declared.json();
  }

  @Override
  public @Nullable Invalid misfit(JsonNode object) {
    ArgumentMisfit misfit = declared.misfit(object);
    return misfit == null
        ? null
        : new Invalid(misfit.field(), misfit.expected(), misfit.got(), misfit.nearest());
  }

  @Override
  public ObjectNode settled(JsonNode object) {
    return declared.settled(object);
  }

  @Override
  public SchemaTool read(JsonNode settled) {
    return new SchemaTool(tool, settled);
  }

  @Override
  public boolean tellsApart(String parameter) {
    return declared.tellsApart(parameter);
  }
}
