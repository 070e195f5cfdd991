package dev.playloop.console.row;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One run in a list.
///
/// @param closed null while it is open, and so is `outcome`
/// @param failed how many of its actions were refused, failed, or are in doubt
/// @param arrived the number of the entry with its trigger, an earlier one where that had to wait;
///   of a tick, which is in no entry of its own, that of its opening
/// @param first the number of the entry that opened it, `last` of the newest that belongs to it
@RecordBuilder
public record RunRow(
    String run,
    String agent,
    String trigger,
    String kind,
    Instant opened,
    @Nullable Instant closed,
    @Nullable String outcome,
    long turns,
    long actions,
    long failed,
    long promptTokens,
    long completionTokens,
    String costUsd,
    long arrived,
    long first,
    long last) {}
