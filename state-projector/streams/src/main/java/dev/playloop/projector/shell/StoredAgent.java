package dev.playloop.projector.shell;

import dev.playloop.journal.ChainHead;
import dev.playloop.journal.FoldRelease;
import dev.playloop.journal.Live;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// One agent as its store holds it: the shell's own bookkeeping in a fixed binary frame, then the
/// JSON of the state. The deadline stands at a fixed place, so that a start can collect all
/// deadlines without reading any JSON.
///
/// @param deadline epoch milliseconds of the next deadline, [#NEVER] or [#HALTED]
/// @param wish the view version that is waited for, or [Live#NO_WISH]
/// @param release what wrote the last journal entry
/// @param trace the trace context of the open run
/// @param state the state's JSON, without its config where `configAt` says so
/// @param configAt where the config's JSON was cut out, or -1
@SuppressWarnings("ArrayRecordComponent") // bytes on their way, never compared
record StoredAgent(
    long deadline,
    long wish,
    ChainHead head,
    FoldRelease release,
    @Nullable String trace,
    byte[] state,
    int configAt) {
  static final long NEVER = Long.MAX_VALUE;

  /// The agent is halted: its deadlines stand still, and it waits for the end of that.
  static final long HALTED = Long.MAX_VALUE - 1;

  private static final byte FORMAT = 1;

  /// Stands behind the agent's id and the time, neither of which can hold a quote.
  private static final byte[] LABEL = "\"config\":".getBytes(StandardCharsets.UTF_8);

  private static final int LABEL_WITHIN = 400;
  private static final int HASH = 32;
  private static final int FIXED = 1 + 3 * Long.BYTES + 2 * HASH + 3 * Integer.BYTES;

  /// @param state the whole JSON of the agent's state
  static StoredAgent of(Kept kept, byte[] state) {
    FoldRelease release = kept.release();
    if (release == null) {
      throw new IllegalStateException("an agent is stored after its first journal entry only");
    }
    Live live = kept.live();
    return new StoredAgent(
        deadlineOf(live), live.wish(), kept.head(), release, kept.trace(), state, -1);
  }

  /// When the agent has to be looked at. Rounded up: a deadline that is folded too early would be
  /// folded twice.
  static long deadlineOf(Live live) {
    if (live.state().halt() != null) {
      return HALTED;
    }
    return live.deadline().map(next -> next.plusNanos(999_999).toEpochMilli()).orElse(NEVER);
  }

  /// The same without the config's JSON, if it stands where the state's JSON has it.
  StoredAgent without(byte[] config) {
    int at = LABEL.length + indexOf(LABEL);
    if (at < LABEL.length
        || at + config.length > state.length
        || !Arrays.equals(state, at, at + config.length, config, 0, config.length)) {
      return this;
    }
    byte[] rest = new byte[state.length - config.length];
    System.arraycopy(state, 0, rest, 0, at);
    System.arraycopy(state, at + config.length, rest, at, rest.length - at);
    return new StoredAgent(deadline, wish, head, release, trace, rest, at);
  }

  /// The state's whole JSON, the config put back where it was cut out.
  byte[] whole(byte @Nullable [] config) {
    if (configAt < 0) {
      return state;
    }
    if (config == null) {
      throw new IllegalStateException("the agent store lacks a config that its state refers to");
    }
    byte[] whole = new byte[state.length + config.length];
    System.arraycopy(state, 0, whole, 0, configAt);
    System.arraycopy(config, 0, whole, configAt, config.length);
    System.arraycopy(state, configAt, whole, configAt + config.length, state.length - configAt);
    return whole;
  }

  private int indexOf(byte[] label) {
    int last = Math.min(state.length, LABEL_WITHIN) - label.length;
    for (int i = 0; i <= last; i++) {
      if (Arrays.equals(state, i, i + label.length, label, 0, label.length)) {
        return i;
      }
    }
    return -label.length - 1;
  }

  byte[] encode() {
    byte[] traceBytes = trace == null ? new byte[0] : trace.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(FIXED + traceBytes.length + state.length)
        .put(FORMAT)
        .putLong(deadline)
        .putLong(wish)
        .putLong(head.seq())
        .put(HexFormat.of().parseHex(head.previous()))
        .putInt(release.fold())
        .put(HexFormat.of().parseHex(release.catalogue()))
        .putInt(configAt)
        .putInt(traceBytes.length)
        .put(traceBytes)
        .put(state)
        .array();
  }

  static StoredAgent decode(byte[] bytes) {
    ByteBuffer buffer = checked(bytes);
    long deadline = buffer.getLong();
    long wish = buffer.getLong();
    ChainHead head = new ChainHead(buffer.getLong(), hex(buffer));
    FoldRelease release = new FoldRelease(buffer.getInt(), hex(buffer));
    int configAt = buffer.getInt();
    byte[] trace = new byte[buffer.getInt()];
    buffer.get(trace);
    byte[] state = new byte[buffer.remaining()];
    buffer.get(state);
    return new StoredAgent(
        deadline,
        wish,
        head,
        release,
        trace.length == 0 ? null : new String(trace, StandardCharsets.UTF_8),
        state,
        configAt);
  }

  static long deadlineOf(byte[] bytes) {
    return checked(bytes).getLong();
  }

  static long wishOf(byte[] bytes) {
    return checked(bytes).position(1 + Long.BYTES).getLong();
  }

  private static ByteBuffer checked(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    byte format = buffer.get();
    if (format != FORMAT) {
      throw new IllegalStateException(
          "the agent store has format "
              + format
              + ", this release reads "
              + FORMAT
              + "; start the release that wrote it");
    }
    return buffer;
  }

  private static String hex(ByteBuffer buffer) {
    byte[] hash = new byte[HASH];
    buffer.get(hash);
    return HexFormat.of().formatHex(hash);
  }
}
