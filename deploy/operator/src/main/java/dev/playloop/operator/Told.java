package dev.playloop.operator;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.id.RunId;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

    static Prompt of(Turn turn, @Nullable String journaled, boolean whole) {
      Turn.Body body = turn.body();
      return new Prompt(
          turn.turn().run(),
          turn.turn().number(),
          body.messages().size(),
          body.tools().size(),
          turn.hash(),
          journaled,
          whole ? body.messages() : null);
    }

    /// Whether the journal says the same.
    public boolean matches() {
      return journaled == null || journaled.equals(hash);
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
