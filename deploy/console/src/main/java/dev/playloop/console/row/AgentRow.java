package dev.playloop.console.row;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One agent in a list.
///
/// @param state idle, thinking, acting, waiting, paused, quarantined or gone
/// @param seq the number of its newest entry, written at `at`
/// @param since when what it does began; null where nothing ever ran
/// @param words the last that it said; null where that is not at hand
@RecordBuilder
public record AgentRow(
    String agent,
    String world,
    String state,
    long seq,
    Instant at,
    @Nullable Instant since,
    @Nullable String openRun,
    long runs,
    String costUsd,
    @Nullable String words)
    implements AgentRowBuilder.With {}
