package dev.playloop.reasoner;

import dev.playloop.kit.SettingKey;
import dev.playloop.kit.Settings;
import dev.playloop.reasoner.wire.Keys;
import dev.playloop.schemas.Require;
import java.util.List;

/// How a reasoner works. `maxInFlight` bounds the turns in hand, over all models; each model's own
/// limit is in its route. `keys` finds the API keys that routes name.
public record ReasonerSettings(int maxInFlight, Keys keys) {
  public static final SettingKey MAX_IN_FLIGHT =
      SettingKey.of(
          "PLAYLOOP_REASONER_MAX_IN_FLIGHT",
          "4096",
          "turns in hand at once in one reasoner process");

  private static final int MOST = 100_000;

  public ReasonerSettings {
    Require.range("reasoner.maxInFlight", maxInFlight, 1, MOST);
  }

  /// What fits a single machine and a cluster alike.
  public static ReasonerSettings standard() {
    return new ReasonerSettings(4_096, Keys.environment());
  }

  public static List<SettingKey> keysOfSettings() {
    return List.of(MAX_IN_FLIGHT);
  }

  public static ReasonerSettings from(Settings settings) {
    return new ReasonerSettings(settings.number(MAX_IN_FLIGHT, 1, MOST), Keys.environment());
  }
}
