package dev.playloop.schemas.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.playloop.schemas.Require;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One turn of a run, that is one LLM call: `tally/ada:msg-001#2`.
public record TurnId(@JsonValue String value) {
  /// What an id looks like.
  static final String REGEX = RunId.REGEX + "#[1-9][0-9]{0,5}";

  @JsonCreator
  public TurnId {
    Require.match("turn", value, IdText::isTurn, "'<agent>:<trigger id>#<number>'");
  }

  /// The id that somebody wrote, where it is one: what a header says is anybody's word.
  public static Optional<TurnId> parse(@Nullable String text) {
    return text != null && IdText.isTurn(text) ? Optional.of(new TurnId(text)) : Optional.empty();
  }

  public RunId run() {
    return new RunId(value.substring(0, value.lastIndexOf('#')));
  }

  public int number() {
    return Integer.parseInt(value.substring(value.lastIndexOf('#') + 1));
  }

  @Override
  public String toString() {
    return value;
  }
}
