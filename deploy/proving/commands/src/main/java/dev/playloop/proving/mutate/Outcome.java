package dev.playloop.proving.mutate;

/// @param detail why, where the verdict alone does not say; may be empty
record Outcome(Row row, Verdict verdict, String detail, double seconds) {}
