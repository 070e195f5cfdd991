package dev.playloop.schemas.tool;

import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCall.Invalid;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Arguments that are the components of a record.
record RecordArguments<T extends Tool>(Class<T> type, List<Parameter> parameters)
    implements Arguments<T> {
  static <T extends Tool> RecordArguments<T> of(Class<T> type) {
    return new RecordArguments<>(
        type,
        Arrays.stream(
                Objects.requireNonNull(
                    type.getRecordComponents(), () -> type.getName() + " must be a record"))
            .map(Parameter::of)
            .toList());
  }

  @Override
  public ObjectNode schema() {
    ObjectNode schema = Json.NODES.objectNode().put("type", "object");
    Parameter.describe(parameters, schema);
    return schema;
  }

  @Override
  public @Nullable Invalid misfit(JsonNode object) {
    return Parameter.checkObject("", object, parameters);
  }

  @Override
  public ObjectNode settled(JsonNode object) {
    return Parameter.settled(object, parameters);
  }

  @Override
  public T read(JsonNode settled) {
    return Json.readStrict(settled, type);
  }

  @Override
  public boolean tellsApart(String parameter) {
    return parameters.stream()
        .anyMatch(p -> p.name().equals(parameter) && p.required() && p.hasOneForm());
  }
}
