package dev.playloop.schemas.tool;

import dev.playloop.schemas.tool.ToolCall.Invalid;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The arguments of one tool: how they are described, checked and read. Immutable.
interface Arguments<T extends Tool> {
  /// Their JSON Schema, an object's.
  ObjectNode schema();

  /// What is wrong with an object; null where it fits.
  @Nullable Invalid misfit(JsonNode object);

  /// An object that fits, its whole numbers written as such.
  ObjectNode settled(JsonNode object);

  /// The typed call of what is settled.
  T read(JsonNode settled);

  /// Whether every call has this parameter, and equal values of it are written alike.
  boolean tellsApart(String parameter);
}
