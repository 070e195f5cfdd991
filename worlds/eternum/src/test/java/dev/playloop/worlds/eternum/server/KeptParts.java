package dev.playloop.worlds.eternum.server;

import dev.playloop.settings.Settings;
import dev.playloop.worlds.model.Opening;
import java.nio.file.Path;
import java.time.Clock;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An opening whose parts a test closes.
public final class KeptParts implements Opening {
  private final @Nullable Path data;
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();

  public KeptParts(@Nullable Path data) {
    this.data = data;
  }

  @Override
  public Settings settings() {
    return Settings.read(List.of(), Map.of(), null);
  }

  @Override
  public @Nullable Path data() {
    return data;
  }

  @Override
  public InstantSource clock() {
    return Clock.systemUTC();
  }

  @Override
  public <T extends AutoCloseable> T keep(T part) {
    parts.push(part);
    return part;
  }

  /// Closes the parts, the last kept first; what one throws goes to the test.
  public void closeAll() throws Exception {
    while (!parts.isEmpty()) {
      parts.pop().close();
    }
  }
}
