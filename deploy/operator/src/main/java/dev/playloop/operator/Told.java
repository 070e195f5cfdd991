package dev.playloop.operator;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.id.TurnId;
import dev.playloop.schemas.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// One thing of a story, in the story's order. `turn` is the number of the turn it stands under; 0
/// where it stands under none.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Told.Happened.class, name = "happened"),
  @JsonSubTypes.Type(value = Told.Prompt.class, name = "prompt"),
  @JsonSubTypes.Type(value = Told.Differs.class, name = "differs"),
  @JsonSubTypes.Type(value = Told.Checked.class, name = "checked")
})
public sealed interface Told {
  /// A step, as the journal tells it.
  ///
  /// @param run whose; null for a trigger that came to nothing
  record Happened(@Nullable RunId run, int turn, Step step) implements Told {}

  /// A turn's prompt, rebuilt from the journal.
  ///
  /// @param messages how many it has
  /// @param tools how many it offers
  /// @param hash of what was rebuilt
  /// @param journaled the hash that the journal holds; null where it is a part of the commands'
  /// @param body the messages themselves, where they were asked for
  record Prompt(
      RunId run,
      int turn,
      int messages,
      int tools,
      String hash,
      @Nullable String journaled,
      @Nullable List<Message> body)
      implements Told {
    public Prompt {
      body = body == null ? null : List.copyOf(body);
    }

    static Prompt of(
        TurnId turn,
        Size size,
        String hash,
        @Nullable String journaled,
        @Nullable List<Message> body) {
      return new Prompt(
          turn.run(), turn.number(), size.messages(), size.tools(), hash, journaled, body);
    }

    /// Whether the journal says the same.
    public boolean matches() {
      return journaled == null || journaled.equals(hash);
    }

    /// How much a turn that is sent has in it, without reading what that is: a prompt may have a
    /// megabyte, and a run a thousand of them. Immutable.
    record Size(int messages, int tools) {
      /// Of the JSON of a [Turn].
      static Size of(byte[] turn) {
        int messages = 0;
        int tools = 0;
        try (JsonParser parser = Json.LOG.createParser(turn)) {
          parser.nextToken();
          while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String field = parser.currentName();
            parser.nextToken();
            if (!field.equals("body")) {
              parser.skipChildren();
              continue;
            }
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
              String part = parser.currentName();
              parser.nextToken();
              int length = length(parser);
              messages = part.equals("messages") ? length : messages;
              tools = part.equals("tools") ? length : tools;
            }
          }
        }
        return new Size(messages, tools);
      }

      private static int length(JsonParser parser) {
        int length = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          parser.skipChildren();
          length++;
        }
        return length;
      }
    }
  }

  /// What the journal says in an entry of the run is not what follows from what came before.
  ///
  /// @param entry its number; -1 where that can't be read
  /// @param detail the field and both values, in words
  record Differs(RunId run, int turn, long entry, String detail) implements Told {}

  /// What came of checking a run, behind all else.
  ///
  /// @param prompts that were rebuilt
  /// @param unchecked entries that can't be folded again
  record Checked(RunId run, int prompts, int unchecked, int differences) implements Told {
    /// Whether nothing differs.
    public boolean holds() {
      return differences == 0;
    }
  }
}
