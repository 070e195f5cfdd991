package dev.playloop.operator;

import dev.playloop.audit.evidence.Evidence;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.operator.gateway.GatewayAnswer;
import dev.playloop.operator.gateway.GatewayClient;
import dev.playloop.schemas.Nearest;
import dev.playloop.schemas.config.After;
import dev.playloop.schemas.config.EventLine;
import dev.playloop.schemas.config.TriggerLine;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.schemas.seal.KeyRing;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.schemas.world.WorldRecord;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.kafka.common.errors.AuthorizationException;
import org.jspecify.annotations.Nullable;

/// What an operator does to a system, and what came of it. Each verb is on the log when it returns;
/// [NotPublished] where Kafka refuses it, and Kafka's own exceptions where it does not answer. Safe
/// for all threads.
///
/// @param by in whose name
public record Operator(KafkaSettings kafka, String by, InstantSource clock) {
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  /// The agents that there are.
  public Map<AgentId, AgentConfig> agents() {
    return AgentRegister.read(kafka);
  }

  /// Applies them in their order; returns the agents.
  public List<AgentId> apply(Collection<AgentConfig> configs) throws InterruptedException {
    try (Publisher publisher = Publisher.open(kafka)) {
      publisher.apply(configs);
    }
    return configs.stream().map(AgentConfig::agent).toList();
  }

  /// Publishes triggers and world events in their order, or none where one is for nobody: that one
  /// would wait for half a minute and become a dead letter. Who may not read the agents, as a game,
  /// is trusted.
  ///
  /// @param accepted is told each as soon as it is on the log: [NotPublished] may stop the next
  public PublishAnswer publish(
      Collection<? extends EventLine> events, Consumer<PublishAnswer.Accepted> accepted)
      throws InterruptedException {
    PublishAnswer answer = validate(events);
    if (!(answer instanceof PublishAnswer.Valid)) {
      return answer;
    }
    List<PublishAnswer.Accepted> all = new ArrayList<>();
    try (Publisher publisher = Publisher.open(kafka)) {
      for (EventLine event : events) {
        PublishAnswer.Accepted one = new PublishAnswer.Accepted(event, send(publisher, event));
        all.add(one);
        accepted.accept(one);
      }
    }
    return new PublishAnswer.Published(all);
  }

  /// What would come of it, with nothing written. [InvalidValueException] names the first that is
  /// too large for its topic.
  public PublishAnswer validate(Collection<? extends EventLine> events) {
    for (EventLine event : events) {
      switch (event) {
        case TriggerLine(Trigger trigger, After _) ->
            Publisher.bytes(kafka.topics().triggers(), trigger.agent(), trigger);
        case EventLine.OfWorld(WorldEvent changed) ->
            Publisher.bytes(kafka.topics().worldEvents(), changed.scene(), changed);
      }
    }
    PublishAnswer nobody = nobody(events);
    return nobody == null ? new PublishAnswer.Valid(List.copyOf(events)) : nobody;
  }

  private static String send(Publisher publisher, EventLine event) throws InterruptedException {
    return switch (event) {
      case TriggerLine(Trigger trigger, After _) -> publisher.publish(trigger);
      case EventLine.OfWorld(WorldEvent changed) -> {
        publisher.publish(changed);
        yield changed.id();
      }
    };
  }

  /// The agent opens no new run until it is resumed; an open run goes on. Who says it is whom the
  /// gateway knows.
  public AgentAnswer pause(AgentId agent, GatewayClient gateway) throws InterruptedException {
    return known(agent) instanceof AgentAnswer.NoSuchAgent nobody
        ? nobody
        : said(agent, gateway.pause(agent));
  }

  /// Ends a pause.
  public AgentAnswer resume(AgentId agent, GatewayClient gateway) throws InterruptedException {
    return known(agent) instanceof AgentAnswer.NoSuchAgent nobody
        ? nobody
        : said(agent, gateway.resume(agent));
  }

  /// Deletes the agent; an open run is closed as cancelled.
  public AgentAnswer delete(AgentId agent) throws InterruptedException {
    AgentAnswer known = known(agent);
    if (known instanceof AgentAnswer.Done) {
      try (Publisher publisher = Publisher.open(kafka)) {
        publisher.delete(agent);
      }
    }
    return known;
  }

  /// No model call and no write begins in that scope until it is taken back. Nothing is halted
  /// where there is no agent in it: who mistypes a name must not believe that it is.
  ///
  /// @param reason for whoever asks later
  public HaltAnswer halt(HaltScope scope, @Nullable String reason) throws InterruptedException {
    Set<AgentId> agents = agents().keySet();
    boolean covers = agents.stream().anyMatch(one -> HaltScope.over(one).contains(scope));
    if (!covers && !scope.equals(HaltScope.ALL)) {
      boolean world = scope.value().indexOf('/') < 0;
      List<String> names =
          agents.stream().map(one -> world ? one.world() : one.value()).distinct().toList();
      return new HaltAnswer.NobodyThere(scope, Nearest.of(scope.value(), names));
    }
    Halt halt = new Halt(Halt.VERSION, scope, by, clock.instant(), reason);
    try (Publisher publisher = Publisher.open(kafka)) {
      publisher.halt(halt);
    }
    return new HaltAnswer.Halted(halt);
  }

  /// Takes that halt back; those of other scopes stay.
  public ResumeAnswer resume(HaltScope scope) throws InterruptedException {
    Map<HaltScope, Halt> inForce = halts();
    Halt ended = inForce.get(scope);
    if (ended == null) {
      return new ResumeAnswer.NotHalted(scope, List.copyOf(inForce.values()));
    }
    try (Publisher publisher = Publisher.open(kafka)) {
      publisher.resume(scope);
    }
    return new ResumeAnswer.Resumed(
        ended, inForce.values().stream().filter(one -> !one.equals(ended)).toList());
  }

