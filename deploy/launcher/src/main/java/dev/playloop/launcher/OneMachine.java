package dev.playloop.launcher;

import dev.playloop.kit.KitSettings;
import dev.playloop.projector.ProjectorSettings;
import dev.playloop.schemas.Require;
import dev.playloop.settings.SettingKey;
import dev.playloop.settings.Settings;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What settings mean where everything runs in one process, around a broker of its own: each is
/// honoured or refused, none is ignored.
public final class OneMachine {
  /// Of many machines, or of a process that runs one role.
  private static final List<SettingKey> OF_A_CLUSTER =
      List.of(
          KitSettings.BOOTSTRAP,
          KitSettings.PREFIX,
          KitSettings.PARTITIONS,
          KitSettings.INSTANCE,
          KitSettings.HEALTH_HOST,
          KitSettings.HEALTH_PORT,
          ProjectorSettings.STANDBYS);

  private OneMachine() {}

  /// With the data folder and the model of the command line, else of the settings. Throws
  /// [UserProblem] where a setting is none of one machine's.
  public static LocalOptions options(Settings settings, @Nullable Path data, @Nullable URI model) {
    requireOwn(settings);
    Path kept =
        data == null && settings.isSet(KitSettings.DATA) ? settings.path(KitSettings.DATA) : data;
    return LocalOptions.of(settings)
        .withData(kept)
        .withModel(model == null ? told(settings) : model);
  }

  private static @Nullable URI told(Settings settings) {
    return settings
        .optional(AllSettings.MODEL_URL)
        .map(text -> URI.create(Require.webAddress(AllSettings.MODEL_URL.name(), text).toString()))
        .orElse(null);
  }

  /// Throws [UserProblem] where settings are told that mean nothing here.
  static void requireOwn(Settings settings) {
    List<String> others = new ArrayList<>();
    OF_A_CLUSTER.stream().filter(settings::isSet).map(SettingKey::name).forEach(others::add);
    others.addAll(settings.clientProperties().keySet().stream().sorted().toList());
    if (!others.isEmpty()) {
      throw UserProblem.usage(
          "one machine brings its own broker and has no use for " + String.join(", ", others),
          "these are settings of './playloop worker' against a cluster; leave them out here.");
    }
  }
}
