package dev.playloop.journal;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.journal.JournalEntry.Body;
import dev.playloop.schemas.journal.JournalEntry.Envelope;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.seal.DataKey;
import dev.playloop.schemas.seal.KeyRing;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Reads entries back. Stateless.
public final class JournalReader {
  /// What every value begins with that is not sealed. Ciphertext does so once in 2^72 times.
  private static final byte[] PLAIN = "{\"input\":".getBytes(StandardCharsets.UTF_8);

  /// What a record of format 1 begins with; it had no headers.
  private static final byte[] FIRST_FORMAT =
      "{\"v\":1,\"envelope\":".getBytes(StandardCharsets.UTF_8);

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

  /// Without keys: what is sealed counts as missing. Throws [InvalidValueException] where the entry
  /// is no entry at all, or says in other bytes what the journal would write: what nobody checks
  /// could be edited unseen.
  public static Read read(JournalEntry entry) {
    return read(entry, KeyRing.NONE);
  }

  /// The same, sealed payloads opened as far as `keys` has theirs.
  public static Read read(JournalEntry entry, KeyRing keys) {
    byte[] text = entry.envelope();
    if (text == null) {
      throw new InvalidValueException(
          "envelope",
          "the headers envelope, salt and key, each at most once",
          isFirstFormat(entry) ? "format 1; this build reads " + JournalEntry.VERSION : "none");
    }
    Envelope envelope = envelope(text);
    String hash = Sha256.hex(text);
    byte[] salt = salt(entry);
    byte[] value = entry.value();
    if (value == null || salt == null) {
      return new Read(envelope, hash, null, true);
    }
    if (!Sha256.hex(salt, value).equals(envelope.payloadHash())) {
      return new Read(envelope, hash, null, false);
    }
    String key = entry.key();
    if (key == null) {
      boolean plain = isPlain(value);
      return new Read(envelope, hash, plain ? value : null, plain);
    }
    DataKey found = keys.find(key);
    byte[] body = found == null ? null : found.open(salt, value);
    return new Read(envelope, hash, body, found == null || body != null);
  }

  /// Whether a record was written before there were headers.
  public static boolean isFirstFormat(JournalEntry entry) {
    return entry.envelope() == null && begins(entry.value(), FIRST_FORMAT);
  }

  /// Whether a value lies there as it was made, sealed with no key.
  public static boolean isPlain(byte @Nullable [] value) {
    return begins(value, PLAIN);
  }

  private static boolean begins(byte @Nullable [] value, byte[] with) {
    return value != null
        && value.length >= with.length
        && Arrays.equals(value, 0, with.length, with, 0, with.length);
  }

  private static Envelope envelope(byte[] text) {
    Envelope usual = EnvelopeParser.read(text);
    if (usual != null) {
      return usual;
    }
    Envelope envelope = Json.read(text, Envelope.class);
    if (envelope.v() != JournalEntry.VERSION) {
      throw new InvalidValueException(
          "v", String.valueOf(JournalEntry.VERSION), String.valueOf(envelope.v()));
    }
    if (!Arrays.equals(text, Json.bytes(envelope))) {
      throw new InvalidValueException(
          "envelope", "the bytes that the journal writes", "the same content in other bytes");
    }
    return envelope;
  }

  /// What belongs to the value, and stands only beside one.
  private static byte @Nullable [] salt(JournalEntry entry) {
    byte[] salt = entry.salt();
    if (entry.value() == null) {
      if (salt != null || entry.key() != null) {
        throw new InvalidValueException("salt", "none beside an entry without a value", "one");
      }
      return null;
    }
    if (salt == null || salt.length != JournalEntry.SALT_BYTES) {
      throw new InvalidValueException(
          "salt",
          JournalEntry.SALT_BYTES + " bytes",
          salt == null ? "none" : salt.length + " bytes");
    }
    return salt;
  }
}
