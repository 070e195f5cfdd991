package dev.playloop.schemas.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.playloop.schemas.Require;

/// One action of a turn: `society/ada:msg-001#2.1`. Worlds remember it, so that it acts once.
public record ActionId(@JsonValue String value) {
  /// What an id looks like.
  static final String REGEX = TurnId.REGEX + "\\.[1-9][0-9]{0,5}";

  @JsonCreator
  public ActionId {
    Require.match("action", value, IdText::isAction, "'<agent>:<trigger id>#<turn>.<number>'");
  }

  public TurnId turn() {
    return new TurnId(value.substring(0, value.lastIndexOf('.')));
  }

  public RunId run() {
    return turn().run();
  }

  @Override
  public String toString() {
    return value;
  }
}
