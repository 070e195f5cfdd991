package dev.playloop.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.WorkerStats;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.id.Lane;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.worlds.model.WorldActions.Safety;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The executor on a real broker: produce, disturb, collect, assert.
@NeedsInfra
class ActionExecutorTest extends ExecutorCase {
  @ParameterizedTest
  @EnumSource
  void actionInIsAResultOutAndTheSameAgainActsOnce(Safety safety) throws Exception {
    FakeWorld world = new FakeWorld(safety);
    start(world);

    send(Bench.strike(1));
    send(Bench.strike(1));

    assertThat(collect(2)).extracting(ActionResult::status).containsOnly(Status.DONE);
    assertThat(world.effects).hasSize(1);
  }

  @Test
  void readsRunAtTheSameTime() throws Exception {
    FakeWorld world = new FakeWorld(Safety.TRANSACTIONAL);
    CountDownLatch all = new CountDownLatch(8);
    world.onPerform =
        action -> {
          all.countDown();
          if (!all.await(60, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the reads did not meet");
          }
          return world.act(action);
        };
    start(world);

    for (int i = 1; i <= 8; i++) {
      Action look = Bench.look(i);
      send(Bench.inLane(new Lane(look.action().value()), look));
    }

    assertThat(collect(8)).extracting(ActionResult::status).containsOnly(Status.DONE);
  }

  @ParameterizedTest
  @EnumSource
  void writesOfALaneActOneAtATimeInOrder(Safety safety) throws Exception {
    FakeWorld world = new FakeWorld(safety);
    AtomicInteger inside = new AtomicInteger();
    world.onPerform =
        action -> {
          assertThat(inside.incrementAndGet()).isEqualTo(1);
          ActionResult result = world.act(action);
          inside.decrementAndGet();
          return result;
        };
    start(world);

    for (int i = 1; i <= 50; i++) {
      send(Bench.strike(i));
    }

    assertThat(collect(50)).extracting(ActionResult::status).containsOnly(Status.DONE);
    assertThat(world.effects)
        .isEqualTo(java.util.stream.IntStream.rangeClosed(1, 50).mapToObj(Bench::id).toList());
  }

  @Test
  void worldThatComesBackGetsTheActionsThatWaited() throws Exception {
    FakeWorld world = new FakeWorld(Safety.TRANSACTIONAL);
    AtomicInteger tries = new AtomicInteger();
    world.onPerform =
        action ->
            tries.incrementAndGet() < 4
                ? LateActionTest.<ActionResult>away().run(action)
                : world.act(action);
    start(world);

    send(Bench.strike(1));

    assertThat(collect(1)).extracting(ActionResult::status).containsExactly(Status.DONE);
  }

  @Test
  void aSlowWorldFillsItsBoundAndNoMore() throws Exception {
    FakeWorld world = new FakeWorld(Safety.TRANSACTIONAL);
    CountDownLatch gate = new CountDownLatch(1);
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    world.onPerform =
        action -> {
          most.accumulateAndGet(inside.incrementAndGet(), Math::max);
          try {
            gate.await();
          } finally {
            inside.decrementAndGet(); // also where the call is given up
          }
          return world.act(action);
        };
    ActionExecutor executor = start(world);

    for (int i = 1; i <= 5 * IN_FLIGHT; i++) {
      Action look = Bench.look(i);
      send(Bench.inLane(new Lane(look.action().value()), look));
    }
    Await.until("its bound is reached", () -> inHand(executor) == IN_FLIGHT);
    Await.until("it takes no more", () -> stats(executor).pauses() > 0);
    int mostInHand = inHand(executor);
    gate.countDown();
    List<ActionResult> answers = new ArrayList<>();
    while (answers.size() < 5 * IN_FLIGHT) {
      answers.addAll(collect(1));
      mostInHand = Math.max(mostInHand, inHand(executor));
    }

    assertThat(answers).extracting(ActionResult::action).doesNotHaveDuplicates();
    assertThat(mostInHand).as("taken in and not yet committed").isEqualTo(IN_FLIGHT);
    assertThat(most.get()).as("in the world at a time").isLessThanOrEqualTo(IN_FLIGHT);
  }

  private static WorkerStats stats(ActionExecutor executor) {
    return Objects.requireNonNull(executor.stats().get(FakeWorld.NAME));
  }

  private static int inHand(ActionExecutor executor) {
    return stats(executor).inFlight();
  }
}
