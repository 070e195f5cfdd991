package dev.playloop.audit;

import dev.playloop.schemas.journal.JournalEntry;

/// One record where it lies, in the bytes as written. `time` is the broker's, in epoch
/// milliseconds; `key` is the agent's id as the record has it. Records of other topics than the
/// journal have a value only.
public record JournalRecord(int partition, long offset, long time, String key, JournalEntry entry) {
  /// A record of another topic.
  public static JournalRecord plain(
      int partition, long offset, long time, String key, byte[] value) {
    return new JournalRecord(partition, offset, time, key, JournalEntry.plain(value));
  }

  /// With another entry at the same place.
  public JournalRecord with(JournalEntry other) {
    return new JournalRecord(partition, offset, time, key, other);
  }

  /// Empty where there is none.
  public byte[] value() {
    byte[] value = entry.value();
    return value == null ? new byte[0] : value;
  }
}
