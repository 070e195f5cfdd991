package dev.playloop.schemas.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.playloop.schemas.Require;

/// One run of an agent's loop: agent and trigger id, `tally/ada:msg-001`.
public record RunId(@JsonValue String value) {
  /// What an id looks like.
  static final String REGEX = AgentId.REGEX + ":" + TriggerId.REGEX;

  @JsonCreator
  public RunId {
    Require.match("run", value, IdText::isRun, "'<agent>:<trigger id>'");
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
