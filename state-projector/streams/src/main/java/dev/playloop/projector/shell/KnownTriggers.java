package dev.playloop.projector.shell;

import dev.playloop.loop.state.Input;
import dev.playloop.projector.edge.Trace;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
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
/// ones are found by [#sweep], some at a time. Owned by the task's thread.
final class KnownTriggers {
  private static final String KNOWN = "k/";

  /// Behind all keys that begin with [#KNOWN].
  private static final String END = "k0";

  /// How often to [#sweep], and for how long: a hundredth of the thread's time at most; some
  /// thousand ids, more than a task takes in.
  static final Duration SWEEP_EVERY = Duration.ofSeconds(1);

  private static final Duration SWEEP_FOR = Duration.ofMillis(10);

  /// What is looked at between two looks at the clock: a few milliseconds' work.
  private static final int CHUNK = 2_000;

  /// From the end of a round to the begin of the next, so that few ids cost nothing.
  private static final Duration BETWEEN_ROUNDS = Duration.ofHours(1);

  private final Batch batch;
  private final Duration kept;
  private String swept = KNOWN;
  private Instant nextRound = Instant.MIN;

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

  /// What a run that begins later began with: the trace of its trigger when that came in, or one of
  /// its own.
  String traceOf(AgentId agent, String trigger, Input input, @Nullable String inputTrace) {
    String came = input.id().equals(trigger) ? inputTrace : trace(agent, trigger, input.at());
    return came == null ? Trace.derived(RunId.of(agent, trigger).value()) : came;
  }

  /// One of the sweeps that come every second.
  int sweep(Instant now) {
    return sweep(now, SWEEP_FOR);
  }

  /// Looks at the next ids, and forgets those that are too old, until `budget` is spent or the
  /// round is at its end: how many come in is their senders' to say, so it is time that bounds a
  /// sweep and not a number. Returns how many it forgot. Called between records, on the store
  /// itself.
  int sweep(Instant now, Duration budget) {
    if (now.isBefore(nextRound)) {
      return 0;
    }
    long end = System.nanoTime() + budget.toNanos();
    int forgotten = 0;
    do {
      forgotten += sweepChunk(now);
    } while (now.isAfter(nextRound) && System.nanoTime() < end);
    return forgotten;
  }

  private int sweepChunk(Instant now) {
    KeyValueStore<String, byte[]> store = batch.store();
    List<String> old = new ArrayList<>();
    String last = KNOWN;
    int seen = 0;
    try (KeyValueIterator<String, byte[]> next = store.range(swept, END)) {
      while (seen < CHUNK && next.hasNext()) {
        var known = next.next();
        last = known.key;
        seen++;
        if (isOld(known.value, now)) {
          old.add(known.key);
        }
      }
    }
    old.forEach(store::delete);
    if (seen < CHUNK) {
      swept = KNOWN;
      nextRound = now.plus(BETWEEN_ROUNDS);
    } else {
      swept = last;
    }
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
