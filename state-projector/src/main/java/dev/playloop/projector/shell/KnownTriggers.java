package dev.playloop.projector.shell;

import dev.playloop.schemas.id.AgentId;
import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.streams.state.WindowStore;
import org.apache.kafka.streams.state.WindowStoreIterator;
import org.jspecify.annotations.Nullable;

/// The trigger ids that came in the last seven days, with the trace context they came with. Kept
/// apart from the agents' states, which would grow with them; old ones expire by themselves.
final class KnownTriggers {
  private final WindowStore<String, String> store;
  private final Duration kept;

  KnownTriggers(WindowStore<String, String> store, Duration kept) {
    this.store = store;
    this.kept = kept;
  }

  boolean contains(AgentId agent, String trigger, Instant now) {
    try (WindowStoreIterator<String> found = find(agent, trigger, now)) {
      return found.hasNext();
    }
  }

  void put(AgentId agent, String trigger, @Nullable String trace, Instant now) {
    store.put(key(agent, trigger), trace == null ? "" : trace, now.toEpochMilli());
  }

  /// The trace context a trigger came with, or null.
  @Nullable String trace(AgentId agent, String trigger, Instant now) {
    try (WindowStoreIterator<String> found = find(agent, trigger, now)) {
      String trace = found.hasNext() ? found.next().value : "";
      return trace.isEmpty() ? null : trace;
    }
  }

  private WindowStoreIterator<String> find(AgentId agent, String trigger, Instant now) {
    return store.fetch(key(agent, trigger), now.minus(kept), now);
  }

  private static String key(AgentId agent, String trigger) {
    return agent.value() + " " + trigger;
  }
}
