package dev.playloop.chaos.system;

import dev.playloop.kit.WallClock;
import dev.playloop.settings.SettingKey;
import dev.playloop.settings.Settings;
import dev.playloop.worlds.model.Opening;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How a process of a chaos system opens a world. What it keeps ends with the process.
record HeldOpening(Settings settings, @Nullable Path data) implements Opening {
  static HeldOpening of(Collection<SettingKey> keys, Map<String, String> values) {
    return new HeldOpening(Settings.read(keys, values, null), null);
  }

  @Override
  public InstantSource clock() {
    return WallClock.system();
  }

  @Override
  public <T extends AutoCloseable> T keep(T part) {
    return part;
  }
}
