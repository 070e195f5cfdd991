package dev.playloop.worlds.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.WorldEvent.Happening;
import dev.playloop.worlds.model.WorldSource.Batch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What a world that tells of its actions owes beside [WorldContract]: whatever an action causes
/// names the hops of that action, so that agents who wake each other come to an end. A world that
/// is only watched, such as a game, knows no causes and extends the other suite alone.
public abstract class OutboxContract extends WorldContract {
  private static final int MAX = 100;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /// Where the world tells what happened in it.
  protected abstract WorldSource outbox();

  /// Writes of every way in which an action of so many hops is told to another agent.
  protected abstract List<Action> noticedWrites(int hops);

  @Test
  void whateverAnActionCausesCarriesItsHops() throws Exception {
    @Nullable String cursor = null;
    while (true) {
      Batch before = outbox().poll(cursor, MAX);
      cursor = before.cursor();
      if (before.isEmpty()) {
        break;
      }
    }
    for (Action write : noticedWrites(5)) {
      assertThat(actions().perform(write).status()).as("%s", write).isEqualTo(Status.DONE);
      List<Integer> hops = new ArrayList<>();
      long end = System.nanoTime() + PATIENCE.toNanos();
      while (true) {
        Batch batch = outbox().poll(cursor, MAX);
        cursor = batch.cursor();
        hops.addAll(hops(batch));
        // Another transaction anywhere in a database may keep it back for a moment.
        boolean isTold = !hops.isEmpty() || System.nanoTime() > end;
        if (batch.isEmpty() && isTold) {
          break;
        }
      }
      assertThat(hops).as("%s", write).isNotEmpty().containsOnly(5);
    }
  }

  /// Of all that can become a trigger; -1 where it names none.
  private static List<Integer> hops(Batch batch) {
    List<Integer> hops = new ArrayList<>(batch.triggers().stream().map(Trigger::hops).toList());
    batch.events().stream()
        .filter(event -> event.change() instanceof Happening)
        .map(event -> ((Happening) event.change()).data())
        .forEach(data -> hops.add(data == null ? -1 : data.path("hops").asInt(-1)));
    return hops;
  }
}
