package dev.playloop.projector.shell;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// When which agent has to be looked at, and who waits for a view. At most one alarm an agent; in
/// memory, rebuilt from the store at each start. Owned by the task's thread. Times are epoch
/// milliseconds.
final class Alarms {
  private final Map<String, Alarm> byAgent = new HashMap<>();
  private final Set<String> viewWaiters = new HashSet<>();
  private final Set<String> halted = new HashSet<>();
  private final TreeSet<Alarm> byTime =
      new TreeSet<>(Comparator.comparingLong(Alarm::at).thenComparing(Alarm::agent));

  record Alarm(long at, String agent) {}

  /// Sets the agent's alarm; [StoredAgent#NEVER] takes it away, [StoredAgent#HALTED] too but
  /// remembers the agent.
  void set(String agent, long at) {
    if (at == StoredAgent.HALTED) {
      halted.add(agent);
      put(agent, StoredAgent.NEVER);
    } else {
      halted.remove(agent);
      put(agent, at);
    }
  }

  /// All that have an alarm or are halted: those that a halt, or its end, concerns.
  List<String> agents() {
    List<String> agents = new ArrayList<>(byAgent.keySet());
    agents.addAll(halted);
    return agents;
  }

  private void put(String agent, long at) {
    Alarm old = byAgent.get(agent);
    if (old != null) {
      if (old.at() == at) {
        return;
      }
      byTime.remove(old);
    }
    if (at == StoredAgent.NEVER) {
      byAgent.remove(agent);
      return;
    }
    Alarm alarm = new Alarm(at, agent);
    byAgent.put(agent, alarm);
    byTime.add(alarm);
  }

  void waitForView(String agent, boolean waits) {
    if (waits) {
      viewWaiters.add(agent);
    } else {
      viewWaiters.remove(agent);
    }
  }

  boolean waitsForView(String agent) {
    return viewWaiters.contains(agent);
  }

  /// The alarm that is due first, taken out; null where none is due.
  @Nullable Alarm take(long now) {
    if (byTime.isEmpty() || byTime.first().at() > now) {
      return null;
    }
    Alarm first = byTime.first();
    byTime.remove(first);
    byAgent.remove(first.agent());
    return first;
  }
}
