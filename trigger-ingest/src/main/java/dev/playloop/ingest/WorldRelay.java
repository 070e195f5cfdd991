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
/// and its cursor in one transaction. A world that is away is waited for. A source that has had
/// nothing to tell for a while is asked less often, as each time is a transaction of its database.
/// Polled by one thread at a time.
final class WorldRelay implements OwnedSource {
  private static final int MAX_BATCH = 500;
  private static final Duration AGAIN = Duration.ofMillis(50);

  /// So many times in a row, which is some 5 s, it has had nothing to tell.
  private static final int QUIET = 100;

  /// Adds as much to the way of what comes first after a quiet time: little of the 250 ms that a
  /// turn waits for the view which shows the run's last write.
  private static final Duration AGAIN_IN_QUIET = Duration.ofMillis(100);

  private final WorldSource source;
  private final Topics topics;
  private int empty;

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
    return new Polled(outputs, unreadable, batch.cursor(), rest(batch));
  }

  private Duration rest(WorldSource.Batch batch) {
    if (!batch.isEmpty()) {
      empty = 0;
      return Duration.ZERO;
    }
    empty = Math.min(empty + 1, QUIET);
    return empty < QUIET ? AGAIN : AGAIN_IN_QUIET;
  }
}
