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
      @Nullable String promptHash) {}

  /// What the fold was given, and what it decided beyond its commands. `input` is the loop's input
  /// (or a snapshot's state); `view` the view a turn was opened with.
  public record Body(JsonNode input, @Nullable View view, @Default("[]") List<LoopEvent> events) {
    public Body {
      events = events == null ? List.of() : List.copyOf(events);
    }
  }
}
