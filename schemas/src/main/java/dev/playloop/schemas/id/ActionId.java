package dev.playloop.schemas.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Require;

/// One action of a turn: `society/ada:msg-001#2.1`. Worlds remember it, so that it acts once.
public record ActionId(@JsonValue String value) {
  @JsonCreator
  public ActionId {
    Require.text("action", value, 300);
    int hash = value.lastIndexOf('#');
    if (hash < 0 || value.lastIndexOf('.') < hash) {
      throw new InvalidValueException("action", "'<turn>.<number>'", "'" + value + "'");
    }
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
