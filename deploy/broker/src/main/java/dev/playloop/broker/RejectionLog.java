package dev.playloop.broker;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Says who was turned away at the gate and what they need: at most one line a minute a peer, and
/// none about more than 256 peers at a time. Safe for all threads.
final class RejectionLog {
  private static final Logger LOG = LoggerFactory.getLogger(RejectionLog.class);
  private static final long QUIET_NANOS = Duration.ofMinutes(1).toNanos();
  private static final int PEERS = 256;

  private final String hint;
  private final Map<String, Long> told = new LinkedHashMap<>();

  RejectionLog(String hint) {
    this.hint = hint;
  }

  void turnedAway(String peer, String why) {
    if (isNews(peer)) {
      LOG.warn("Kafka turned away {}: {}. Name and secret are in {}", peer, why, hint);
    }
  }

  private synchronized boolean isNews(String peer) {
    long now = System.nanoTime();
    told.values().removeIf(at -> now - at > QUIET_NANOS);
    return told.size() < PEERS && told.putIfAbsent(peer, now) == null;
  }
}
