package dev.playloop.schemas.view;

import dev.playloop.schemas.Require;
import dev.playloop.schemas.json.Versioned;
import org.jspecify.annotations.Nullable;

/// An agent's run goes on, so its view is needed: its loop says so to the world projection of
/// another process. A tombstone says that the run is over.
///
/// @param version of the world that the run's next turn waits for; null where it waits for none
public record ViewNeed(int v, @Nullable Long version) implements Versioned {
  public static final int VERSION = 1;

  public ViewNeed {
    if (version != null) {
      Require.range("version", version, 0, Long.MAX_VALUE);
    }
  }

  public static ViewNeed of(@Nullable Long version) {
    return new ViewNeed(VERSION, version);
  }
}
