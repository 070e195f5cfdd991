package dev.playloop.schemas.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.playloop.schemas.Require;

/// An agent: `<world>/<name>`, such as `tally/ada`. The key of most topics.
public record AgentId(@JsonValue String value) implements Comparable<AgentId> {
  /// What an id looks like.
  public static final String REGEX = "[a-z0-9][a-z0-9-]{0,62}/[a-z0-9][a-z0-9-]{0,62}";

  @JsonCreator
  public AgentId {
    Require.match(
        "agent",
        value,
        IdText::isAgent,
        "'<world>/<name>' in lower case letters, digits and '-', such as tally/ada");
  }

  public static AgentId of(String world, String name) {
    return new AgentId(world + "/" + name);
  }

  public String world() {
    return value.substring(0, value.indexOf('/'));
  }

  public String name() {
    return value.substring(value.indexOf('/') + 1);
  }

  @Override
  public int compareTo(AgentId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
