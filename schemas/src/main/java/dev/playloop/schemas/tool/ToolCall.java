package dev.playloop.schemas.tool;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A tool call the model asked for. `id` is the provider's, opaque; `arguments` is the text as
/// given.
public record ToolCall(String id, String name, String arguments, Check check) {

  /// What the arguments are worth, as the reasoner found by the tool's schema.
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Valid.class, name = "valid"),
    @JsonSubTypes.Type(value = Invalid.class, name = "invalid")
  })
  public sealed interface Check {}

  /// They fit; `args` is the parsed object.
  public record Valid(JsonNode args) implements Check {}

  /// They don't: the field, what was expected, and the nearest valid name if one is near.
  public record Invalid(String field, String expected, String got, @Nullable String nearest)
      implements Check {
    /// The sentence the model is taught with.
    public String message() {
      return field
          + ": expected "
          + expected
          + ", got "
          + got
          + (nearest == null ? "" : "; did you mean '" + nearest + "'?");
    }
  }
}
