package dev.playloop.local;

import dev.playloop.kit.Settings;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How the all-in-one system runs. `data` null: everything lies in a temporary folder that is
/// deleted when it closes. `rehearsal` are the rules of the rehearsal model, which answers unless
/// `model` names the URL of a real one. `httpPort` 0 takes a free one. `broker` are properties of
/// the embedded broker on top of its own.
public record LocalOptions(
    Settings settings,
    @Nullable Path data,
    @Nullable String rehearsal,
    @Nullable URI model,
    int httpPort,
    Map<String, String> broker) {
  /// Partitions of every topic on one machine, where fewer are faster.
  public static final int PARTITIONS = 4;

  public LocalOptions {
    broker = Map.copyOf(broker);
  }

  /// With the settings of this process's environment.
  public static LocalOptions of(@Nullable Path data) {
    return new LocalOptions(AllSettings.read(System.getenv(), null), data, null, null, 0, Map.of());
  }

  public LocalOptions withRehearsal(@Nullable String rules) {
    return new LocalOptions(settings, data, rules, model, httpPort, broker);
  }

  public LocalOptions withModel(@Nullable URI url) {
    return new LocalOptions(settings, data, rehearsal, url, httpPort, broker);
  }
}
