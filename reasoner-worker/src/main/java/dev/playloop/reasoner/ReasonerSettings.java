package dev.playloop.reasoner;

import dev.playloop.kit.SettingKey;
import dev.playloop.kit.Settings;
import dev.playloop.reasoner.wire.HashedImages;
import dev.playloop.reasoner.wire.Images;
import dev.playloop.reasoner.wire.Keys;
import dev.playloop.schemas.Require;
import java.util.List;

/// How a reasoner works. `maxInFlight` bounds the turns in hand, over all models; each model's own
/// limit is in its route. `keys` finds the API keys that routes name, `images` what prompts show.
public record ReasonerSettings(int maxInFlight, Keys keys, Images images) {
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
    return new ReasonerSettings(4_096, Keys.environment(), Images.NONE);
  }

  public static List<SettingKey> keysOfSettings() {
    return List.of(MAX_IN_FLIGHT, IMAGES);
  }

  public static ReasonerSettings from(Settings settings) {
    return new ReasonerSettings(
        settings.number(MAX_IN_FLIGHT, 1, MOST),
        Keys.environment(),
        settings.optional(IMAGES).<Images>map(HashedImages::at).orElse(Images.NONE));
  }

  public ReasonerSettings withImages(Images other) {
    return new ReasonerSettings(maxInFlight, keys, other);
  }
}
