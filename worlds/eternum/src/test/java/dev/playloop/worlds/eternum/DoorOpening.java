package dev.playloop.worlds.eternum;

import dev.playloop.settings.Settings;
import dev.playloop.worlds.model.Opening;
import dev.playloop.worlds.model.Opening.Purpose;
import java.nio.file.Path;
import java.time.Clock;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An opening with settings, whose parts a test closes.
final class DoorOpening implements Opening, AutoCloseable {
  private final Settings settings;
  private final Purpose purpose;
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();

  DoorOpening(Map<String, String> settings, Purpose purpose) {
    this.settings = Settings.read(new EternumModule().settings(), settings, null);
    this.purpose = purpose;
  }

  @Override
  public Settings settings() {
    return settings;
  }

  @Override
  public Purpose purpose() {
    return purpose;
  }

  @Override
  public @Nullable Path data() {
    return null;
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

  @Override
  public void close() {
    try {
      while (!parts.isEmpty()) {
        parts.pop().close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted in closing", e);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("a part does not close", e);
    }
  }
}
