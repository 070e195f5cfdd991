package dev.playloop.console.row;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One entry of a journal in a list.
///
/// @param run whose; null where it belongs to none
/// @param turn under which turn of it; null where under none
/// @param tool what was called; of several the first
/// @param outcome how it came out, in one word
/// @param bytes how large its payload is
/// @param sound whether number, chain and payload are what they must be
@RecordBuilder
public record EntryRow(
    String agent,
    long seq,
    Instant at,
    String kind,
    @Nullable String run,
    @Nullable Integer turn,
    @Nullable String tool,
    @Nullable String outcome,
    long bytes,
    int partition,
    long offset,
    boolean sound) {}
