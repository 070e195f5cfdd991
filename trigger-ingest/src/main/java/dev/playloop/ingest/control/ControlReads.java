package dev.playloop.ingest.control;

import dev.playloop.kit.access.PrincipalTable;
import dev.playloop.schemas.tool.ToolCatalogue;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What a [ControlDesk] looks at; the tables stay their owner's to close.
///
/// @param catalogues the tools of a world; null where they are not known
/// @param patience how long a request waits for Kafka before it gets 503
public record ControlReads(
    OpenApprovals approvals,
    PrincipalTable principals,
    KnownAgents agents,
    Function<String, @Nullable ToolCatalogue> catalogues,
    Duration patience) {}
