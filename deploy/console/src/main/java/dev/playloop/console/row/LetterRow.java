package dev.playloop.console.row;

import java.time.Instant;

/// A dead letter in the index: where it lies, by `partition:offset`, and why.
public record LetterRow(String id, String cause, Instant at) {}
