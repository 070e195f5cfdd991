package dev.playloop.kit;

import dev.playloop.schemas.id.SourceId;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/// Polls those of `sources` whose partition of the topic `sources` this process owns. Every process
/// of one group must be given the same sources.
public final class SourceOwner implements AutoCloseable {
  private SourceOwner() {}

  /// Starts without blocking. `group` is the consumer group without the catalogue's prefix.
  public static SourceOwner start(
      KafkaSettings kafka, String group, List<? extends OwnedSource> sources, Telemetry telemetry) {
    throw new UnsupportedOperationException("lands shortly");
  }

  public boolean awaitAssigned(Duration timeout) throws InterruptedException {
    throw new UnsupportedOperationException("lands shortly");
  }

  /// The sources that this process polls now.
  public Set<SourceId> owned() {
    throw new UnsupportedOperationException("lands shortly");
  }

  public boolean isRunning() {
    throw new UnsupportedOperationException("lands shortly");
  }

  @Override
  public void close() {
    throw new UnsupportedOperationException("lands shortly");
  }
}
