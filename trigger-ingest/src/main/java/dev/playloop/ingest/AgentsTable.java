package dev.playloop.ingest;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicFollower;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.schemas.Nearest;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/// The agents that were applied, read from the compacted topic `agents` and kept in memory: one
/// config an agent, at most 64 KiB each. A thread of its own reads, as [TopicFollower] says;
/// everyone may look. While the broker is away it keeps what it knows.
final class AgentsTable implements Intake.Directory, ScheduleSource.Agents, AutoCloseable {
  private static final int MAX_NEIGHBOURS = 1_000;
  private static final Duration ASK = Duration.ofSeconds(5);

  private final Map<AgentId, AgentConfig> agents = new ConcurrentHashMap<>();
  private final Duration patience;
  private final TopicFollower follower;

  @SuppressWarnings("this-escape") // what it takes is whole before the follower starts
  private AgentsTable(KafkaSettings kafka, Duration patience) {
    this.patience = patience;
    Topics topics = kafka.topics();
    TopicReading reading =
        TopicReading.of(kafka, topics.agents())
            .counted(
                topics.triggers(), topics.worldEvents(), topics.sources(), topics.sourceCursors())
            .asking(ASK)
            .prompt();
    this.follower = TopicFollower.start(topics.agents().name(), reading, this::put);
  }

  /// Looks again for at most `patience` where it does not know what a request names.
  static AgentsTable start(KafkaSettings kafka, Duration patience) {
    return new AgentsTable(kafka, patience);
  }

  /// The agent's config, or null where it was never applied or was deleted.
  @Nullable AgentConfig find(AgentId agent) {
    return agents.get(agent);
  }

  @Override
  public Collection<AgentConfig> all() {
    return agents.values();
  }

  @Override
  public boolean knows(AgentId agent) {
    return agents.containsKey(agent) || (lookAgain(agent) && agents.containsKey(agent));
  }

  @Override
  public boolean acts(String name) {
    return agents.values().stream()
        .anyMatch(one -> name.equals(one.actor()) || name.equals(one.agent().value()));
  }

  /// Looks at a bounded number of its world's agents, so that unknown names stay cheap.
  @Override
  public @Nullable String nearest(AgentId agent) {
    List<String> neighbours =
        agents.keySet().stream()
            .filter(known -> known.world().equals(agent.world()))
            .limit(MAX_NEIGHBOURS)
            .map(AgentId::value)
            .toList();
    return Nearest.of(agent.value(), neighbours);
  }

  @Override
  public boolean knowsWorld(String world) {
    return hasWorld(world) || (lookAgain(world) && hasWorld(world));
  }

  private boolean hasWorld(String world) {
    return agents.keySet().stream().anyMatch(agent -> agent.world().equals(world));
  }

  /// What is unknown may have been applied a moment ago.
  private boolean lookAgain(Object name) {
    try {
      if (awaitCurrent(patience)) {
        return true;
      }
      throw EventProblem.unavailable("Kafka does not answer, and " + name + " is not known yet")
          .refused();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw EventProblem.unavailable("the gateway is closing").refused();
    }
  }

  @Override
  public boolean isLoaded() {
    return follower.isLoaded();
  }

  /// Why the agents are not known yet, or null where they are.
  @Nullable String problem() {
    return follower.problem();
  }

  /// Whether everything that was in the topic at start was read within the time.
  boolean awaitLoaded(Duration timeout) throws InterruptedException {
    return follower.awaitLoaded(timeout);
  }

  /// Waits until what is in the topic now has been read, for an agent that may just have been
  /// applied. False where Kafka does not answer in time.
  boolean awaitCurrent(Duration timeout) throws InterruptedException {
    return follower.awaitCurrent(timeout);
  }

  @Override
  public void close() {
    follower.close();
  }

  private void put(ConsumerRecord<byte[], byte[]> record) {
    byte[] key = Require.present("key", record.key(), "the agent's id");
    AgentId agent = new AgentId(new String(key, StandardCharsets.UTF_8));
    if (record.value() == null) {
      agents.remove(agent);
    } else {
      agents.put(agent, Json.read(record.value(), AgentConfig.class));
    }
  }
}
