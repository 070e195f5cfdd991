package dev.playloop.reasoner;

import dev.playloop.kit.KitSettings;
import dev.playloop.kit.topic.Suspects;
import dev.playloop.reasoner.image.HashedImages;
import dev.playloop.reasoner.image.Images;
import dev.playloop.reasoner.wire.Keys;
import dev.playloop.schemas.Require;
import dev.playloop.settings.SettingKey;
import dev.playloop.settings.Settings;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a reasoner works. `maxInFlight` bounds the turns in hand, over all models; each model's own
/// limit is in its route. `apiKeys` finds the keys that routes name, `images` what prompts show.
/// `folder` keeps at which turns the JVM broke; without one that is forgotten with the process.
public record ReasonerSettings(
    int maxInFlight, Keys apiKeys, Images images, @Nullable Path folder) {
  public static final SettingKey MAX_IN_FLIGHT =
      SettingKey.of(
          "PLAYLOOP_REASONER_MAX_IN_FLIGHT",
          "4096",
          "turns in hand at once in one reasoner process");

  public static final SettingKey IMAGES =
      SettingKey.required(
          "PLAYLOOP_REASONER_IMAGES",
          "folder or base URL of the images that tools show, each named by its SHA-256; without it"
              + " models are told of them only");

  private static final int MOST = 100_000;

  public ReasonerSettings {
    Require.range("reasoner.maxInFlight", maxInFlight, 1, MOST);
  }

  /// What fits a single machine and a cluster alike.
  public static ReasonerSettings standard() {
    return new ReasonerSettings(4_096, Keys.environment(), Images.NONE, null);
  }

  public static List<SettingKey> keys() {
    return List.of(MAX_IN_FLIGHT, IMAGES);
  }

  public static ReasonerSettings from(Settings settings) {
    return new ReasonerSettings(
        settings.number(MAX_IN_FLIGHT, 1, MOST),
        Keys.environment(),
        settings.optional(IMAGES).<Images>map(HashedImages::at).orElse(Images.NONE),
        settings.path(KitSettings.DATA).resolve("reasoner"));
  }

  public ReasonerSettings withKeys(Keys other) {
    return new ReasonerSettings(maxInFlight, other, images, folder);
  }

  public ReasonerSettings withImages(Images other) {
    return new ReasonerSettings(maxInFlight, apiKeys, other, folder);
  }

  public ReasonerSettings withFolder(Path other) {
    return new ReasonerSettings(maxInFlight, apiKeys, images, other);
  }

  /// At which turns the JVM broke.
  Suspects suspects() {
    return folder == null ? Suspects.unkept() : Suspects.in(folder.resolve("suspects"));
  }
}
