package dev.playloop.loop.state;

import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.json.Json;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.util.ByteArrayBuilder;

/// The JSON of an agent's state, to the byte what [Json#bytes] gives, and its hash in the journal.
/// Both are needed on every input, and the largest components, the config and the memory, are
/// nearly always those of the state before: each is written and hashed once, and again only when it
/// has changed. The open run's component holds the rolling hash of its transcript, so that no
/// message is hashed twice.
///
/// The hash is SHA-256 over the SHA-256 of each component (32 zero bytes for one that is not
/// there), in the order of [Parts], and then of all else. It means nothing to whoever does not know
/// the state. Immutable.
public final class StateJson {
  private static final byte[] NOTHING = new byte[32];

  private final byte[] bytes;
  private final Parts parts;
  private final String hash;
  private final int configAt;
  private final int memoryAt;

  private StateJson(Writing written, byte[] bytes, String hash) {
    this.bytes = bytes;
    this.parts = written.parts;
    this.hash = hash;
    this.configAt = written.configAt;
    this.memoryAt = written.memoryAt;
  }

  /// What was written of an agent's components.
  public record Parts(
      @Nullable Part<AgentConfig> config,
      @Nullable Part<Memory> memory,
      @Nullable Part<List<AgentState.Waiting>> queue,
      @Nullable Part<Run> run,
      @Nullable Part<Run> parked) {
    /// Nothing was written yet.
    public static final Parts NONE = new Parts(null, null, null, null, null);

    /// Of a state whose config's and memory's JSON are known, as far as they are.
    public static Parts of(
        AgentState state, byte @Nullable [] configJson, byte @Nullable [] memoryJson) {
      AgentConfig config = state.config();
      return new Parts(
          config == null || configJson == null ? null : Part.of(config, configJson),
          memoryJson == null ? null : Part.of(state.memory(), memoryJson),
          null,
          null,
          null);
    }

    private Parts of(AgentState state) {
      return new Parts(
          Part.of(config, state.config()),
          Part.of(memory, state.memory()),
          Part.of(queue, state.queue()),
          Part.of(run, state.run()),
          Part.of(parked, state.parked()));
    }

    /// The config's JSON; null where there is no config.
    public byte @Nullable [] configJson() {
      return config == null ? null : config.json;
    }

    /// The memory's JSON; null where it is not known.
    public byte @Nullable [] memoryJson() {
      return memory == null ? null : memory.json;
    }
  }

  /// A value, its JSON and the hash of that. Values are immutable and handed on by reference from
  /// state to state, so that identity tells whether it is still the same; comparing would cost more
  /// than it saves. The JSON is kept as bytes: what was written once is never read as text, which
  /// may not be writable.
  @SuppressWarnings({"ReferenceEquality", "ArrayRecordComponent"})
  record Part<T>(T of, byte[] json, byte[] hash) {
    static <T> Part<T> of(T now, byte[] json) {
      return new Part<>(now, json, Sha256.digest().digest(json));
    }

    static <T> @Nullable Part<T> of(@Nullable Part<T> before, @Nullable T now) {
      if (now == null) {
        return null;
      }
      return before != null && before.of == now ? before : of(now, Json.bytes(now));
    }
  }

  /// Writes `state`; `before` is what was written of the agent's last state.
  public static StateJson of(AgentState state, Parts before) {
    Parts parts = before.of(state);
    return new Writing(state, parts).json();
  }

  /// Writes one state: its components as they are, and what lies between them. Used once.
  private static final class Writing {
    private final AgentState state;
    private final Parts parts;
    private final ByteArrayBuilder out = new ByteArrayBuilder(4_096);
    private final MessageDigest rest = Sha256.digest();
    private final ByteArrayBuilder whole = new ByteArrayBuilder(8_192);
    private int configAt = -1;
    private int memoryAt;

    Writing(AgentState state, Parts parts) {
      this.state = state;
      this.parts = parts;
    }

    StateJson json() {
      try (JsonGenerator json = Json.LOG.createGenerator(out)) {
        write(json);
      }
      between();
      MessageDigest all = Sha256.digest();
      for (Part<?> part :
          new Part<?>[] {parts.config, parts.memory, parts.queue, parts.run, parts.parked}) {
        all.update(part == null ? NOTHING : part.hash);
      }
      String hash = HexFormat.of().formatHex(all.digest(rest.digest()));
      return new StateJson(this, whole.toByteArray(), hash);
    }

    /// The fields in the order of [AgentState]; what is null is left out.
    private void write(JsonGenerator json) {
      json.writeStartObject();
      json.writeNumberProperty("v", state.v());
      json.writeStringProperty("agent", state.agent().value());
      json.writeStringProperty("at", state.at().toString());
      if (parts.config != null) {
        configAt = part(json, "config", parts.config);
      }
      json.writeBooleanProperty("paused", state.paused());
      json.writeNumberProperty("poisoned", state.poisoned());
      unlessNull(json, "queue", parts.queue);
      json.writePOJOProperty("money", state.money());
      memoryAt = part(json, "memory", Objects.requireNonNull(parts.memory));
      unlessNull(json, "call", state.call());
      unlessNull(json, "orphan", state.orphan());
      unlessNull(json, "run", parts.run);
      unlessNull(json, "parked", parts.parked);
      unlessNull(json, "grants", state.grants().isEmpty() ? null : state.grants());
      unlessNull(json, "said", state.said());
      unlessNull(json, "lastRun", state.lastRun());
      json.writePOJOProperty("late", state.late());
      unlessNull(json, "delays", state.delays().isEmpty() ? null : state.delays());
      unlessNull(json, "wake", state.wake());
      unlessNull(json, "halt", state.halt());
      unlessNull(json, "talks", state.talks());
      json.writeEndObject();
    }

    /// Returns where its value begins.
    private int part(JsonGenerator json, String name, Part<?> part) {
      json.writeName(name);
      json.writeRawValue(""); // the colon; the value goes around the generator, as it is
      json.flush();
      between();
      int at = whole.size();
      whole.write(part.json);
      return at;
    }

    /// What was generated since the last component.
    private void between() {
      byte[] generated = Json.mended(out.toByteArray());
      out.reset();
      rest.update(generated);
      whole.write(generated);
    }

    private void unlessNull(JsonGenerator json, String name, @Nullable Part<?> part) {
      if (part != null) {
        part(json, name, part);
      }
    }

    private static void unlessNull(JsonGenerator json, String name, @Nullable Object value) {
      if (value != null) {
        json.writePOJOProperty(name, value);
      }
    }
  }

  /// Not to be changed.
  public byte[] bytes() {
    return bytes;
  }

  /// Where the config's JSON begins in the bytes; -1 where there is no config.
  public int configAt() {
    return configAt;
  }

  /// Where the memory's JSON begins in the bytes.
  public int memoryAt() {
    return memoryAt;
  }

  /// The state's hash in the journal.
  public String hash() {
    return hash;
  }

  /// For the agent's next state.
  public Parts parts() {
    return parts;
  }
}
