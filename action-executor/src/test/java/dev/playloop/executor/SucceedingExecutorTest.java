package dev.playloop.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.testkit.Guarantee;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.worlds.model.WorldActions.Safety;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// An executor whose predecessor went away, or was taken over, in the middle of a write.
@Guarantee
@NeedsInfra
class SucceedingExecutorTest extends ExecutorCase {
  @ParameterizedTest
  @EnumSource
  void actionWhoseExecutorWentAwayAfterTheEffectActsOnce(Safety safety) throws Exception {
    FakeWorld world = new FakeWorld(safety);
    CountDownLatch acted = new CountDownLatch(1);
    world.onPerform =
        action -> {
          world.act(action);
          acted.countDown();
          new CountDownLatch(1).await();
          throw new AssertionError("nobody counts down");
        };
    ActionExecutor first = start(world);
    send(Bench.strike(1));
    assertThat(acted.await(60, TimeUnit.SECONDS)).isTrue();
    first.close();
    world.onPerform = world::act;

    start(world);

    assertThat(collect(1)).extracting(ActionResult::status).containsExactly(Status.DONE);
    assertThat(world.effects).hasSize(1);
  }

  @Test
  void executorThatWasFencedWhileItPreparedDoesNotActOnThatIntent() throws Exception {
    FakeWorld world = new FakeWorld(Safety.LEDGER);
    CountDownLatch preparing = new CountDownLatch(1);
    CountDownLatch fenced = new CountDownLatch(1);
    List<String> order = new ArrayList<>();
    world.onPrepare =
        () -> {
          synchronized (order) {
            order.add("prepare");
          }
          preparing.countDown();
          fenced.await();
        };
    world.onPerform =
        action -> {
          synchronized (order) {
            order.add("perform");
          }
          return world.act(action);
        };
    start(world);
    send(Bench.strike(1));
    assertThat(preparing.await(60, TimeUnit.SECONDS)).isTrue();

    takeOver(partition(Bench.strike(1)));
    fenced.countDown();

    // Whoever owns the partition next prepares anew; the fenced intent was never acted on.
    assertThat(collect(1)).extracting(ActionResult::status).containsExactly(Status.DONE);
    synchronized (order) {
      assertThat(order).startsWith("prepare", "prepare").endsWith("perform");
    }
    assertThat(world.effects).hasSize(1);
  }

  private int partition(Action action) {
    byte[] key = topics.actions(FakeWorld.NAME).key().serializer().serialize("", action.lane());
    return Utils.toPositive(Utils.murmur2(key)) % topics.partitions();
  }

  /// What a successor does first: initialises the partition's transactional id.
  private void takeOver(int partition) {
    String topic = topics.actions(FakeWorld.NAME).name();
    try (KafkaProducer<byte[], byte[]> successor =
        new KafkaProducer<>(
            kafka.with(
                Map.of(
                    "transactional.id",
                    topics.prefix()
                        + "executor."
                        + FakeWorld.NAME
                        + "-"
                        + topic
                        + "-"
                        + partition)),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      successor.initTransactions();
    }
  }
}
