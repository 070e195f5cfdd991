package dev.playloop.proving.mutate;

/// @param detail why, where the verdict alone does not say; may be empty
record RowOutcome(Row row, RowVerdict verdict, String detail, double seconds) {}
