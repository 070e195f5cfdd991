package dev.playloop.chaos.check;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How long agents waited that had something to do: from an entry of an agent's journal, or from
/// the trigger that ended its rest, to its next entry. Who has nothing to do waits for nobody. Used
/// by one thread at a time.
public final class Pauses {
  /// The longest wait of any agent.
  ///
  /// @param behind the kind of input that the agent's last entry was of; `rest` where it had
  ///   nothing to do before the trigger
  public record Pause(String agent, String behind, Instant since, Duration took) {
    static final Pause NONE = new Pause("nobody", "nothing", Instant.EPOCH, Duration.ZERO);

    @Override
    public String toString() {
      return "%,d ms (%s behind %s, since %s)".formatted(took.toMillis(), agent, behind, since);
    }
  }

  private static final class Agent {
    private final Set<String> open = new HashSet<>();
    private @Nullable Instant since;
    private String behind = "";
  }

  private final Map<String, Agent> agents = new HashMap<>();
  private final Set<String> ended = new HashSet<>();
  private Pause longest = Pause.NONE;

  /// A trigger came. Topics are read side by side: its end may have been seen before.
  public void came(String agent, String trigger, Instant at) {
    if (ended.contains(trigger)) {
      return;
    }
    Agent one = agents.computeIfAbsent(agent, _ -> new Agent());
    if (one.open.isEmpty()) {
      one.since = at;
      one.behind = "rest";
    }
    one.open.add(trigger);
  }

  /// The agent's journal went on, by which those triggers ended.
  public void went(String agent, String entry, Collection<String> triggers, Instant at) {
    ended.addAll(triggers);
    Agent one = agents.computeIfAbsent(agent, _ -> new Agent());
    Instant since = one.since;
    if (since != null && !one.open.isEmpty()) {
      Duration took = Duration.between(since, at);
      if (took.compareTo(longest.took()) > 0) {
        longest = new Pause(agent, one.behind, since, took);
      }
    }
    one.open.removeAll(triggers);
    one.since = at;
    one.behind = entry;
  }

  /// From now on: whoever waits is counted from its next entry on.
  public void restart() {
    agents.values().forEach(one -> one.since = null);
    longest = Pause.NONE;
  }

  public Pause longest() {
    return longest;
  }
}
