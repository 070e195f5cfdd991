package dev.playloop.console.row;

import dev.playloop.schemas.id.HaltScope;
import java.util.List;

/// Whose agents somebody may see: all, or those of these worlds and these. Immutable.
public record Reach(boolean all, List<String> worlds, List<String> agents) {
  public static final Reach ALL = new Reach(true, List.of(), List.of());

  public Reach {
    worlds = List.copyOf(worlds);
    agents = List.copyOf(agents);
  }

  /// Whether one of them is held back by a halt of that scope.
  public boolean touches(HaltScope halt) {
    String scope = halt.value();
    return all
        || halt.equals(HaltScope.ALL)
        || reaches(scope)
        || worlds.contains(scope)
        || agents.stream().anyMatch(agent -> agent.startsWith(scope + "/"));
  }

  /// Whether that agent is one of them.
  public boolean reaches(String agent) {
    return all
        || agents.contains(agent)
        || worlds.contains(agent.substring(0, Math.max(0, agent.indexOf('/'))));
  }
}
