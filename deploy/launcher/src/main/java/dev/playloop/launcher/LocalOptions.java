package dev.playloop.launcher;

import dev.playloop.kit.Telemetry;
import dev.playloop.rehearsal.Rehearsal;
import dev.playloop.schemas.Require;
import dev.playloop.settings.Settings;
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
/// @param worlds the worlds to act in; the loop knows the tools of all that are installed
/// @param open whether the gateway takes events without a token
/// @param telemetry stays the caller's to close; null: as the `OTEL_*` variables say
public record LocalOptions(
    Settings settings,
    @Nullable Path data,
    @Nullable Rehearsal rehearsal,
    @Nullable URI model,
    int httpPort,
    @Nullable String bootstrap,
    @Nullable Telemetry telemetry,
    List<String> worlds,
    boolean open) {
  /// Partitions of every topic on one machine, where fewer are faster.
  public static final int PARTITIONS = 4;

  /// Everything embedded and temporary.
  public static LocalOptions of(Settings settings) {
    return new LocalOptions(
        settings, null, null, null, 0, null, null, InstalledWorlds.names(), false);
  }

  public LocalOptions withData(@Nullable Path folder) {
    return new LocalOptions(
        settings, folder, rehearsal, model, httpPort, bootstrap, telemetry, worlds, open);
  }

  public LocalOptions withRehearsal(@Nullable Rehearsal rules) {
    return new LocalOptions(
        settings, data, rules, model, httpPort, bootstrap, telemetry, worlds, open);
  }

  public LocalOptions withModel(@Nullable URI url) {
    if (url != null) {
      var _ = Require.webAddress("the model's URL (--model)", url.toString());
    }
    return new LocalOptions(
        settings, data, rehearsal, url, httpPort, bootstrap, telemetry, worlds, open);
  }

  public LocalOptions withHttpPort(int port) {
    return new LocalOptions(
        settings, data, rehearsal, model, port, bootstrap, telemetry, worlds, open);
  }

  public LocalOptions withBootstrap(@Nullable String servers) {
    return new LocalOptions(
        settings, data, rehearsal, model, httpPort, servers, telemetry, worlds, open);
  }

  public LocalOptions withWorlds(List<String> names) {
    return new LocalOptions(
        settings, data, rehearsal, model, httpPort, bootstrap, telemetry, List.copyOf(names), open);
  }

  public LocalOptions withTelemetry(Telemetry given) {
    return new LocalOptions(
        settings, data, rehearsal, model, httpPort, bootstrap, given, worlds, open);
  }

  public LocalOptions withOpenGateway(boolean toEverybody) {
    return new LocalOptions(
        settings, data, rehearsal, model, httpPort, bootstrap, telemetry, worlds, toEverybody);
  }
}
