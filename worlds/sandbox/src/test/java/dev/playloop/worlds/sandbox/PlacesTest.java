package dev.playloop.worlds.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.testkit.Await;
import dev.playloop.worlds.sandbox.Places.Place;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// Whose turn it is, on a clock of the test's own.
class PlacesTest {
  private static final long LONG = TimeUnit.SECONDS.toNanos(60);
  private final AtomicLong now = new AtomicLong(1_000);

  private Places places(int size) {
    return new Places(size, now::get);
  }

  private void uses(Places places, String caller, long seconds) throws InterruptedException {
    Place place = places.take(caller, 0);
    now.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
    places.giveBack(place);
  }

  @Test
  void aCallerHasOnePlaceAtATime() throws InterruptedException {
    Places places = places(2);
    Place first = places.take("ada", 0);
    assertThatThrownBy(() -> places.take("ada", 0))
        .isInstanceOf(SandboxBusy.class)
        .hasMessageContaining("another call of ada");
    Place other = places.take("bob", 0);
    assertThatThrownBy(() -> places.take("cid", 0)).hasMessageContaining("all 2 places");
    places.giveBack(first);
    places.giveBack(places.take("ada", 0));
    places.giveBack(other);
  }

  @Test
  void theLastFreePlaceIsForThoseWhoHaveUsedLittle() throws InterruptedException {
    Places places = places(2);
    uses(places, "spin-1", 5);
    uses(places, "spin-2", 5);
    places.take("spin-1", 0);
    assertThatThrownBy(() -> places.take("spin-2", 0)).isInstanceOf(SandboxBusy.class);
    Place honest = places.take("honest", 0);
    places.giveBack(honest);
    now.addAndGet(TimeUnit.SECONDS.toNanos(60));
    places.giveBack(places.take("spin-2", 0));
  }

  @Test
  void whoHasUsedTheLeastIsNextHoweverLateItCame() throws InterruptedException {
    Places places = places(1);
    uses(places, "spin", 5);
    uses(places, "some", 1);
    Place held = places.take("holder", 0);
    List<String> turns = new CopyOnWriteArrayList<>();
    List<Thread> threads = new java.util.ArrayList<>();
    int waiting = 0;
    for (String caller : List.of("spin", "some", "honest-1", "honest-2")) {
      threads.add(
          Thread.ofVirtual()
              .start(() -> {
                try {
                  Place place = places.take(caller, LONG);
                  turns.add(caller);
                  places.giveBack(place);
                } catch (InterruptedException hurried) {
                  Thread.currentThread().interrupt();
                }
              }));
      int now = ++waiting;
      Await.until(caller + " waits", () -> places.waiting() == now);
    }
    places.giveBack(held);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(turns).containsExactly("honest-1", "honest-2", "some", "spin");
  }

  @Test
  void oneCallersQueueIsBoundedAndLeavesRoomForOthers() throws InterruptedException {
    Places places = places(2);
    Place held = places.take("ada", 0);
    List<Thread> threads = new java.util.ArrayList<>();
    for (int i = 0; i < Places.MAX_EACH; i++) {
      threads.add(
          Thread.ofVirtual()
              .start(() -> {
                try {
                  places.giveBack(places.take("ada", LONG));
                } catch (InterruptedException hurried) {
                  Thread.currentThread().interrupt();
                }
              }));
    }
    Await.until("all wait", () -> places.waiting() == Places.MAX_EACH);
    assertThatThrownBy(() -> places.take("ada", LONG))
        .isInstanceOf(SandboxBusy.class)
        .hasMessageContaining("4 other calls of ada wait already");
    places.giveBack(places.take("bob", 0));
    places.giveBack(held);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(places.waiting()).isZero();
  }
}
