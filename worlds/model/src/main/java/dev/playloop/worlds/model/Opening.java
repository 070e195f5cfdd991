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

  /// What a world is opened for.
  enum Purpose {
    /// Agents act in it.
    WORK,

    /// An example is played in it. A world whose deeds are real, such as transactions on a chain
    /// that others use, must refuse to open: an example shows what agents do wrong, too.
    EXAMPLE,

    /// Agents act as ever, and nothing that they do reaches it: each write is checked as far as it
    /// goes and refused with the code `dry_run`. Nothing of it may look, to whoever opens the world
    /// for work later on, as if it had begun. See [WorldModule#hasDryRun].
    DRY_RUN
  }
}
