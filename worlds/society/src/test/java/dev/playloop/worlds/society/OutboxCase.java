package dev.playloop.worlds.society;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.testkit.Await;
import dev.playloop.worlds.model.WorldSource.Batch;
import dev.playloop.worlds.postgres.TestBounds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// A society and its outbox, read as the source of its world reads it.
abstract class OutboxCase {
  TestSociety society;
  SocietyOutbox outbox;
  @Nullable String cursor;

  @BeforeEach
  void open() {
    society = TestSociety.seeded();
    outbox = polledOften(society.database);
    cursor = null;
  }

  @AfterEach
  void close() {
    society.close();
  }

  /// By a clock that goes on by 50 ms with each poll.
  private static SocietyOutbox polledOften(SocietyDatabase database) {
    long[] now = {0};
    return new SocietyOutbox(database, () -> now[0] += Duration.ofMillis(50).toNanos());
  }

  /// Another one, whose database gives up soon.
  void openHasty() {
    society.close();
    society = TestSociety.seeded(TestBounds.HASTY);
    outbox = polledOften(society.database);
  }

  /// Skips what the fixtures published.
  void skipFixtures() {
    take(7);
  }

  /// Polls until this many rows have come; the horizon may trail for a moment.
  List<Object> take(int rows) {
    List<Object> taken = new ArrayList<>();
    Await.until(
        rows + " outbox rows",
        () -> {
          Batch batch = outbox.poll(cursor, 100);
          taken.addAll(batch.triggers());
          taken.addAll(batch.events());
          cursor = batch.cursor();
          return taken.size() >= rows;
        });
    return taken;
  }

  Trigger trigger() {
    return (Trigger) take(1).getFirst();
  }

  void act(String actor, String tool, String args, int hops) {
    Action plain = society.call(actor, tool, args);
    Action action = plain.hops(hops);
    assertThat(society.actions.perform(action).status()).isEqualTo(Status.DONE);
  }
}
