package dev.playloop.worlds.eternum.server;

import dev.playloop.settings.Settings;
import dev.playloop.worlds.eternum.EternumModule;
import dev.playloop.worlds.model.Opening;
import java.nio.file.Path;
import java.time.Clock;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An opening whose parts a test closes.
public final class KeptParts implements Opening, AutoCloseable {
  private final Settings settings;
  private final @Nullable Path data;
  private final Purpose purpose;
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();

  private KeptParts(Settings settings, @Nullable Path data, Purpose purpose) {
    this.settings = settings;
    this.data = data;
    this.purpose = purpose;
  }

  /// Without settings.
  public static KeptParts in(@Nullable Path data) {
    return new KeptParts(read(Map.of()), data, Purpose.WORK);
  }

  public static KeptParts with(Map<String, String> settings, Purpose purpose) {
    return new KeptParts(read(settings), null, purpose);
  }

  private static Settings read(Map<String, String> settings) {
    return Settings.read(new EternumModule().settings(), settings, null);
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

  /// Closes the parts, the last kept first.
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
    } catch (Exception e) { // AutoCloseable.close declares it
      throw new IllegalStateException("a part does not close", e);
    }
  }
}
