package dev.playloop.launcher;

import dev.playloop.kit.WallClock;
import dev.playloop.settings.Settings;
import dev.playloop.worlds.model.Opening;
import dev.playloop.worlds.model.Opening.Purpose;
import java.nio.file.Path;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// What one of the worlds of this process is opened with; its parts are closed with all others.
record WorldOpening(Settings settings, @Nullable Path data, Purpose purpose, Closing closing)
    implements Opening {
  @Override
  public InstantSource clock() {
    return WallClock.system();
  }

  @Override
  public <T extends AutoCloseable> T keep(T part) {
    return closing.add(part, WorldOpening::close);
  }

  private static void close(AutoCloseable part) {
    try {
      part.close();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) { // AutoCloseable.close declares it
      throw new IllegalStateException("a part of a world did not close", e);
    }
  }
}
