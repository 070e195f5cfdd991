package dev.playloop.benchmarks;

import dev.playloop.broker.EmbeddedBroker;
import dev.playloop.executor.ExecutorRole;
import dev.playloop.executor.ExecutorSettings;
import dev.playloop.http.HttpEdge;
import dev.playloop.ingest.IngestRole;
import dev.playloop.ingest.IngestSettings;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.Role;
import dev.playloop.kit.RoleContext;
import dev.playloop.kit.RoleSpec;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.operator.approval.ApprovalRegister;
import dev.playloop.operator.approval.Sought;
import dev.playloop.operator.approval.Waits;
import dev.playloop.projector.ProjectorRole;
import dev.playloop.projector.ProjectorSettings;
import dev.playloop.reasoner.ReasonerRole;
import dev.playloop.reasoner.ReasonerSettings;
import dev.playloop.schemas.approval.ApprovalRule;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.AgentConfig.Boundary;
import dev.playloop.schemas.event.AgentConfig.Instructions;
import dev.playloop.schemas.event.Route;
import dev.playloop.schemas.event.RunLimits;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.seal.SigningKey;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.model.WorldBinding;
import dev.playloop.worlds.model.Worlds;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/// The real modules around an embedded broker: projector, reasoner, executor of the bench world.
/// Used by one thread.
public final class BenchSystem implements AutoCloseable {
  static final int PARTITIONS = 4;
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int CALLS_IN_FLIGHT = 2_000;

  /// How many tokens a model reads.
  static final int WINDOW = 200_000;

  /// How long it may take until all ask, and how long nothing moves before it is looked again.
  private static final Duration ASKING = Duration.ofMinutes(15);

  private static final int SETTLE_SECONDS = 5;

  private final EmbeddedBroker broker;
  private final KafkaSettings kafka;
  private final List<Role> roles = new ArrayList<>();

  private BenchSystem(EmbeddedBroker broker, KafkaSettings kafka) {
    this.broker = broker;
    this.kafka = kafka;
  }

  /// Starts all of it, with a model that answers at once and effects that take no time.
  public static BenchSystem start(Path dir) throws InterruptedException {
    return start(dir, new BenchLlm(Duration.ZERO), new BenchActions());
  }

  /// Starts all of it. `llm` null means that candidates are called over HTTP.
  static BenchSystem start(Path dir, @Nullable BenchLlm llm, WorldActions<?> actions)
      throws InterruptedException {
    EmbeddedBroker broker = EmbeddedBroker.start(dir.resolve("broker"));
    BenchSystem system =
        new BenchSystem(
            broker,
            KafkaSettings.of(
                broker.bootstrapServers(), new Topics(Topics.DEFAULT_PREFIX, PARTITIONS)));
    boolean started = false;
    try {
      system.startWorkers(dir, llm, actions);
      started = true;
      return system;
    } finally {
      if (!started) {
        system.close();
      }
    }
  }

  private void startWorkers(Path dir, @Nullable BenchLlm llm, WorldActions<?> actions)
      throws InterruptedException {
    World world = new BenchWorld();
    try (TopicAdmin admin = TopicAdmin.connect(kafka)) {
      admin.create(kafka.topics().all(List.of(world.name())), PATIENCE);
    }
    Role projector =
        started(ProjectorRole.of(ProjectorSettings.local(dir.resolve("state")), Worlds.of(world)));
    started(reasoner(llm));
    Role executor =
        started(
            new ExecutorRole(
                ExecutorSettings.standard(), List.of(WorldBinding.of(world, actions))));
    if (!projector.awaitReady(PATIENCE) || !executor.awaitReady(PATIENCE)) {
      throw new IllegalStateException("the workers did not start within " + PATIENCE);
    }
  }

  private Role started(RoleSpec spec) throws InterruptedException {
    Role role = spec.start(RoleContext.of(kafka));
    roles.add(role);
    return role;
  }

  static ReasonerRole reasoner(@Nullable BenchLlm llm) {
    return ReasonerRole.of(ReasonerSettings.standard(), Worlds.of(new BenchWorld()))
        .answeredBy(llm);
  }

  /// Starts a gateway that signs what people say, and returns where it listens.
  public URI gateway(SigningKey key) throws InterruptedException {
    IngestSettings settings = IngestSettings.local();
    HttpEdge edge = IngestRole.bind(settings);
    Role gateway = started(IngestRole.of(settings, List.of()).on(edge).signing(key));
    if (!gateway.awaitReady(PATIENCE)) {
      throw new IllegalStateException("the gateway did not start within " + PATIENCE);
    }
    return edge.address();
  }

