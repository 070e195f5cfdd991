package dev.playloop.projector.journal;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.JournalEntry;
import dev.playloop.schemas.event.JournalEntry.Body;
import dev.playloop.schemas.event.JournalEntry.Envelope;
import dev.playloop.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// Reads entries back. Stateless.
public final class JournalReader {
  private JournalReader() {}

  /// An entry that has been read. `hash` is what the next entry must name; `body` is null where the
  /// payload is missing.
  public record Read(Envelope envelope, String hash, @Nullable Body body, boolean payloadIntact) {}

  /// Throws [InvalidValueException] where the entry is no entry at all.
  public static Read read(JournalEntry entry) {
    if (entry.envelope() == null) {
      throw new InvalidValueException("envelope", "the JSON text of an envelope", "nothing");
    }
    Envelope envelope = Json.read(entry.envelope(), Envelope.class);
    String hash = Sha256.hex(entry.envelope());
    JournalEntry.Payload payload = entry.payload();
    if (payload == null) {
      return new Read(envelope, hash, null, true);
    }
    if (!payloadHash(payload).equals(envelope.payloadHash())) {
      return new Read(envelope, hash, null, false);
    }
    return new Read(envelope, hash, Json.read(payload.body(), Body.class), true);
  }

  private static String payloadHash(JournalEntry.Payload payload) {
    try {
      return Sha256.hex(
          Base64.getDecoder().decode(payload.salt()),
          payload.body().getBytes(StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      return "salt is no Base64";
    }
  }
}
