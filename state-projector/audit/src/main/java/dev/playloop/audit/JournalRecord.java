package dev.playloop.audit;

/// One record of the journal where it lies, in the bytes as written. `time` is the broker's, in
/// epoch milliseconds; `key` is the agent's id as the record has it.
@SuppressWarnings("ArrayRecordComponent") // bytes on their way, never compared
public record JournalRecord(int partition, long offset, long time, String key, byte[] value) {}
