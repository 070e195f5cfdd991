package dev.playloop.schemas.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.playloop.schemas.Require;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One action of a turn: `tally/ada:msg-001#2.1`. Worlds remember it, so that it acts once.
public record ActionId(@JsonValue String value) {
  /// What an id looks like.
  static final String REGEX = TurnId.REGEX + "\\.[1-9][0-9]{0,5}";

  /// No action that a model asked for has a greater number; those of the loop's own, such as a
  /// preview or a memory, have.
  public static final int MOST_CALLS = 99;

  @JsonCreator
  public ActionId {
    Require.match("action", value, IdText::isAction, "'<agent>:<trigger id>#<turn>.<number>'");
  }

  /// The id of the `k`-th action that the decision of `turn` asked for, counted from 1.
  public static ActionId of(TurnId turn, int k) {
    return new ActionId(turn.value() + "." + k);
  }

  /// The id that somebody wrote, where it is one: what a header says is anybody's word.
  public static Optional<ActionId> parse(@Nullable String text) {
    return text != null && IdText.isAction(text)
        ? Optional.of(new ActionId(text))
        : Optional.empty();
  }

  public TurnId turn() {
    return new TurnId(value.substring(0, value.lastIndexOf('.')));
  }

  /// Its number within the turn, from 1.
  public int number() {
    return Integer.parseInt(value, value.lastIndexOf('.') + 1, value.length(), 10);
  }

  public RunId run() {
    return turn().run();
  }

  @Override
  public String toString() {
    return value;
  }
}
