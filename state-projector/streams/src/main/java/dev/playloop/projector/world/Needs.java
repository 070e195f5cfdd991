package dev.playloop.projector.world;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.view.ViewNeed;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Whose views are needed: agents whose runs go on, as their loops say, here or by a topic. Written
/// by the loop's threads and by the one that follows that topic, read by all threads of the world
/// projection, each of which remembers how far. Keeps an agent for 16 seconds, longer than a turn
/// waits, and at most [#MOST] of them: whoever is forgotten gets its view later, as all others do.
public final class Needs {
  /// A need without a version that is waited for.
  public static final long ANY = -1;

  private static final Logger LOG = LoggerFactory.getLogger(Needs.class);
  private static final int MOST = 50_000;
  private static final long KEPT = Duration.ofSeconds(16).toNanos();

  /// Each agent once, under the number of what was said of it last.
  private final ConcurrentNavigableMap<Long, Need> needs = new ConcurrentSkipListMap<>();

  private final Map<AgentId, Long> numbers = new HashMap<>();
  private long last;

  /// @param version that the agent's next turn waits for, or [#ANY]
  /// @param isOver whether the view is needed no more
  /// @param at by [System#nanoTime()]
  public record Need(AgentId agent, long version, boolean isOver, long at) {}

  /// Takes down what a record of the topic says; one that says nothing is passed over.
  public void toldBy(byte @Nullable [] key, byte @Nullable [] value) {
    if (key == null) {
      return;
    }
    try {
      AgentId agent = new AgentId(new String(key, StandardCharsets.UTF_8));
      tell(agent, value == null ? null : Json.read(value, ViewNeed.class, Edge.WORKER));
    } catch (InvalidValueException e) {
      LOG.warn("a need of a view is passed over: {}", e.getMessage());
    }
  }

  /// Its view is needed from now on for a while; with null no more.
  public synchronized void tell(AgentId agent, @Nullable ViewNeed need) {
    long now = System.nanoTime();
    long version = need == null || need.version() == null ? ANY : need.version();
    Long before = numbers.put(agent, ++last);
    if (before != null) {
      needs.remove(before);
    }
    needs.put(last, new Need(agent, version, need == null, now));
    for (Map.Entry<Long, Need> oldest = needs.firstEntry();
        oldest != null && (needs.size() > MOST || now - oldest.getValue().at() > KEPT);
        oldest = needs.firstEntry()) {
      needs.remove(oldest.getKey());
      numbers.remove(oldest.getValue().agent());
    }
  }

  /// What was said of it in the last 16 seconds; null where its view is not needed.
  public synchronized @Nullable Need of(AgentId agent) {
    Long number = numbers.get(agent);
    Need need = number == null ? null : needs.get(number);
    boolean holds = need != null && !need.isOver() && System.nanoTime() - need.at() <= KEPT;
    return holds ? need : null;
  }

  /// What was said after what has this number, by the numbers.
  SortedMap<Long, Need> after(long number) {
    return needs.tailMap(number, false);
  }
}
