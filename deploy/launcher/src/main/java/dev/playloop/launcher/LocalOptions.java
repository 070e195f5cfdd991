package dev.playloop.launcher;

import dev.playloop.kit.Telemetry;
import dev.playloop.rehearsal.Rehearsal;
import dev.playloop.schemas.Require;
import dev.playloop.settings.Settings;
import dev.playloop.worlds.model.Opening.Purpose;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How the all-in-one system runs.
///
/// @param data where everything lies; null: a temporary folder that is deleted when it closes
/// @param rehearsal the rules of the rehearsal model; null: it has nothing to do
/// @param model the URL of a real model, which then answers instead of the rehearsal model
/// @param httpPort where trigger-ingest listens; 0 takes a free port
/// @param bootstrap a broker that runs already; null: an embedded one is started
/// @param telemetry stays the caller's to close; null: as the `OTEL_*` variables say
/// @param worlds the worlds to act in, or what those share that are data; the loop knows the tools
///   of all that are installed
/// @param purpose what they are opened for
/// @param openGateway whether the gateway takes events without a token
@RecordBuilder
public record LocalOptions(
    Settings settings,
    @Nullable Path data,
    @Nullable Rehearsal rehearsal,
    @Nullable URI model,
    int httpPort,
    @Nullable String bootstrap,
    @Nullable Telemetry telemetry,
    List<String> worlds,
    Purpose purpose,
    boolean openGateway)
    implements LocalOptionsBuilder.With {
  /// Partitions of every topic on one machine, where fewer are faster: each is a part of every
  /// transaction. More than one, so that nobody relies on an order that a cluster does not have.
  public static final int PARTITIONS = 2;

  /// Throws [dev.playloop.schemas.InvalidValueException].
  public LocalOptions {
    if (model != null) {
      var _ = Require.webAddress("the model's URL (--model)", model.toString());
    }
    worlds = List.copyOf(worlds);
  }

  /// Everything embedded and temporary.
  public static LocalOptions of(Settings settings) {
    return LocalOptionsBuilder.builder()
        .settings(settings)
        .worlds(InstalledWorlds.groups())
        .purpose(Purpose.WORK)
        .build();
  }
}
