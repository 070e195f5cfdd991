package dev.playloop.projector.world;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Whose views are needed: agents that a trigger or a result has just reached, so that their loops
/// open a turn next. Written by the thread that follows those topics, read by all stream threads,
/// each of which remembers how far. Keeps an agent for ten seconds, and at most [#MOST] of them:
/// whoever is forgotten gets its view later, as all others do.
public final class Needs {
  private static final Logger LOG = LoggerFactory.getLogger(Needs.class);
  private static final int MOST = 50_000;
  private static final long KEPT = Duration.ofSeconds(10).toNanos();

  /// Each agent once, under the number of its last need.
  private final ConcurrentNavigableMap<Long, Need> needs = new ConcurrentSkipListMap<>();

  private final Map<AgentId, Long> numbers = new HashMap<>();
  private long last;

  /// @param at by [System#nanoTime()]
  private record Need(AgentId agent, long at) {}

  /// Where it stands who is needed: in the keys.
  public static List<Topic<?, ?>> topics(Topics topics) {
    return List.of(topics.triggers(), topics.results());
  }

  /// Takes down whose view is needed by the key of such a record; one that names nobody is passed
  /// over. Whoever it names has been reached, whatever becomes of the record.
  public void toldBy(byte @Nullable [] key) {
    if (key == null) {
      return;
    }
    try {
      of(new AgentId(new String(key, StandardCharsets.UTF_8)));
    } catch (InvalidValueException e) {
      LOG.trace("the loop makes it a dead letter: {}", e.getMessage());
    }
  }

  /// Its view is needed from now on for a while.
  synchronized void of(AgentId agent) {
    long now = System.nanoTime();
    Long before = numbers.put(agent, ++last);
    if (before != null) {
      needs.remove(before);
    }
    needs.put(last, new Need(agent, now));
    for (Map.Entry<Long, Need> oldest = needs.firstEntry();
        oldest != null && (needs.size() > MOST || now - oldest.getValue().at() > KEPT);
        oldest = needs.firstEntry()) {
      needs.remove(oldest.getKey());
      numbers.remove(oldest.getValue().agent());
    }
  }

  /// Whether its view has been needed in the last ten seconds.
  synchronized boolean hold(AgentId agent) {
    Long number = numbers.get(agent);
    Need need = number == null ? null : needs.get(number);
    return need != null && System.nanoTime() - need.at() <= KEPT;
  }

  /// Who was needed after the need with this number, by the numbers.
  SortedMap<Long, AgentId> after(long number) {
    SortedMap<Long, AgentId> agents = new TreeMap<>();
    needs.tailMap(number, false).forEach((each, need) -> agents.put(each, need.agent()));
    return agents;
  }
}
