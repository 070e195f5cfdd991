package dev.playloop.ingest;

import dev.playloop.http.HttpEdge;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.OwnedSource;
import dev.playloop.kit.Role;
import dev.playloop.kit.Telemetry;
import dev.playloop.kit.WallClock;
import dev.playloop.kit.health.Probe;
import dev.playloop.kit.topic.FollowedTable;
import dev.playloop.kit.worker.SourceOwner;
import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.worlds.model.WorldSource;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes events in: over HTTP, by the agents' schedules, from the worlds' sources; and holds the
/// worlds to what they may spend on a day. Keeps no state of agents; reads `agents` to refuse
/// unknown ones. Owns its threads and the given sources; closed by whoever started it.
public final class TriggerIngest implements Role {
  private static final Logger LOG = LoggerFactory.getLogger(TriggerIngest.class);
  private static final String GROUP = "ingest";
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final KafkaSettings kafka;
  private final List<WorldSource> worlds;
  private final AgentsTable agents;
  private final FollowedTable<HaltScope, Halt> halts;
  private final SpendCapSource spending;
  private final Publisher publisher;
  private final HttpGateway gateway;
  private final Thread starter;
  private volatile @Nullable SourceOwner owner;
  private volatile Probe others = () -> null;
  private volatile boolean closed;

  private TriggerIngest(
      KafkaSettings kafka,
      IngestSettings settings,
      HttpEdge edge,
      List<WorldSource> worlds,
      Telemetry telemetry) {
    this.kafka = kafka;
    this.worlds = List.copyOf(worlds);
    this.agents = AgentsTable.start(kafka);
    this.halts = FollowedTable.start(kafka, kafka.topics().halts());
    this.spending =
        new SpendCapSource(
            kafka.topics(),
            settings.caps(),
            SpentRecords.of(kafka),
            new FollowedHalts(halts),
            WallClock.system(),
            telemetry);
    this.publisher = Publisher.open(kafka, settings);
    Intake intake = new Intake(kafka.topics(), agents, WallClock.system());
    this.gateway =
        new HttpGateway(
            edge,
            settings.maxBatch(),
            intake,
            publisher,
            telemetry,
            agents::problem,
            this::notReady);
    this.starter = Thread.ofVirtual().name("ingest-sources").unstarted(this::startSources);
  }

  /// Takes the gateway's port, so that one that is taken shows before anything else is started.
  /// Throws [dev.playloop.settings.InvalidSettingException] where the gateway would be an open
  /// door, and [dev.playloop.http.CannotListen].
  public static HttpEdge bind(IngestSettings settings) {
    settings.refuseOpenDoor();
    return HttpEdge.bind(settings.edge());
  }

  /// Binds, then starts.
  public static TriggerIngest start(
      KafkaSettings kafka,
      IngestSettings settings,
      List<WorldSource> sources,
      Telemetry telemetry) {
    return start(kafka, settings, bind(settings), sources, telemetry);
  }

  /// Starts without waiting for Kafka: until it is there, requests get 503 and `readyz` says why.
  /// Every ingest process of a system must be given the same sources. `edge` was bound with these
  /// settings; from now on it is the result's to close, and is closed where this fails.
  public static TriggerIngest start(
      KafkaSettings kafka,
      IngestSettings settings,
      HttpEdge edge,
      List<WorldSource> sources,
      Telemetry telemetry) {
    TriggerIngest ingest = new TriggerIngest(kafka, settings, edge, sources, telemetry);
    boolean started = false;
    try {
      ingest.gateway.start();
      ingest.starter.start();
      started = true;
      return ingest;
    } finally {
      if (!started) {
        ingest.close();
      }
    }
  }

  /// Where the gateway listens.
  public URI httpAddress() {
    return gateway.address();
  }

  /// Waits until events are taken in and the sources that this process owns are polled.
  @Override
  public boolean awaitReady(Duration timeout) throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    if (!agents.awaitLoaded(timeout) || !starter.join(left(deadline))) {
      return false;
    }
    SourceOwner started = owner;
    return started != null && started.awaitAssigned(left(deadline));
  }

  /// Why events are not taken in, or sources not polled, right now; null where all is well.
  @Override
  public @Nullable String problem() {
    SourceOwner started = owner;
    String gatewayProblem = notReady();
    if (gatewayProblem != null) {
      return gatewayProblem;
    }
    return started == null || !started.isReady() ? "the sources are not assigned yet" : null;
  }

  /// `readyz` also says what `probe` says from now on: where ingest runs in one process with all
  /// else, events that are taken in while the loop stands still are not served.
  public void readyIf(Probe probe) {
    others = probe;
  }

  /// False where the sources have stopped for good.
  @Override
  public boolean isAlive() {
    SourceOwner started = owner;
    return started == null || started.isRunning();
  }

  @Override
  public void close() {
    closed = true;
    gateway.close();
    starter.interrupt();
    join();
    SourceOwner started = owner;
    if (started != null) {
      started.close();
    }
    worlds.forEach(WorldSource::close);
    publisher.close();
    agents.close();
    spending.close();
    halts.close();
  }

  /// Only once the topics are there and have the catalogue's partitions.
  private void startSources() {
    try {
      while (!agents.awaitLoaded(LOOK)) {
        if (closed) {
          return;
        }
      }
      owner = SourceOwner.start(kafka, GROUP, sources());
    } catch (InterruptedException e) {
      LOG.debug("closed before the sources were started");
    }
  }

  private List<OwnedSource> sources() {
    List<OwnedSource> sources = new ArrayList<>();
    worlds.forEach(world -> sources.add(new WorldRelay(world, kafka.topics())));
    int shares = kafka.topics().sources().partitions();
    for (int share = 0; share < shares; share++) {
      sources.add(new ScheduleSource(kafka.topics(), share, shares, agents, WallClock.system()));
    }
    sources.add(spending);
    return sources;
  }

  private @Nullable String notReady() {
    SourceOwner started = owner;
    if (started != null && !started.isRunning()) {
      return "the sources have stopped, the log says why";
    }
    if (publisher.failing()) {
      return "no answer from Kafka";
    }
    String problem = agents.problem();
    return problem == null ? others.problem() : problem;
  }

  private void join() {
    if (starter.getState() == Thread.State.NEW) {
      return; // the gateway did not start; whoever closes wants to see why
    }
    try {
      starter.join(Duration.ofSeconds(5));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private record FollowedHalts(FollowedTable<HaltScope, Halt> table)
      implements SpendCapSource.Halted {
    @Override
    public @Nullable String problem() {
      return table.problem();
    }

    @Override
    public Map<HaltScope, Halt> values() {
      return table.values();
    }
  }

  private static Duration left(long deadline) {
    return Duration.ofNanos(Math.max(1, deadline - System.nanoTime()));
  }
}
