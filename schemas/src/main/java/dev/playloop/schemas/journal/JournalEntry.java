package dev.playloop.schemas.journal;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Default;
import dev.playloop.schemas.json.Versioned;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One entry of an agent's journal as it lies on its topic: every input in the order it was folded,
/// hash-chained. The parts are bytes, since those are what is hashed; nothing is canonicalised.
///
/// - The entry's hash, which the next one names, is SHA-256(envelope).
/// - Its envelope's `payloadHash` is SHA-256(salt, then value).
/// - With `key`, the id of a [SubjectKey], the value is AES-256-GCM ciphertext: the first 12 bytes
///   of the salt are the nonce, the key's id is the associated data. Its hash can be checked
///   without the key, and once the key is dropped it tells nothing of the text.
/// - An entry without a value (erased, or too large) has neither salt nor key: the chain still
///   verifies, that entry can't be folded again.
///
/// @param envelope header `envelope`: the UTF-8 JSON of an [Envelope]; null where a record is no
///   entry of this format
/// @param salt header `salt`: 16 random bytes
/// @param key header `key`: only where the value is sealed
/// @param value the record's value: the UTF-8 JSON of a [Body], or what that was encrypted to
@SuppressWarnings("ArrayRecordComponent") // bytes on their way, never compared
public record JournalEntry(
    byte @Nullable [] envelope,
    byte @Nullable [] salt,
    @Nullable String key,
    byte @Nullable [] value) {
  /// The format that this release writes and reads.
  public static final int VERSION = 2;

  public static final int SALT_BYTES = 16;

  /// A record of some other kind: a value and nothing beside it.
  public static JournalEntry plain(byte @Nullable [] value) {
    return new JournalEntry(null, null, null, value);
  }

  /// With another envelope.
  public JournalEntry envelope(byte @Nullable [] other) {
    return new JournalEntry(other, salt, key, value);
  }

  /// With another salt.
  public JournalEntry salt(byte @Nullable [] other) {
    return new JournalEntry(envelope, other, key, value);
  }

  /// With another value.
  public JournalEntry value(byte @Nullable [] other) {
    return new JournalEntry(envelope, salt, key, other);
  }

  /// Without its value, and what belongs to that.
  public JournalEntry erased() {
    return new JournalEntry(envelope, null, null, null);
  }

  /// How many bytes a record of it takes, beside its key and the names of its headers.
  public int bytes() {
    return length(envelope) + length(salt) + (key == null ? 0 : key.length()) + length(value);
  }

  private static int length(byte @Nullable [] part) {
    return part == null ? 0 : part.length;
  }

  /// The chained part. Hashes are lower-case hex. Later releases may add fields, behind these.
  ///
  /// @param v the journal's format
  /// @param seq the entry's number, from 0
  /// @param at the shell's clock when the input was folded
  /// @param fold the version of the fold, and `catalogue` the hash of all that declares behaviour
  /// @param kind the kind of input, or `snapshot`
  /// @param input the input's id
  /// @param commandsHash over what the step published; `stateHash` over the state behind it
  /// @param promptHash the hash of the [Turn] that the step opened, where it opened one
  /// @param previous the hash of the agent's entry before it; of the first, 64 zeros
  @RecordBuilder
  public record Envelope(
      int v,
      AgentId agent,
      long seq,
      Instant at,
      int fold,
      String catalogue,
      String kind,
      String input,
      String payloadHash,
      String commandsHash,
      String stateHash,
      @Nullable String promptHash,
      String previous)
      implements JournalEntryEnvelopeBuilder.With, Versioned {
    public static final int VERSION = JournalEntry.VERSION;

    /// An entry that nothing else is known of yet; the ways below say the rest.
    public static Envelope of(AgentId agent, long seq, Instant at) {
      return new Envelope(VERSION, agent, seq, at, 0, "", "", "", "", "", "", null, "");
    }

    /// Folded by this release.
    public Envelope by(int fold, String tools) {
      return with().fold(fold).catalogue(tools).build();
    }

    /// What was folded.
    public Envelope about(String inputKind, String inputId) {
      return with().kind(inputKind).input(inputId).build();
    }

    /// What was folded, as the payload has it, and what came of it.
    public Envelope hashes(String payload, String commands, String state) {
      return with().payloadHash(payload).commandsHash(commands).stateHash(state).build();
    }

    /// The hash of the entry before it.
    public Envelope behind(String hash) {
      return with().previous(hash).build();
    }

    /// The hash of the turn that the step opened; null where it opened none.
    public Envelope prompt(@Nullable String hash) {
      return with().promptHash(hash).build();
    }
  }

  /// What the fold was given, and what it decided beyond its commands.
  ///
  /// @param input the record that came, byte for byte as it was parsed; what came with no record is
  ///   written by the loop
  /// @param view what the agent saw, where a turn was opened
  /// @param memory what it remembered of who said what, where the fold looked at it
  public record Body(
      JsonNode input,
      @Nullable View view,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable JsonNode memory,
      @Default("[]") List<LoopEvent> events) {
    public Body {
      events = events == null ? List.of() : List.copyOf(events);
    }
  }
}
