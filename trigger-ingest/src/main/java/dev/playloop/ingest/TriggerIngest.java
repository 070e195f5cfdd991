package dev.playloop.ingest;

import dev.playloop.http.EdgeRoutes;
import dev.playloop.ingest.control.ControlDesk;
import dev.playloop.ingest.control.ControlReads;
import dev.playloop.ingest.control.OpenApprovals;
import dev.playloop.ingest.stream.NewsDesk;
import dev.playloop.ingest.webhook.ApprovalsWebhook;
import dev.playloop.ingest.webhook.WebhookSettings;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.OwnedSource;
import dev.playloop.kit.Role;
import dev.playloop.kit.RoleContext;
import dev.playloop.kit.Telemetry;
import dev.playloop.kit.WallClock;
import dev.playloop.kit.access.PrincipalTable;
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
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes events in: over HTTP, by the agents' schedules, from the worlds' sources; and holds the
/// worlds to what they may spend on a day. Keeps no state of agents; reads `agents` to refuse
/// unknown ones. Owns its threads and the given sources; closed by whoever started it. [IngestRole]
/// starts it.
final class TriggerIngest implements Role {
  private static final Logger LOG = LoggerFactory.getLogger(TriggerIngest.class);
  private static final String GROUP = "ingest";
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final KafkaSettings kafka;
  private final List<WorldSource> worlds;
  private final AgentsTable agents;
  private final FollowedTable<HaltScope, Halt> halts;
  private final PrincipalTable principals;
  private final OpenApprovals approvals;
  private final NewsDesk news;
  private final SpendCapSource spending;
  private final @Nullable ApprovalsWebhook webhook;
  private final EventPublisher publisher;
  private final HttpGateway gateway;
  private final Thread starter;
  private final Probe others;
  private volatile @Nullable SourceOwner owner;
  private volatile boolean closed;

  private TriggerIngest(IngestRole role, RoleContext context) {
    KafkaSettings kafka = context.kafka();
    IngestSettings settings = role.settings();
    Telemetry telemetry = context.telemetry();
    this.kafka = kafka;
    this.worlds = role.sources();
    this.others = role.others();
    this.agents = AgentsTable.start(kafka, settings.ackTimeout());
    this.halts = FollowedTable.start(kafka, kafka.topics().halts());
    this.principals = PrincipalTable.start(kafka, role.given(), WallClock.system());
    this.approvals = OpenApprovals.start(kafka);
    this.news = NewsDesk.start(kafka, agents, role.catalogues(), role.master());
    this.spending =
        new SpendCapSource(
            kafka.topics(),
            settings.caps(),
            new SpendCapSource.Reads(SpentRecords.of(kafka), new FollowedHalts(halts)),
            WallClock.system(),
            telemetry);
    WebhookSettings told = settings.webhook();
    this.webhook =
        told == null ? null : ApprovalsWebhook.of(kafka, told, WallClock.system(), telemetry);
    this.publisher = EventPublisher.open(kafka, settings);
    Intake intake = new Intake(kafka.topics(), agents, WallClock.system());
    ControlDesk desk =
        new ControlDesk(
            new ControlReads(
                approvals, principals, agents, role.catalogues(), settings.ackTimeout()),
            role.signingKey(),
            WallClock.system(),
            telemetry);
    this.gateway =
        new HttpGateway(
            Objects.requireNonNull(role.edge()),
            settings.maxBatch(),
            new HttpGateway.Way(kafka.topics(), intake, desk, publisher, news::events),
            new HttpGateway.Doors(principals, agents::problem, this::notReady, role.beside()),
            telemetry);
    this.starter = Thread.ofVirtual().name("ingest-sources").unstarted(this::startSources);
  }

  static TriggerIngest start(IngestRole role, RoleContext context) {
    TriggerIngest ingest = new TriggerIngest(role, context);
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

  /// What the gateway can be asked, and by whom.
  List<EdgeRoutes.Declared> routes() {
    return gateway.routes().declared();
  }

  /// Waits until every request can be answered and the sources that this process owns are polled:
  /// what is ready here answers none with "not read yet".
  @Override
  public boolean awaitReady(Duration timeout) throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    if (!agents.awaitLoaded(timeout)
        || !principals.awaitLoaded(left(deadline))
        || !approvals.awaitLoaded(left(deadline))
        || !news.awaitLoaded(left(deadline))
        || !starter.join(left(deadline))) {
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

  /// False where the sources have stopped for good.
  @Override
  public boolean isAlive() {
    SourceOwner started = owner;
    return started == null || started.isRunning();
  }

  @Override
  public void close() {
    closed = true;
    news.close(); // streams are requests in hand, for which the gateway would wait
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
    if (webhook != null) {
      webhook.close();
    }
    halts.close();
    principals.close();
    approvals.close();
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
    if (webhook != null) {
      sources.add(webhook);
    }
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
    for (Probe one :
        List.<Probe>of(agents::problem, principals::problem, approvals::problem, news::problem)) {
      String problem = one.problem();
      if (problem != null) {
        return problem;
      }
    }
    return others.problem();
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
