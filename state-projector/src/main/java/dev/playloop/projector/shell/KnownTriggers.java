package dev.playloop.projector.shell;

import dev.playloop.schemas.id.AgentId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/// The trigger ids that came in the last seven days, with the trace context they came with. Kept
/// apart from the agents' states, which would grow with them, in the same store (see [Agents]). Old
/// ones are found by [#sweep], a few at a time. Owned by the task's thread.
final class KnownTriggers {
  private static final String KNOWN = "k/";

  /// Behind all keys that begin with [#KNOWN].
  private static final String END = "k0";

  /// What a sweep looks at: a few milliseconds' work. At one sweep a minute each of three million
  /// ids is looked at once a day.
  private static final int SWEEP = 2_000;

  private final Batch batch;
  private final Duration kept;
  private String swept = KNOWN;

  KnownTriggers(Batch batch, Duration kept) {
    this.batch = batch;
    this.kept = kept;
  }

  boolean contains(AgentId agent, String trigger, Instant now) {
    return find(agent, trigger, now) != null;
  }

  void put(AgentId agent, String trigger, @Nullable String trace, Instant now) {
    byte[] text = (trace == null ? "" : trace).getBytes(StandardCharsets.UTF_8);
    batch.put(
        key(agent, trigger),
        ByteBuffer.allocate(Long.BYTES + text.length)
            .putLong(now.toEpochMilli())
            .put(text)
            .array());
  }

  /// The trace context a trigger came with, or null.
  @Nullable String trace(AgentId agent, String trigger, Instant now) {
    byte[] found = find(agent, trigger, now);
    return found == null || found.length == Long.BYTES
        ? null
        : new String(found, Long.BYTES, found.length - Long.BYTES, StandardCharsets.UTF_8);
  }

  /// Looks at the next ids and forgets those that are too old. Returns how many it forgot. Called
  /// between records, on the store itself.
  int sweep(Instant now) {
    KeyValueStore<String, byte[]> store = batch.store();
    List<String> old = new ArrayList<>();
    String last = null;
    int seen = 0;
    try (KeyValueIterator<String, byte[]> next = store.range(swept, END)) {
      while (seen < SWEEP && next.hasNext()) {
        var known = next.next();
        last = known.key;
        seen++;
        if (isOld(known.value, now)) {
          old.add(known.key);
        }
      }
    }
    old.forEach(store::delete);
    swept = last == null || seen < SWEEP ? KNOWN : last;
    return old.size();
  }

  private byte @Nullable [] find(AgentId agent, String trigger, Instant now) {
    byte[] found = batch.get(key(agent, trigger));
    return found == null || isOld(found, now) ? null : found;
  }

  private boolean isOld(byte[] value, Instant now) {
    return value.length < Long.BYTES
        || ByteBuffer.wrap(value).getLong() < now.minus(kept).toEpochMilli();
  }

  private static String key(AgentId agent, String trigger) {
    return KNOWN + agent.value() + " " + trigger;
  }
}
