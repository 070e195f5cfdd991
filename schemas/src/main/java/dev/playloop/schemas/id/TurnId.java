package dev.playloop.schemas.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.playloop.schemas.Require;

/// One turn of a run, that is one LLM call: `society/ada:msg-001#2`.
public record TurnId(@JsonValue String value) {
  /// What an id looks like.
  static final String REGEX = RunId.REGEX + "#[1-9][0-9]{0,5}";

  @JsonCreator
  public TurnId {
    Require.match("turn", value, IdText::isTurn, "'<agent>:<trigger id>#<number>'");
  }

  public RunId run() {
    return new RunId(value.substring(0, value.lastIndexOf('#')));
  }

  public int number() {
    return Integer.parseInt(value.substring(value.lastIndexOf('#') + 1));
  }

  /// The id of the `k`-th action that this turn's decision asked for, counted from 1.
  public ActionId action(int k) {
    return new ActionId(value + "." + k);
  }

  @Override
  public String toString() {
    return value;
  }
}
