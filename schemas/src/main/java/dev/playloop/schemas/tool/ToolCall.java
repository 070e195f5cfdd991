package dev.playloop.schemas.tool;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.playloop.schemas.json.Default;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A tool call the model asked for. `id` is the provider's, opaque; `name` and `arguments` are as
/// given.
///
/// @param tool the tool that it means, where it was called through one that stands for several;
///   null where `name` says it
/// @param simulate whether it asks what the call would come to, without effect
public record ToolCall(
    String id,
    String name,
    String arguments,
    Check check,
    @Nullable String tool,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) @Default("false") boolean simulate) {
  /// What a tool is called that stands for several, by which calls are carried out.
  public static final String EXECUTE = "execute_action";

  /// What its twin is called, by which calls are asked for without effect.
  public static final String SIMULATE = "simulate_action";

  /// The argument of both that names the tool that is meant.
  public static final String ACTION_TYPE = "actionType";

  /// One that is to be carried out.
  public ToolCall(String id, String name, String arguments, Check check) {
    this(id, name, arguments, check, null, false);
  }

  public ToolCall checked(Check check) {
    return new ToolCall(id, name, arguments, check, tool, simulate);
  }

  public ToolCall meaning(String tool) {
    return new ToolCall(id, name, arguments, check, tool, simulate);
  }

  public ToolCall simulated() {
    return new ToolCall(id, name, arguments, check, tool, true);
  }

  /// The tool that is called.
  public String target() {
    return tool == null ? name : tool;
  }

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
