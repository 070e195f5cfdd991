package dev.playloop.journal;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.JournalEntry;
import dev.playloop.schemas.event.JournalEntry.Body;
import dev.playloop.schemas.event.JournalEntry.Envelope;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/// Reads entries back. Stateless.
public final class JournalReader {
  private JournalReader() {}

  /// An entry that has been read. `hash` is what the next entry must name; `bodyJson` is null where
  /// the payload is missing or is not the one that the envelope was written for.
  @SuppressWarnings("ArrayRecordComponent") // bytes on their way, never compared
  public record Read(
      Envelope envelope, String hash, byte @Nullable [] bodyJson, boolean payloadIntact) {
    /// The payload as a tree. Throws [InvalidValueException] where it is no body.
    public @Nullable Body body() {
      return bodyJson == null ? null : Json.read(bodyJson, Body.class, Edge.KEPT);
    }
  }

  /// Reads a record of the topic, and refuses what says the same in other bytes than the journal
  /// writes: what nobody checks could be edited unseen. Throws [InvalidValueException].
  public static Read read(byte[] record) {
    return read(record, KeyRing.NONE);
  }

  /// The same, sealed payloads opened as far as `keys` has theirs.
  public static Read read(byte[] record, KeyRing keys) {
    Read usual = Frame.read(record);
    if (usual != null) {
      return usual;
    }
    JournalEntry entry = Json.read(record, JournalEntry.class);
    Read read = read(entry, keys);
    if (!isAsWritten(record, entry)) {
      throw new InvalidValueException(
          "record", "the bytes that the journal writes", "the same content in other bytes");
    }
    return read;
  }

  private static boolean isAsWritten(byte[] record, JournalEntry entry) {
    JournalEntry.Payload payload = entry.payload();
    try {
      return Arrays.equals(record, Json.bytes(entry))
          && isUtf8(entry.envelope())
          && (payload == null || isUtf8(payload.body()))
          && entry.envelope().equals(Json.text(Json.read(entry.envelope(), Envelope.class)))
          && (payload == null || isCanonical(payload.salt()));
    } catch (JacksonException | IllegalArgumentException e) {
      // Such as a salt that is none.
      return false;
    }
  }

  /// Half a surrogate pair would be hashed as a question mark.
  private static boolean isUtf8(String text) {
    return StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }

  /// The last character but the padding has bits that no decoder looks at.
  private static boolean isCanonical(String salt) {
    return Base64.getEncoder().encodeToString(Base64.getDecoder().decode(salt)).equals(salt);
  }

  /// Without keys: what is sealed counts as missing.
  public static Read read(JournalEntry entry) {
    return read(entry, KeyRing.NONE);
  }

  /// Throws [InvalidValueException] where the entry is no entry at all.
  public static Read read(JournalEntry entry, KeyRing keys) {
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
    if (payload.key() != null) {
      return opened(envelope, hash, payload, keys.find(payload.key()));
    }
    return new Read(envelope, hash, payload.body().getBytes(StandardCharsets.UTF_8), true);
  }

  private static Read opened(
      Envelope envelope, String hash, JournalEntry.Payload payload, @Nullable DataKey key) {
    if (key == null) {
      return new Read(envelope, hash, null, true);
    }
    byte[] body = key.open(Base64.getDecoder().decode(payload.salt()), payload.body());
    return new Read(envelope, hash, body, body != null);
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