  /// The halts in force.
  public Map<HaltScope, Halt> halts() {
    return HaltRegister.read(kafka);
  }

  /// What is declared of worlds, by keys; see [WorldRecord].
  public Map<String, WorldRecord> worlds() {
    try (Evidence evidence = Evidence.ofCluster(kafka)) {
      return evidence.worlds();
    }
  }

  /// From now on these declarations are in force; open runs end on those that they began with. The
  /// topics of a group that one of them names are there before anybody can be told of it. Throws
  /// [CannotCreateTopics] where they are missing and this operator may not create them.
  ///
  /// @param records by their keys
  public void declare(Map<String, WorldRecord> records) throws InterruptedException {
    List<Topic<?, ?>> needed = new ArrayList<>();
    for (WorldRecord record : records.values()) {
      WorldDeclaration declaration = record.declaration();
      if (declaration != null && declaration.group() != null) {
        needed.addAll(kafka.topics().ofGroup(declaration.group()));
      }
    }
    if (!needed.isEmpty()) {
      try (TopicAdmin admin = TopicAdmin.connect(kafka)) {
        requireThere(admin, needed);
      }
    }
    try (Publisher publisher = Publisher.open(kafka)) {
      publisher.declare(records);
    }
  }

  private static void requireThere(TopicAdmin admin, List<Topic<?, ?>> needed)
      throws InterruptedException {
    List<Topic<?, ?>> missing =
        admin.list(needed, PATIENCE).stream()
            .filter(state -> !state.exists())
            .<Topic<?, ?>>map(TopicAdmin.State::topic)
            .toList();
    if (missing.isEmpty()) {
      return; // who may not create them may not look into their settings either
    }
    try {
      var _ = admin.create(missing, PATIENCE);
    } catch (IllegalStateException e) {
      throw new CannotCreateTopics(missing.stream().map(Topic::name).toList(), e);
    }
  }

  /// Ends a declared world: its open runs are cancelled, what comes for it is refused, and what was
  /// declared stays. Returns what was in force, or who had retired it before; null where nothing of
  /// it was declared.
  public WorldRecord.@Nullable Pointer retire(String world) throws InterruptedException {
    WorldRecord record = worlds().get(world);
    WorldRecord.Pointer pointer = record == null ? null : record.pointer();
    if (pointer != null && !pointer.retired()) {
      declare(Map.of(world, WorldRecord.of(pointer.retiredBy(by, clock.instant()))));
    }
    return pointer;
  }

  /// The topics of these worlds as the cluster has them.
  public List<TopicAdmin.State> topics(Collection<String> worlds) throws InterruptedException {
    try (TopicAdmin admin = TopicAdmin.connect(kafka)) {
      return admin.list(kafka.topics().all(worlds), PATIENCE);
    }
  }

  /// Creates those that are missing, and gives the others the catalogue's bounds; returns the names
  /// of those that it created.
  public List<String> createTopics(Collection<String> worlds) throws InterruptedException {
    try (TopicAdmin admin = TopicAdmin.connect(kafka)) {
      return admin.create(kafka.topics().all(worlds), PATIENCE);
    }
  }

  /// Follows what happens to these agents, to all where none is named, from there on: no step is
  /// left out, and none comes twice, whoever takes the partitions over meanwhile. Payloads that
  /// `keys` don't open give no step. Throws [PositionGone] where what comes next is not there any
  /// more.
  public Following follow(Set<AgentId> agents, KeyRing keys, Position from) {
    return Following.of(kafka).only(agents).openedBy(keys).from(from);
  }

  /// The same with what is written from now on.
  public Following followFromNow(Set<AgentId> agents, KeyRing keys) {
    return Following.of(kafka).only(agents).openedBy(keys).fromNow();
  }

  private @Nullable PublishAnswer nobody(Collection<? extends EventLine> events) {
    Set<AgentId> known;
    try {
      known = agents().keySet();
    } catch (AuthorizationException e) {
      return null;
    }
    Set<String> worlds = known.stream().map(AgentId::world).collect(Collectors.toSet());
    for (EventLine event : events) {
      switch (event) {
        case TriggerLine(Trigger trigger, After _) when !known.contains(trigger.agent()) -> {
          return new PublishAnswer.NoSuchAgent(trigger.agent(), nearest(trigger.agent(), known));
        }
        case EventLine.OfWorld(WorldEvent changed) when !worlds.contains(changed.world()) -> {
          return new PublishAnswer.NoSuchWorld(
              changed.world(), Nearest.of(changed.world(), List.copyOf(worlds)));
        }
        case TriggerLine _, EventLine.OfWorld _ -> {}
      }
    }
    return null;
  }

  private static AgentAnswer said(AgentId agent, GatewayAnswer answer) {
    return answer instanceof GatewayAnswer.Accepted
        ? new AgentAnswer.Done(agent)
        : new AgentAnswer.Refused(agent, answer);
  }

  private AgentAnswer known(AgentId agent) {
    Set<AgentId> known = agents().keySet();
    return known.contains(agent)
        ? new AgentAnswer.Done(agent)
        : new AgentAnswer.NoSuchAgent(agent, nearest(agent, known));
  }

  private static @Nullable String nearest(AgentId agent, Set<AgentId> known) {
    return Nearest.of(agent.value(), known.stream().map(AgentId::value).toList());
  }
}
