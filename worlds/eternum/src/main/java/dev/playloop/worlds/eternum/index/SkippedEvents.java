package dev.playloop.worlds.eternum.index;

import dev.playloop.worlds.chain.node.EventPage;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Events that made no record, counted by reason. Logs the first few, and then how many there are
/// each time that they are ten times as many. Used by one thread.
final class SkippedEvents {
  private static final Logger LOG = LoggerFactory.getLogger(SkippedEvents.class);
  private static final long LOGGED = 5;
  private static final int STEP = 10;

  private final Map<String, Long> reasons = new TreeMap<>();
  private long next = LOGGED * STEP;

  void add(EventPage.Placed event, String reason) {
    reasons.merge(reason, 1L, Long::sum);
    long count = count();
    if (count <= LOGGED) {
      LOG.warn("an event of transaction {} is left out: {}", event.transaction(), reason);
    } else if (count >= next) {
      next *= STEP;
      LOG.warn("{} events are left out by now: {}", count, reasons);
    }
  }

  long count() {
    return reasons.values().stream().mapToLong(Long::longValue).sum();
  }

  Map<String, Long> reasons() {
    return Map.copyOf(reasons);
  }
}