  public KafkaSettings kafka() {
    return kafka;
  }

  LogBytes logBytes() {
    return LogBytes.of(broker.dir());
  }

  /// Makes `count` agents, whose model is behind `modelUrl`, and returns them.
  public List<AgentId> agents(String name, int count, String modelUrl) {
    return agents(name, count, modelUrl, List.of());
  }

  /// The same, who ask as these rules say.
  List<AgentId> agents(String name, int count, String modelUrl, List<ApprovalRule> rules) {
    List<AgentId> agents = new ArrayList<>(count);
    try (KafkaProducer<AgentId, AgentConfig> producer =
        new KafkaProducer<>(
            kafka.with(Map.of("linger.ms", "5")),
            kafka.topics().agents().key().serializer(),
            kafka.topics().agents().value().serializer())) {
      for (int i = 0; i < count; i++) {
        AgentId agent = AgentId.of(BenchWorld.NAME, name + "-" + i);
        agents.add(agent);
        var _ =
            producer.send(
                new ProducerRecord<>(
                    kafka.topics().agents().name(),
                    agent,
                    config(agent, route(modelUrl, CALLS_IN_FLIGHT)).approvals(rules)));
      }
    }
    return agents;
  }

  /// Makes `count` agents that each wait for a person, and returns what they wait for. The loop
  /// drops what comes for an agent that it does not know yet: those are told again once nothing
  /// moves any more.
  public List<Waits> asking(String name, int count) throws InterruptedException {
    List<ApprovalRule> rules = List.of(ApprovalRule.ofTool("craft"));
    List<AgentId> agents = agents(name, count, "http://127.0.0.1:9/v1", rules);
    ApprovalRegister register = new ApprovalRegister(kafka);
    long deadline = System.nanoTime() + ASKING.toNanos();
    int before = -1;
    for (int round = 0; System.nanoTime() < deadline; round++) {
      List<Waits> open = register.list(Sought.ALL);
      if (open.size() == agents.size()) {
        return open;
      }
      if (open.size() == before || round == 0) {
        Set<AgentId> known = open.stream().map(Waits::agent).collect(Collectors.toSet());
        order("t-" + round, agents.stream().filter(agent -> !known.contains(agent)).toList());
      }
      before = open.size();
      TimeUnit.SECONDS.sleep(SETTLE_SECONDS);
    }
    throw new IllegalStateException("not all agents asked within " + ASKING);
  }

  private void order(String id, List<AgentId> agents) {
    Topic<AgentId, Trigger> topic = kafka.topics().triggers();
    try (KafkaProducer<AgentId, Trigger> producer =
        new KafkaProducer<>(
            kafka.with(Map.of("linger.ms", "5")),
            topic.key().serializer(),
            topic.value().serializer())) {
      for (AgentId agent : agents) {
        var _ = producer.send(new ProducerRecord<>(topic.name(), agent, order(id, agent, 1)));
      }
    }
  }

  /// What an agent is told whose run shall have so many turns.
  public static Trigger order(String id, AgentId agent, int turns) {
    return Trigger.of(id, agent, "order.placed")
        .at(Instant.now())
        .text(BenchModel.triggerText(turns));
  }

  /// A route to one candidate, called by at most `inFlight` at once.
  static Route route(String modelUrl, int inFlight) {
    return route(modelUrl, inFlight, WINDOW);
  }

  /// The same, whose model reads so many tokens.
  static Route route(String modelUrl, int inFlight, int window) {
    return new Route(
        "bench",
        List.of(
            Route.Candidate.of(modelUrl, "bench")
                .provider("bench", Route.Wire.OPENAI)
                .tokens(window, 2_000)
                .maxInFlight(inFlight)
                .timeout(Duration.ofSeconds(30))));
  }

  static AgentConfig config(AgentId agent, Route route) {
    return AgentConfig.of(
            agent,
            agent.name(),
            new Instructions(
                "You run a workshop.",
                "Craft what is ordered, one item at a time.",
                List.of("Finish when the order is done.")))
        .tenant("bench")
        .boundaries(Map.of("*", new Boundary(List.of("*"))))
        .limits(Map.of("*", new RunLimits(1_000, 10_000, Duration.ofMinutes(30), null, null)))
        .caps(new AgentConfig.Caps(BigDecimal.ONE, BigDecimal.TEN))
        .routes(Map.of("*", route));
  }

  @Override
  public void close() {
    roles.reversed().forEach(Role::close);
    broker.close();
  }
}
