package dev.playloop.schemas.event;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.playloop.schemas.tool.ToolCall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One message of a turn's prompt, provider-neutral.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "role")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Message.SystemText.class, name = "system"),
  @JsonSubTypes.Type(value = Message.User.class, name = "user"),
  @JsonSubTypes.Type(value = Message.Assistant.class, name = "assistant"),
  @JsonSubTypes.Type(value = Message.ToolOutput.class, name = "tool")
})
public sealed interface Message {
  record SystemText(String text) implements Message {}

  record User(List<Part> parts) implements Message {
    public User {
      parts = List.copyOf(parts);
    }

    public static User text(String text) {
      return new User(List.of(new Part.Text(text)));
    }
  }

  /// What the model said. `raw` is its message as it came (JSON text), echoed unchanged while the
  /// run stays with candidate `candidate`; otherwise it is rendered anew from text and calls.
  record Assistant(
      String text, List<ToolCall> calls, @Nullable String raw, @Nullable String candidate)
      implements Message {
    public Assistant {
      calls = List.copyOf(calls);
    }
  }

  /// The answer to one tool call; every call gets exactly one. `shown` is what stands beside the
  /// text, such as images; null where nothing does.
  record ToolOutput(
      String callId, String tool, String text, boolean error, @Nullable List<Part> shown)
      implements Message {
    public ToolOutput {
      shown = shown == null || shown.isEmpty() ? null : List.copyOf(shown);
    }

    /// An answer with text only.
    public ToolOutput(String callId, String tool, String text, boolean error) {
      this(callId, tool, text, error, null);
    }
  }
}
