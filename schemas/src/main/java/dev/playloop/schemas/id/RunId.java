package dev.playloop.schemas.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.playloop.schemas.Require;

/// One run of an agent's loop: agent and trigger id, `society/ada:msg-001`.
public record RunId(@JsonValue String value) {
  @JsonCreator
  public RunId {
    Require.text("run", value, 260);
    if (value.indexOf(':') < 0) {
      throw new dev.playloop.schemas.InvalidValueException(
          "run", "'<agent>:<trigger id>'", "'" + value + "'");
    }
  }

  public static RunId of(AgentId agent, String triggerId) {
    return new RunId(agent.value() + ":" + triggerId);
  }

  public AgentId agent() {
    return new AgentId(value.substring(0, value.indexOf(':')));
  }

  public String trigger() {
    return value.substring(value.indexOf(':') + 1);
  }

  /// The id of this run's `n`-th turn, counted from 1.
  public TurnId turn(int n) {
    return new TurnId(value + "#" + n);
  }

  @Override
  public String toString() {
    return value;
  }
}
