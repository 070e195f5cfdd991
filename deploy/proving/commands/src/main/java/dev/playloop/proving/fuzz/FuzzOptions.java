package dev.playloop.proving.fuzz;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// @param time after which the run ends
/// @param before what earlier runs have sent, by surface: it counts as if this one had
/// @param count inputs that each surface is to have at least, and
/// @param total all together, before the run ends earlier; 0: as many as the time allows
/// @param surfaces their names; empty: all
/// @param checkLimit how long a sane trigger may take
/// @param stopAtFirst ends the run at the first breach
/// @param breaches where inputs that broke something are written to
/// @param log gets lines about the progress
@RecordBuilder
record FuzzOptions(
    long seed,
    Duration time,
    Map<String, Long> before,
    long count,
    long total,
    List<String> surfaces,
    Duration checkLimit,
    boolean stopAtFirst,
    Path breaches,
    Consumer<String> log) {}
