package dev.playloop.schemas.event;

import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Default;
import dev.playloop.schemas.json.Versioned;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One entry of an agent's journal: every input in the order it was folded, hash-chained.
/// `envelope` is the JSON text of an [Envelope], and the entry's hash is the SHA-256 of its UTF-8
/// bytes exactly as written; nothing is canonicalised. The payload may be missing (erased): the
/// chain still verifies, that entry can't be re-folded.
public record JournalEntry(int v, String envelope, @Nullable Payload payload) implements Versioned {
  public static final int VERSION = 1;

  /// `salt` is 16 bytes in Base64; `body` the JSON text of a [Body] as written. The envelope's
  /// `payloadHash` is SHA-256(salt bytes, then UTF-8 bytes of body).
  ///
  /// With `key`, the id of a [SubjectKey], `body` is that JSON text encrypted: AES-256-GCM in
  /// Base64, the first 12 bytes of the salt as nonce, the key's id as associated data. The hash is
  /// then over the ciphertext: it can be checked without the key, and once the key is dropped it
  /// tells nothing of the text.
  public record Payload(String salt, String body, @Nullable String key) {
    public Payload(String salt, String body) {
      this(salt, body, null);
    }
  }

  /// The chained part. Hashes are lower-case hex. `kind` is the kind of input, or `snapshot`.
  /// `promptHash` is the hash of the [Turn] that the step opened, where it opened one.
  public record Envelope(
      int v,
      AgentId agent,
      long seq,
      Instant at,
      int foldVersion,
      String catalogue,
      String kind,
      String input,
      String payloadHash,
      String commandsHash,
      String stateHash,
      String previous,
      @Nullable String promptHash) {
    /// An entry that nothing else is known of yet; the ways below say the rest.
    public static Envelope of(AgentId agent, long seq, Instant at) {
      return new Envelope(VERSION, agent, seq, at, 0, "", "", "", "", "", "", "", null);
    }

    /// Folded by this release.
    public Envelope by(int fold, String tools) {
      return new Envelope(
          v,
          agent,
          seq,
          at,
          fold,
          tools,
          kind,
          input,
          payloadHash,
          commandsHash,
          stateHash,
          previous,
          promptHash);
    }

    /// What was folded.
    public Envelope about(String inputKind, String inputId) {
      return new Envelope(
          v,
          agent,
          seq,
          at,
          foldVersion,
          catalogue,
          inputKind,
          inputId,
          payloadHash,
          commandsHash,
          stateHash,
          previous,
          promptHash);
    }

    /// What was folded, as the payload has it, and what came of it.
    public Envelope hashes(String payload, String commands, String state) {
      return new Envelope(
          v,
          agent,
          seq,
          at,
          foldVersion,
          catalogue,
          kind,
          input,
          payload,
          commands,
          state,
          previous,
          promptHash);
    }

    /// The hash of the entry before it.
    public Envelope behind(String hash) {
      return new Envelope(
          v,
          agent,
          seq,
          at,
          foldVersion,
          catalogue,
          kind,
          input,
          payloadHash,
          commandsHash,
          stateHash,
          hash,
          promptHash);
    }

    /// The hash of the turn that the step opened; null where it opened none.
    public Envelope prompt(@Nullable String hash) {
      return new Envelope(
          v,
          agent,
          seq,
          at,
          foldVersion,
          catalogue,
          kind,
          input,
          payloadHash,
          commandsHash,
          stateHash,
          previous,
          hash);
    }
  }

  /// What the fold was given, and what it decided beyond its commands. `input` is the loop's input
  /// (or a snapshot's state); `view` the view a turn was opened with.
  public record Body(JsonNode input, @Nullable View view, @Default("[]") List<LoopEvent> events) {
    public Body {
      events = events == null ? List.of() : List.copyOf(events);
    }
  }
}
