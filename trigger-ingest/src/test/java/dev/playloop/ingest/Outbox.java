package dev.playloop.ingest;

import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.id.SourceId;
import dev.playloop.worlds.model.WorldSource;
import dev.playloop.worlds.model.WorldUnavailable;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// An outbox of `rows` rows, each a trigger and a world event, read `batch` rows at a time. The
/// first `outages` polls find the world away.
record Outbox(int rows, int batch, AtomicInteger outages) implements WorldSource {
  @Override
  public SourceId id() {
    return new SourceId("society-outbox");
  }

  @Override
  public Batch poll(@Nullable String cursor, int max) {
    if (outages.getAndDecrement() > 0) {
      throw new WorldUnavailable("the database is away", new IOException("connection refused"));
    }
    int from = cursor == null ? 0 : Integer.parseInt(cursor);
    int to = Math.min(rows, from + Math.min(batch, max));
    List<Trigger> triggers = new ArrayList<>();
    List<WorldEvent> events = new ArrayList<>();
    for (int row = from + 1; row <= to; row++) {
      AgentId agent = AgentId.of("society", "a-" + row % 7);
      triggers.add(Trigger.of("row-" + row, agent, "chat.message").at(Instant.EPOCH).text("Hi"));
      events.add(
          WorldEvent.of(
                  "row-" + row,
                  "society",
                  new SceneId("a-" + row % 7),
                  Instant.EPOCH,
                  new WorldEvent.EntityRemoved("bob"))
              .version(row));
    }
    return new Batch(triggers, events, String.valueOf(to));
  }

  @Override
  public void close() {}
}
