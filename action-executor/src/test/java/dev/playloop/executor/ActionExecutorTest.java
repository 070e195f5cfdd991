package dev.playloop.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.Telemetry;
import dev.playloop.kit.WorkerStats;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import dev.playloop.worlds.model.WorldActions.Safety;
import dev.playloop.worlds.model.WorldBinding;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The executor on a real broker: produce, disturb, collect, assert.
@NeedsInfra
class ActionExecutorTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int IN_FLIGHT = 100;
  private static final AtomicInteger SYSTEMS = new AtomicInteger();

  private static String broker;

  private final List<AutoCloseable> open = new ArrayList<>();
  private Topics topics;
  private KafkaSettings kafka;
  private KafkaProducer<Lane, Action> producer;
  private KafkaConsumer<AgentId, ActionResult> results;

  @BeforeAll
  static void startBroker(TestInfra infra) {
    broker = infra.bootstrapServers();
  }

  @BeforeEach
  void createTopics() throws Exception {
    topics = new Topics("x" + SYSTEMS.incrementAndGet() + ".", 2);
    kafka = KafkaSettings.of(broker, topics);
    try (TopicAdmin admin = TopicAdmin.connect(kafka)) {
      admin.create(topics.all(List.of(FakeWorld.NAME)), PATIENCE);
    }
    Topic<Lane, Action> actions = topics.actions(FakeWorld.NAME);
    producer =
        new KafkaProducer<>(
            kafka.with(Map.of("linger.ms", "0")),
            actions.key().serializer(),
            actions.value().serializer());
    open.add(producer);
    Topic<AgentId, ActionResult> answers = topics.results();
    results =
        new KafkaConsumer<>(
            kafka.with(
                Map.of(
                    "group.id", topics.prefix() + "test",
                    "isolation.level", "read_committed",
                    "auto.offset.reset", "earliest")),
            answers.key().deserializer(),
            answers.value().deserializer());
    results.subscribe(List.of(answers.name()));
    open.add(results);
  }

  @AfterEach
  void closeAll() throws Exception {
    for (AutoCloseable closeable : open.reversed()) {
      closeable.close();
    }
  }

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

  @Test
  void readsRunAtTheSameTime() throws Exception {
    FakeWorld world = new FakeWorld(Safety.TRANSACTIONAL);
    CyclicBarrier all = new CyclicBarrier(8);
    world.onPerform =
        action -> {
          try {
            all.await(60, TimeUnit.SECONDS);
          } catch (java.util.concurrent.BrokenBarrierException
              | java.util.concurrent.TimeoutException e) {
            throw new IllegalStateException("the reads did not meet", e);
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
                ? ActionHandlerTest.<ActionResult>away().run(action)
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
          gate.await();
          inside.decrementAndGet();
          return world.act(action);
        };
    ActionExecutor executor = start(world);

    for (int i = 1; i <= 5 * IN_FLIGHT; i++) {
      Action look = Bench.look(i);
      send(Bench.inLane(new Lane(look.action().value()), look));
    }
    await("its bound is reached", () -> inHand(executor) == IN_FLIGHT);
    await("it takes no more", () -> stats(executor).pauses() > 0);
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

  private static void await(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as(what).isLessThan(end);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }

  private ActionExecutor start(FakeWorld world) throws InterruptedException {
    ActionExecutor executor =
        ActionExecutor.start(
            kafka,
            new ExecutorSettings(
                Clock.systemUTC(), IN_FLIGHT, Duration.ofMillis(50), Duration.ofHours(1), null),
            List.of(new WorldBinding<>(world, world)),
            Telemetry.off());
    open.add(executor);
    assertThat(executor.awaitReady(PATIENCE)).isTrue();
    return executor;
  }

  private void send(Action action) throws Exception {
    Action timely = Bench.until(Instant.now().plusSeconds(120), action);
    producer
        .send(new ProducerRecord<>(topics.actions(FakeWorld.NAME).name(), timely.lane(), timely))
        .get();
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

  private List<ActionResult> collect(int count) {
    List<ActionResult> found = new ArrayList<>();
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (found.size() < count) {
      assertThat(System.nanoTime()).as("results so far: %s", found).isLessThan(end);
      for (ConsumerRecord<AgentId, ActionResult> record : results.poll(Duration.ofMillis(200))) {
        found.add(record.value());
      }
    }
    return found;
  }
}
