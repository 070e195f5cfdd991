package dev.playloop.schemas.topic;

import dev.playloop.schemas.journal.JournalEntry;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/// Where the parts of a [JournalEntry] lie in a record of the journal. Pure functions.
public final class JournalHeaders {
  public static final String ENVELOPE = "envelope";
  public static final String SALT = "salt";
  public static final String KEY = "key";

  private JournalHeaders() {}

  /// Puts all of an entry but its value into `headers`.
  public static void write(JournalEntry entry, Headers headers) {
    add(headers, ENVELOPE, entry.envelope());
    add(headers, SALT, entry.salt());
    String key = entry.key();
    add(headers, KEY, key == null ? null : key.getBytes(StandardCharsets.UTF_8));
  }

  private static void add(Headers headers, String name, byte @Nullable [] value) {
    if (value != null) {
      headers.add(name, value);
    }
  }

  /// A record's parts, unchecked. One that has a header twice has no envelope: who reads the first
  /// and who reads the last would be told different things.
  public static JournalEntry read(Headers headers, byte @Nullable [] value) {
    byte[] envelope = only(headers, ENVELOPE);
    byte[] salt = only(headers, SALT);
    byte[] key = only(headers, KEY);
    return new JournalEntry(
        isTwice(headers, ENVELOPE) || isTwice(headers, SALT) || isTwice(headers, KEY)
            ? null
            : envelope,
        salt,
        key == null ? null : new String(key, StandardCharsets.UTF_8),
        value);
  }

  private static byte @Nullable [] only(Headers headers, String name) {
    Header header = headers.lastHeader(name);
    return header == null ? null : header.value();
  }

  private static boolean isTwice(Headers headers, String name) {
    var all = headers.headers(name).iterator();
    if (!all.hasNext()) {
      return false;
    }
    all.next();
    return all.hasNext();
  }
}
