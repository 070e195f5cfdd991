package dev.playloop.projector.shell;

import dev.playloop.journal.ChainHead;
import dev.playloop.journal.FoldRelease;
import dev.playloop.journal.Live;
import dev.playloop.loop.state.StateJson;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// One agent as its store holds it: the shell's own bookkeeping in a fixed binary frame, then what
/// the state's own key holds of its JSON. The deadline stands at a fixed place, so that a start can
/// collect all deadlines without reading any JSON.
///
/// @param deadline epoch milliseconds of the next deadline, [#NEVER] or [#HALTED]
/// @param wish the view version that is waited for, or [Live#NO_WISH]
/// @param release what wrote the last journal entry
/// @param trace the trace context of the open run
record StoredAgent(
    long deadline,
    long wish,
    ChainHead head,
    FoldRelease release,
    @Nullable String trace,
    Cut state) {
  static final long NEVER = Long.MAX_VALUE;

  /// The agent is halted: its deadlines stand still, and it waits for the end of that.
  static final long HALTED = Long.MAX_VALUE - 1;

  private static final byte FORMAT = 2;

  /// Of earlier builds, which cut out the config alone.
  private static final byte CONFIG_CUT = 1;

  private static final int HASH = 32;
  private static final int FIXED = 1 + 3 * Long.BYTES + 2 * HASH + 4 * Integer.BYTES;

  static StoredAgent of(Kept kept, Cut state) {
    FoldRelease release = kept.release();
    if (release == null) {
      throw new IllegalStateException("an agent is stored after its first journal entry only");
    }
    Live live = kept.live();
    return new StoredAgent(
        deadlineOf(live), live.wish(), kept.head(), release, kept.trace(), state);
  }

  /// When the agent has to be looked at. Rounded up: a deadline that is folded too early would be
  /// folded twice.
  static long deadlineOf(Live live) {
    if (live.state().halt() != null) {
      return HALTED;
    }
    return live.deadline().map(next -> next.plusNanos(999_999).toEpochMilli()).orElse(NEVER);
  }

  byte[] encode() {
    byte[] traceBytes = trace == null ? new byte[0] : trace.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(FIXED + traceBytes.length + state.rest().length)
        .put(FORMAT)
        .putLong(deadline)
        .putLong(wish)
        .putLong(head.seq())
        .put(HexFormat.of().parseHex(head.previous()))
        .putInt(release.fold())
        .put(HexFormat.of().parseHex(release.catalogue()))
        .putInt(state.configAt())
        .putInt(state.memoryAt())
        .putInt(traceBytes.length)
        .put(traceBytes)
        .put(state.rest())
        .array();
  }

  static StoredAgent decode(byte[] bytes) {
    ByteBuffer buffer = checked(bytes);
    long deadline = buffer.getLong();
    long wish = buffer.getLong();
    ChainHead head = new ChainHead(buffer.getLong(), hex(buffer));
    FoldRelease release = new FoldRelease(buffer.getInt(), hex(buffer));
    int configAt = buffer.getInt();
    int memoryAt = bytes[0] == CONFIG_CUT ? Cut.NOT_CUT : buffer.getInt();
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
        new Cut(state, configAt, memoryAt));
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
    if (format != FORMAT && format != CONFIG_CUT) {
      throw new IllegalStateException(
          "the agent store has format "
              + format
              + ", this release reads "
              + CONFIG_CUT
              + " and "
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

  /// The JSON of an agent's state without its largest parts, which change once a run or less, while
  /// the state is written with each input.
  ///
  /// @param rest the state's JSON without them
  /// @param configAt where the config's JSON begins in the whole, or [#NOT_CUT]
  /// @param memoryAt where the memory's JSON begins in the whole, or [#NOT_CUT]
  @SuppressWarnings("ArrayRecordComponent") // bytes on their way, never compared
  record Cut(byte[] rest, int configAt, int memoryAt) {
    static final int NOT_CUT = -1;

    static Cut of(StateJson state) {
      StateJson.Parts parts = state.parts();
      byte[] memory = known(parts.memoryJson(), "memory");
      byte[] rest = without(state.bytes(), state.memoryAt(), memory.length);
      byte[] config = parts.configJson();
      if (config != null) {
        rest = without(rest, state.configAt(), config.length);
      }
      return new Cut(rest, config == null ? NOT_CUT : state.configAt(), state.memoryAt());
    }

    /// The state's whole JSON, with what was cut out put back.
    byte[] whole(byte @Nullable [] config, byte @Nullable [] memory) {
      byte[] whole = rest;
      if (configAt != NOT_CUT) {
        whole = with(whole, configAt, known(config, "config"));
      }
      if (memoryAt != NOT_CUT) {
        whole = with(whole, memoryAt, known(memory, "memory"));
      }
      return whole;
    }

    private static byte[] known(byte @Nullable [] part, String what) {
      if (part == null) {
        throw new IllegalStateException(
            "the agent store lacks a " + what + " that its state refers to");
      }
      return part;
    }

    private static byte[] without(byte[] bytes, int at, int length) {
      byte[] rest = Arrays.copyOf(bytes, bytes.length - length);
      System.arraycopy(bytes, at + length, rest, at, rest.length - at);
      return rest;
    }

    private static byte[] with(byte[] bytes, int at, byte[] part) {
      byte[] whole = Arrays.copyOf(bytes, bytes.length + part.length);
      System.arraycopy(part, 0, whole, at, part.length);
      System.arraycopy(bytes, at, whole, at + part.length, bytes.length - at);
      return whole;
    }
  }
}
