package dev.playloop.broker;

import java.util.Map;

/// When what was appended is forced to the disk. One machine has no replica: what is only in the
/// page cache outlives the process and its kill, and not a power cut.
public enum Flush {
  /// When the operating system writes its page cache back: Kafka's default.
  BY_SYSTEM,
  /// Before an append is acknowledged, in each log that it goes to, those of the transactions and
  /// of the offsets included.
  EACH_APPEND;

  Map<String, String> properties() {
    return switch (this) {
      case BY_SYSTEM -> Map.of();
      case EACH_APPEND -> Map.of("log.flush.interval.messages", "1");
    };
  }
}
