package dev.playloop.executor;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.Role;
import dev.playloop.kit.RoleContext;
import dev.playloop.kit.Telemetry;
import dev.playloop.kit.WorkerLimits;
import dev.playloop.kit.WorkerStats;
import dev.playloop.kit.topic.FollowedTable;
import dev.playloop.kit.worker.Worker;
import dev.playloop.kit.worker.WorkerSettings;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.event.Halts;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.model.WorldActions.Safety;
import dev.playloop.worlds.model.WorldBinding;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/// The acting role: performs the actions of its worlds, one consumer group a world, so that the
/// executor of a world can stand beside that world; so have declared worlds that say a group of
/// their own. Several processes share a world's partitions. [ExecutorRole] starts it.
final class ActionExecutor implements Role {
  private final RoleContext context;
  private final ExecutorSettings settings;
  private final Map<String, Worker<Lane, Action>> workers = new ConcurrentSkipListMap<>();
  private final List<IntentAge> ages = new CopyOnWriteArrayList<>();
  private final FollowedTable<HaltScope, Halt> halts;
  private final FurtherGroups further;

  @SuppressWarnings("this-escape") // who follows begins when all is made
  private ActionExecutor(ExecutorRole role, RoleContext context) {
    this.context = context;
    this.settings = role.settings();
    this.halts = FollowedTable.start(context.kafka(), context.kafka().topics().halts());
    this.further = new FurtherGroups(role.later(), workers::containsKey, this::startWorld);
  }

  static ActionExecutor start(ExecutorRole role, RoleContext context) {
    ActionExecutor executor = new ActionExecutor(role, context);
    try {
      for (WorldBinding<?> binding : role.bindings()) {
        String world = binding.world();
        if (executor.workers.containsKey(world)) {
          throw new IllegalArgumentException("world " + world + " is bound twice");
        }
        executor.startWorld(binding);
      }
      executor.further.start();
      return executor;
    } catch (RuntimeException e) {
      executor.close();
      throw e;
    }
  }

  /// Waits until every world's group has given this executor its share. False when `timeout` passed
  /// before that.
  @Override
  public boolean awaitReady(Duration timeout) throws InterruptedException {
    long end = System.nanoTime() + timeout.toNanos();
    for (Worker<Lane, Action> worker : workers.values()) {
      Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
      if (!worker.awaitAssigned(left)) {
        return false;
      }
    }
    return true;
  }

  /// Why it does not do all of its work, in words for the operator; null where it does.
  @Override
  public @Nullable String problem() {
    return workers.values().stream()
        .map(Worker::problem)
        .filter(Objects::nonNull)
        .findFirst()
        .orElseGet(further::problem);
  }

  @Override
  public boolean isAlive() {
    return workers.values().stream().allMatch(Worker::isRunning);
  }

  /// What was done, by world.
  public Map<String, WorkerStats> stats() {
    Map<String, WorkerStats> stats = new LinkedHashMap<>();
    workers.forEach((world, worker) -> stats.put(world, worker.stats()));
    return stats;
  }

  @Override
  public void close() {
    further.close();
    List<Worker<Lane, Action>> all = new ArrayList<>(workers.values());
    all.reversed().forEach(Worker::close);
    ages.forEach(IntentAge::close);
    halts.close();
  }

  private void startWorld(WorldBinding<?> binding) {
    KafkaSettings kafka = context.kafka();
    Telemetry telemetry = context.telemetry();
    String world = binding.world();
    Topics topics = kafka.topics();
    boolean ledger = binding.actions().safety() == Safety.LEDGER;
    ActionHandler<?> handler =
        new ActionHandler<>(
            binding,
            topics,
            settings,
            new KafkaLedgerLog(kafka, world, ledger),
            new ToolSpans(telemetry));
    WorkerLimits limits =
        WorkerLimits.DEFAULT
            .withMaxInFlight(settings.maxInFlight())
            .withRetry(settings.restAfterOutage().dividedBy(10), settings.restAfterOutage());
    ages.add(new IntentAge(telemetry, world, handler.partitions(), settings.clock()));
    workers.put(
        world,
        Worker.start(
            WorkerSettings.of(
                    kafka,
                    "executor." + world,
                    topics.actions(world),
                    List.of(topics.results(), topics.ledger(world)))
                .withLimits(limits)
                .withTelemetry(telemetry)
                .withSuspects(settings.suspects(world))
                .withPartitions(handler.partitions()),
            new HaltedWrites(handler, () -> new Halts(halts.loaded()))));
  }
}
