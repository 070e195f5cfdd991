package dev.playloop.projector;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.Telemetry;
import dev.playloop.kit.TopicAdmin;
import dev.playloop.projector.seal.MasterKey;
import dev.playloop.projector.shell.LoopSetup;
import dev.playloop.projector.shell.LoopTopology;
import dev.playloop.projector.world.WorldTopology;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.model.World;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KafkaStreams.State;
import org.jspecify.annotations.Nullable;

/// The state projector: two Streams applications in one process, the world projection and the agent
/// loop. Apart, they restart and scale apart, and a burst of world events delays no turn. Started
/// and closed by one thread; the applications have their own.
public final class StateProjector implements AutoCloseable {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(100);
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(10);

  private final KafkaStreams world;
  private final KafkaStreams loop;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  private StateProjector(KafkaStreams world, KafkaStreams loop) {
    this.world = world;
    this.loop = loop;
  }

  /// Without telemetry.
  public static StateProjector start(
      KafkaSettings kafka, ProjectorSettings settings, List<World> worlds)
      throws InterruptedException {
    return start(kafka, settings, worlds, Telemetry.off());
  }

  /// Checks the topics against the catalogue and starts both applications; returns before they run.
  /// Throws [TopicAdmin.MismatchException] where a topic is missing or has another number of
  /// partitions: agents would be skipped or split silently.
  public static StateProjector start(
      KafkaSettings kafka, ProjectorSettings settings, List<World> worlds, Telemetry telemetry)
      throws InterruptedException {
    return start(kafka, settings, worlds, telemetry, null);
  }

  /// With `master` the journal's payloads are sealed with keys that it wraps.
  public static StateProjector start(
      KafkaSettings kafka,
      ProjectorSettings settings,
      List<World> worlds,
      Telemetry telemetry,
      @Nullable MasterKey master)
      throws InterruptedException {
    Topics topics = kafka.topics();
    Collection<Topic<?, ?>> used = topics.all(worlds.stream().map(World::name).toList());
    try (TopicAdmin admin = TopicAdmin.connect(kafka)) {
      admin.verify(used, settings.awaitBroker());
    }
    LoopSetup setup =
        new LoopSetup(
            topics,
            worlds,
            settings.loop(),
            settings.tick(),
            settings.heldBytes() / topics.partitions(),
            telemetry,
            master);
    StateProjector projector =
        new StateProjector(
            new KafkaStreams(
                WorldTopology.build(topics, worlds, settings.world()),
                StreamsProperties.of(topics.prefix() + "world", kafka, settings, used)),
            new KafkaStreams(
                LoopTopology.build(setup),
                StreamsProperties.of(topics.prefix() + "loop", kafka, settings, used)));
    projector.begin(projector.world, "world");
    projector.begin(projector.loop, "loop");
    return projector;
  }

  private void begin(KafkaStreams streams, String name) {
    streams.setUncaughtExceptionHandler(new ReplaceThread(name));
    streams.setStateListener((now, before) -> signal());
    streams.start();
  }

  /// Blocks until both applications run; false where they don't within `timeout`.
  public boolean awaitRunning(Duration timeout) throws InterruptedException {
    long end = System.nanoTime() + timeout.toNanos();
    lock.lock();
    try {
      while (!(running(world) && running(loop))) {
        long left = end - System.nanoTime();
        if (left <= 0 || dead(world) || dead(loop)) {
          return false;
        }
        // A state may change between the check and the wait without the listener's lock.
        changed.awaitNanos(Math.min(left, LOOK_AGAIN.toNanos()));
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /// Whether both applications run right now.
  public boolean isRunning() {
    return running(world) && running(loop);
  }

  /// False where one of them has stopped for good.
  public boolean isAlive() {
    return !dead(world) && !dead(loop);
  }

  @Override
  public void close() {
    loop.close(CLOSE_WITHIN);
    world.close(CLOSE_WITHIN);
  }

  private void signal() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private static boolean running(KafkaStreams streams) {
    return streams.state() == State.RUNNING;
  }

  private static boolean dead(KafkaStreams streams) {
    return streams.state() == State.ERROR || streams.state() == State.NOT_RUNNING;
  }
}
