package dev.playloop.ingest.stream;

import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.journal.JournalEntry.Envelope;
import dev.playloop.schemas.seal.DataKey;
import dev.playloop.schemas.seal.KeyRing;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Opens the payload of an entry of the journal, in memory alone. Pure.
final class SealedBody {
  private static final byte[] PLAIN = "{\"input\":".getBytes(StandardCharsets.UTF_8);

  private SealedBody() {}

  /// Its JSON; null where it was erased or changed, or is sealed with a key that is not there.
  static byte @Nullable [] open(JournalEntry entry, Envelope envelope, KeyRing keys) {
    byte[] value = entry.value();
    byte[] salt = entry.salt();
    if (value == null || salt == null || !Sha256.hex(salt, value).equals(envelope.payloadHash())) {
      return null;
    }
    String sealedBy = entry.key();
    if (sealedBy == null) {
      return begins(value) ? value : null;
    }
    DataKey key = keys.find(sealedBy);
    return key == null ? null : key.open(salt, value);
  }

  private static boolean begins(byte[] value) {
    return value.length >= PLAIN.length
        && Arrays.equals(value, 0, PLAIN.length, PLAIN, 0, PLAIN.length);
  }
}
