package dev.playloop.projector;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.Role;
import dev.playloop.kit.RoleContext;
import dev.playloop.kit.Telemetry;
import dev.playloop.kit.topic.FollowedTable;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.kit.topic.TopicFollower;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.projector.proof.ControlProof;
import dev.playloop.projector.proof.FollowedSigners;
import dev.playloop.projector.proof.SignedControls;
import dev.playloop.projector.shell.Attention;
import dev.playloop.projector.shell.LoopSetup;
import dev.playloop.projector.shell.LoopSetupBuilder;
import dev.playloop.projector.shell.LoopTopology;
import dev.playloop.projector.world.Needs;
import dev.playloop.projector.world.WorldTopology;
import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.event.Halts;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.model.Worlds;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The state projector: two Streams applications in one process, the world projection and the agent
/// loop. Apart, they restart and scale apart, and a burst of world events delays no turn. Started
/// and closed by one thread; the applications have their own. [ProjectorRole] starts it.
final class StateProjector implements Role {
  private static final Logger LOG = LoggerFactory.getLogger(StateProjector.class);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

  private final Application world;
  private final Application loop;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  private final FollowedTable<HaltScope, Halt> halts;
  private final TopicFollower needed;

  /// Null where every control counts.
  private final @Nullable FollowedSigners signers;

  private final ProjectorMetrics metrics;

  private record Applications(Application world, Application loop, ProjectorMetrics metrics) {}

  private StateProjector(
      Applications applications,
      FollowedTable<HaltScope, Halt> halts,
      TopicFollower needed,
      @Nullable FollowedSigners signers) {
    this.world = applications.world();
    this.loop = applications.loop();
    this.metrics = applications.metrics();
    this.halts = halts;
    this.needed = needed;
    this.signers = signers;
  }

  static StateProjector start(ProjectorRole role, RoleContext context) throws InterruptedException {
    KafkaSettings kafka = context.kafka();
    ProjectorSettings settings = role.settings();
    Worlds worlds = role.worlds();
    Telemetry telemetry = context.telemetry();
    Topics topics = kafka.topics();
    Set<String> groups = new TreeSet<>(worlds.groups());
    groups.addAll(worlds.ownGroups());
    Collection<Topic<?, ?>> used = topics.all(groups);
    try (TopicAdmin admin = TopicAdmin.connect(kafka)) {
      admin.verify(used, settings.awaitBroker());
    }
    Application world = Application.of("world", kafka, settings, used, telemetry);
    Application loop = Application.of("loop", kafka, settings, used, telemetry);
    FollowedTable<HaltScope, Halt> halts = FollowedTable.start(kafka, topics.halts());
    FollowedSigners signers = settings.signedControls() ? FollowedSigners.start(kafka) : null;
    if (signers == null) {
      LOG.warn(
          "{}: whoever may write the topic of controls says whatever they like, in any name",
          ProjectorSettings.CONTROLS.name());
    }
    Needs needs = new Needs();
    Attention attention = new Attention(needs, () -> world.hasAllOf(topics.worldEvents()));
    LoopSetup setup =
        LoopSetupBuilder.builder()
            .topics(topics)
            .worlds(worlds)
            .policy(settings.loop())
            .tick(settings.tick())
            .heldBytes(settings.heldBytes() / topics.partitions())
            .telemetry(telemetry)
            .master(role.master())
            .pulse(loop.pulse())
            .halts(() -> halts.problem() == null ? new Halts(halts.values()) : null)
            .proof(signers == null ? ControlProof.ANY : new SignedControls(signers))
            .attention(attention)
            .build();
    TopicFollower needed =
        TopicFollower.startAtEnd(
            "whose views are needed",
            TopicReading.of(kafka, topics.viewNeeds()),
            record -> needs.toldBy(record.key(), record.value()));
    StateProjector projector =
        new StateProjector(
            new Applications(
                world, loop, new ProjectorMetrics(telemetry, settings, List.of(world, loop))),
            halts,
            needed,
            signers);
    try {
      world.start(
          () -> WorldTopology.build(topics, worlds, needs, settings.world(), world.pulse()),
          projector::signal);
      loop.start(() -> LoopTopology.build(setup), projector::signal);
      return projector;
    } catch (RuntimeException e) {
      projector.close();
      throw e;
    }
  }

  /// Blocks until both applications run; false where they don't within `timeout`.
  @Override
  public boolean awaitReady(Duration timeout) throws InterruptedException {
    long end = System.nanoTime() + timeout.toNanos();
    lock.lock();
    try {
      while (!isRunning()) {
        long left = end - System.nanoTime();
        if (left <= 0 || !isAlive()) {
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
  private boolean isRunning() {
    return world.isRunning() && loop.isRunning();
  }

  /// False where one of them has stopped for good.
  @Override
  public boolean isAlive() {
    return !world.isDead() && !loop.isDead();
  }

  /// What keeps it from its work, for whoever asks whether it is ready: an application that has
  /// ended, one that is not running, a thread that is being replaced, a partition that does not
  /// advance. Null where nothing does.
  @Override
  public @Nullable String problem() {
    String told = problem(world, loop);
    return told == null && signers != null ? signers.problem() : told;
  }

  /// One that has ended goes first: the process ends by it, however the other is.
  static @Nullable String problem(Application world, Application loop) {
    String ended = world.pulse().end();
    ended = ended == null ? loop.pulse().end() : ended;
    if (ended != null) {
      return ended;
    }
    String told = world.problem();
    return told == null ? loop.problem() : told;
  }

  @Override
  public void close() {
    metrics.close();
    if (signers != null) {
      signers.close(); // a thread that waits to know who may sign is let go
    }
    loop.close();
    world.close();
    needed.close();
    halts.close();
  }

  private void signal() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
