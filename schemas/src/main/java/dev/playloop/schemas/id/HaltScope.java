package dev.playloop.schemas.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.playloop.schemas.Require;
import java.util.List;

/// What a halt holds back: everything (`all`), a world, or one agent. The key of the topic `halts`.
public record HaltScope(@JsonValue String value) {
  /// Everything there is.
  public static final HaltScope ALL = new HaltScope("all");

  @JsonCreator
  public HaltScope {
    Require.match(
        "scope",
        value,
        IdText::isScope,
        "'all', a world such as tally, or an agent such as tally/ada");
  }

  public static HaltScope world(String world) {
    return new HaltScope(world);
  }

  public static HaltScope agent(AgentId agent) {
    return new HaltScope(agent.value());
  }

  /// The scopes that this agent lies in, the widest first.
  public static List<HaltScope> over(AgentId agent) {
    return List.of(ALL, world(agent.world()), agent(agent));
  }

  @Override
  public String toString() {
    return value;
  }
}
