package dev.playloop.kit;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/// A record that becomes a dead letter, as far as it could be read: `key` and `event` are null
/// where they could not. `cause` says why; where `mayHaveRun`, the handler had begun with it, in
/// this process or one before.
public record Unhandled<K, V>(
    @Nullable K key, @Nullable V event, Headers headers, boolean mayHaveRun, Throwable cause) {
  /// A header of the record, or null where it carries none.
  public @Nullable String header(String name) {
    return Letters.get(headers, name);
  }

  /// The failure's class and message, at most 1,000 characters.
  public String reason() {
    return text(cause);
  }

  /// A failure's class and message, at most 1,000 characters.
  public static String text(Throwable cause) {
    return Letters.text(cause);
  }
}
