package dev.playloop.launcher.role;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.operator.Publisher;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Two executors of two worlds whose games fetch: each world is served by whoever has its actions,
/// and by the other one when that is gone.
@NeedsInfra
class PullingExecutorTest {
  @TempDir private Path folder;
  private TwoExecutors executors;
  private PullingExecutor.Listening first;

  @BeforeEach
  void start(TestInfra infra) throws InterruptedException {
    executors = new TwoExecutors(infra, folder);
    first = executors.start();
  }

  @AfterEach
  void close() {
    executors.close();
  }

  private WanderingPuller puller(String world, PullingExecutor.Listening second) {
    return new WanderingPuller(world, List.of(first.address(), second.address()));
  }

  /// An executor that joins is ready before it has been given a world.
  private static void awaitOneEach(WanderingPuller game, WanderingPuller other) {
    Await.until(
        "each has one",
        () ->
            Set.copyOf(List.of(game.asked(), other.asked()))
                .equals(Set.of(List.of(200, 421), List.of(421, 200))));
  }

  private static boolean isAgain(Map<String, JsonNode> all, ActionId action) {
    return isAgain(Objects.requireNonNull(all.get(action.value())));
  }

  private static boolean isAgain(JsonNode action) {
    return action.path("again").asBoolean(false);
  }

  @Test
  void whoTakesOverAsksAboutWhatWasHandedOutAndLosesNothing() throws Exception {
    String tavern = executors.declare(0);
    String cellar = executors.declare(1);
    PullingExecutor.Listening second = executors.start();
    try (WanderingPuller game = puller(tavern, second);
        WanderingPuller other = puller(cellar, second)) {
      awaitOneEach(game, other);
      game.connect();
      other.connect();
      long before = game.epoch();

      ActionId acted = executors.release(tavern, "ada");
      ActionId notYet = executors.release(tavern, "ben");
      Map<String, JsonNode> orders = game.fetch(2);
      assertThat(orders).containsOnlyKeys(acted.value(), notYet.value());
      assertThat(orders.values()).noneMatch(PullingExecutorTest::isAgain);
      ActionId elsewhere = executors.release(cellar, "eve");
      assertThat(other.fetch(1)).containsOnlyKeys(elsewhere.value());
      ActionId waiting = executors.release(tavern, "cyd");

      PullingExecutor.Listening owner = first.address().equals(game.owner()) ? first : second;
      owner.close();

      Map<String, JsonNode> asked = game.connect();
      assertThat(game.owner()).isNotEqualTo(owner.address());
      assertThat(game.epoch()).isGreaterThan(before);
      while (asked.size() < 3) {
        asked.putAll(game.fetch(1));
      }
      assertThat(isAgain(asked, acted)).isTrue();
      assertThat(isAgain(asked, notYet)).isTrue();
      assertThat(asked).containsOnlyKeys(acted.value(), notYet.value(), waiting.value());
      if (isAgain(asked, waiting)) {
        assertThat(game.answer(waiting.value(), "not_done")).isEqualTo("taken");
        assertThat(isAgain(game.fetch(1), waiting)).isFalse();
      }
      assertThat(game.answer(acted.value(), "done")).isEqualTo("taken");
      assertThat(game.answer(waiting.value(), "done")).isEqualTo("taken");
      assertThat(game.answer(notYet.value(), "not_done")).isEqualTo("taken");
      assertThat(isAgain(game.fetch(1), notYet)).isFalse();
      assertThat(game.answer(notYet.value(), "done")).isEqualTo("taken");

      Map<String, JsonNode> others = other.connect();
      if (others.isEmpty()) {
        others = other.fetch(1);
      }
      assertThat(isAgain(others, elsewhere)).isTrue();
      assertThat(other.answer(elsewhere.value(), "done")).isEqualTo("taken");
      for (ActionId each : List.of(acted, notYet, waiting, elsewhere)) {
        executors.awaitTold(each, Status.DONE);
      }
    }
  }

  /// Also while it lives, whoever lost a world's actions sends its game on.
  @Test
  void whereAnotherExecutorJoinsAWorldMovesWithWhatIsInAGamesHands() throws Exception {
    String tavern = executors.declare(0);
    String cellar = executors.declare(1);
    ActionId ada;
    ActionId eve;
    try (WanderingPuller before = new WanderingPuller(tavern, List.of(first.address()));
        WanderingPuller beside = new WanderingPuller(cellar, List.of(first.address()))) {
      before.connect();
      beside.connect();
      ada = executors.release(tavern, "ada");
      eve = executors.release(cellar, "eve");
      assertThat(before.fetch(1)).containsOnlyKeys(ada.value());
      assertThat(beside.fetch(1)).containsOnlyKeys(eve.value());
    }
    PullingExecutor.Listening second = executors.start();
    try (WanderingPuller game = puller(tavern, second);
        WanderingPuller other = puller(cellar, second)) {
      awaitOneEach(game, other);
      for (WanderingPuller each : List.of(game, other)) {
        ActionId action = each == game ? ada : eve;
        Map<String, JsonNode> asked = each.connect();
        if (asked.isEmpty()) {
          asked = each.fetch(1);
        }
        assertThat(isAgain(asked, action)).isTrue();
        assertThat(each.answer(action.value(), "done")).isEqualTo("taken");
        assertThat(each.answer(action.value(), "done")).isEqualTo("known");
      }
      assertThat(game.owner()).isNotEqualTo(other.owner());
      executors.awaitTold(ada, Status.DONE);
      executors.awaitTold(eve, Status.DONE);
    }
  }

  @Test
  void aHaltHoldsBackWhatWaitsForAGame() throws Exception {
    String tavern = executors.declare(0);
    HaltScope scope = HaltScope.world(tavern);
    try (WanderingPuller game = new WanderingPuller(tavern, List.of(first.address()));
        Publisher publisher = Publisher.open(executors.kafka())) {
      ActionId action = executors.release(tavern, "ada");
      publisher.halt(new Halt(Halt.VERSION, scope, "kim", Instant.now(), "enough"));
      executors.awaitTold(action, Status.EXPIRED);
      assertThat(game.connect()).isEmpty();

      publisher.resume(scope);
      Map<String, JsonNode> ordered =
          Await.until(
              () -> {
                executors.release(tavern, "ada"); // it may not have heard of the end of it yet
                return game.poll();
              },
              all -> !all.isEmpty());
      assertThat(isAgain(ordered, action)).isFalse();
      assertThat(game.answer(action.value(), "done")).isEqualTo("taken");
      Await.until(
          () -> executors.told(action), told -> told.equals(Set.of(Status.EXPIRED, Status.DONE)));
    }
  }
}
