package dev.playloop.loop;

import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.util.ByteArrayBuilder;

/// The JSON of an agent's state, to the byte what [Json#bytes] gives. It is written on every input,
/// and its largest parts, the config and the memory, are nearly always those of the state before:
/// they are written once and copied from then on. Immutable.
public final class StateJson {
  private final byte[] bytes;
  private final Parts parts;

  private StateJson(byte[] bytes, Parts parts) {
    this.bytes = bytes;
    this.parts = parts;
  }

  /// What was written of an agent's config and memory.
  public record Parts(@Nullable Part<AgentConfig> config, @Nullable Part<Memory> memory) {
    /// Nothing was written yet.
    public static final Parts NONE = new Parts(null, null);

    /// With a config whose JSON is known.
    public static Parts of(AgentConfig config, byte[] json) {
      return new Parts(new Part<>(config, json), null);
    }

    /// Whether `now` is the config that was written; both may be none.
    @SuppressWarnings("ReferenceEquality") // see Part
    public boolean isOf(@Nullable AgentConfig now) {
      return config == null ? now == null : config.of == now;
    }

    /// The config's JSON; null where there is no config.
    public byte @Nullable [] configJson() {
      return config == null ? null : config.json;
    }
  }

  /// A value and its JSON. Values are immutable and handed on by reference from state to state, so
  /// that identity tells whether it is still the same; comparing would cost more than it saves. The
  /// JSON is kept as bytes: what was written once is never read as text, which may not be writable.
  @SuppressWarnings({"ReferenceEquality", "ArrayRecordComponent"})
  record Part<T>(T of, byte[] json) {
    static <T> @Nullable Part<T> of(@Nullable Part<T> before, @Nullable T now) {
      if (now == null) {
        return null;
      }
      return before != null && before.of == now ? before : new Part<>(now, Json.bytes(now));
    }
  }

  /// Writes `state`; `before` is what was written of the agent's last state.
  public static StateJson of(AgentState state, Parts before) {
    Parts parts =
        new Parts(Part.of(before.config, state.config()), Part.of(before.memory, state.memory()));
    ByteArrayBuilder out = new ByteArrayBuilder(4_096);
    try (JsonGenerator json = Json.LOG.createGenerator(out)) {
      write(json, out, state, parts);
    }
    return new StateJson(Json.mended(out.toByteArray()), parts);
  }

  /// The fields in the order of [AgentState]; what is null is left out.
  private static void write(
      JsonGenerator json, ByteArrayBuilder out, AgentState state, Parts parts) {
    json.writeStartObject();
    json.writeNumberProperty("v", state.v());
    json.writeStringProperty("agent", state.agent().value());
    json.writeStringProperty("at", state.at().toString());
    part(json, out, "config", parts.config);
    json.writeBooleanProperty("paused", state.paused());
    json.writeNumberProperty("poisoned", state.poisoned());
    json.writePOJOProperty("queue", state.queue());
    json.writePOJOProperty("money", state.money());
    part(json, out, "memory", parts.memory);
    unlessNull(json, "call", state.call());
    unlessNull(json, "orphan", state.orphan());
    unlessNull(json, "run", state.run());
    unlessNull(json, "lastRun", state.lastRun());
    json.writePOJOProperty("late", state.late());
    unlessNull(json, "wake", state.wake());
    unlessNull(json, "halt", state.halt());
    json.writeEndObject();
  }

  private static void part(
      JsonGenerator json, ByteArrayBuilder out, String name, @Nullable Part<?> part) {
    if (part != null) {
      json.writeName(name);
      json.writeRawValue(""); // the colon; the value goes around the generator, as it is
      json.flush();
      out.write(part.json, 0, part.json.length);
    }
  }

  private static void unlessNull(JsonGenerator json, String name, @Nullable Object value) {
    if (value != null) {
      json.writePOJOProperty(name, value);
    }
  }

  /// Not to be changed.
  public byte[] bytes() {
    return bytes;
  }

  /// The state's hash in the journal.
  public String hash() {
    return StateHash.ofJson(bytes);
  }

  /// For the agent's next state.
  public Parts parts() {
    return parts;
  }
}
