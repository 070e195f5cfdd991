package dev.playloop.ingest;

import dev.playloop.kit.Emit;
import dev.playloop.kit.OwnedSource;
import dev.playloop.kit.RetriableException;
import dev.playloop.schemas.id.SourceId;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.model.WorldSource;
import dev.playloop.worlds.model.WorldUnavailable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Relays what a world's source yields to `triggers` and `world-events`; the owner writes a batch
/// and its cursor in one transaction. A world that is away is waited for. Polled by one thread at a
/// time.
final class WorldRelay implements OwnedSource {
  private static final int MAX_BATCH = 500;
  private static final Duration IDLE = Duration.ofMillis(50);

  private final WorldSource source;
  private final Topics topics;

  WorldRelay(WorldSource source, Topics topics) {
    this.source = source;
    this.topics = topics;
  }

  @Override
  public SourceId id() {
    return source.id();
  }

  @Override
  public Polled poll(@Nullable String cursor) throws InterruptedException {
    WorldSource.Batch batch;
    try {
      batch = source.poll(cursor, MAX_BATCH);
    } catch (WorldUnavailable e) {
      throw new RetriableException(source.id() + " is away: " + e.getMessage(), e);
    }
    List<Emit<?, ?>> outputs = new ArrayList<>();
    batch.triggers().forEach(t -> outputs.add(Emit.of(topics.triggers(), t.agent(), t)));
    batch.events().forEach(e -> outputs.add(Emit.of(topics.worldEvents(), e.scene(), e)));
    List<Unreadable> unreadable =
        batch.unreadable().stream()
            .map(row -> new Unreadable(row.row(), row.content(), row.reason()))
            .toList();
    return new Polled(outputs, unreadable, batch.cursor(), batch.isEmpty() ? IDLE : Duration.ZERO);
  }
}
