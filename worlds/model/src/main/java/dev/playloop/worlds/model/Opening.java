package dev.playloop.worlds.model;

import dev.playloop.settings.Settings;
import java.nio.file.Path;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// What a world is opened with. Used by the thread that opens, and by those that use the world.
public interface Opening {
  Settings settings();

  /// The world's own folder on this machine; null: what it keeps is gone when it is closed.
  @Nullable Path data();

  InstantSource clock();

  default Purpose purpose() {
    return Purpose.WORK;
  }

  /// Returns `part`, and has it closed with the world, in reverse order; also where the opening
  /// fails later on.
  <T extends AutoCloseable> T keep(T part);
}
