package dev.playloop.ingest;

import dev.playloop.kit.CarefulPoll;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.Unhandled;
import dev.playloop.schemas.Nearest;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The agents that were applied, read from the compacted topic `agents` and kept in memory: one
/// config an agent, at most 64 KiB each. Its own thread reads; everyone may look. While the broker
/// is away it waits, says so in the log, and keeps what it knows.
final class AgentsTable implements Intake.Directory, ScheduleSource.Agents, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AgentsTable.class);
  private static final int MAX_NEIGHBOURS = 1_000;
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final Duration CURRENT = Duration.ofSeconds(2);
  private static final Duration RETRY = Duration.ofMillis(500);

  private final KafkaSettings kafka;
  private final Map<AgentId, AgentConfig> agents = new ConcurrentHashMap<>();
  private final CountDownLatch loaded = new CountDownLatch(1);
  private final ConcurrentLinkedQueue<CountDownLatch> waiting = new ConcurrentLinkedQueue<>();
  private final Consumer<byte[], byte[]> consumer;
  private final CarefulPoll poll;
  private final Thread thread;
  private volatile String problem = "the agents are not read yet";
  private volatile boolean resting;
  private volatile boolean closed;

  private AgentsTable(KafkaSettings kafka) {
    this.kafka = kafka;
    this.consumer =
        new KafkaConsumer<>(
            kafka.with(
                Map.of(
                    ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                    "read_committed",
                    ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                    "false",
                    ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                    "earliest",
                    ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
                    "false",
                    // A question for the end of the topic waits behind the fetch under way.
                    ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
                    "100",
                    ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                    "5000",
                    ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG,
                    "4000")),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    this.poll = CarefulPoll.following(kafka, kafka.topics().agents(), consumer);
    this.thread = Thread.ofPlatform().name("ingest-agents").daemon().unstarted(this::run);
  }

  static AgentsTable start(KafkaSettings kafka) {
    AgentsTable table = new AgentsTable(kafka);
    table.thread.start();
    return table;
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
      if (awaitCurrent(CURRENT)) {
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
    return loaded.getCount() == 0;
  }

  /// Why the agents are not known yet, or null where they are.
  @Nullable String problem() {
    return isLoaded() ? null : problem;
  }

  /// Whether everything that was in the topic at start was read within the time.
  boolean awaitLoaded(Duration timeout) throws InterruptedException {
    return loaded.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  /// Waits until what is in the topic now has been read, for an agent that may just have been
  /// applied. False where Kafka does not answer in time.
  boolean awaitCurrent(Duration timeout) throws InterruptedException {
    CountDownLatch current = new CountDownLatch(1);
    waiting.add(current);
    if (resting) {
      consumer.wakeup();
    }
    boolean answered = current.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
    if (!answered) {
      waiting.remove(current);
    }
    return answered;
  }

  @Override
  public void close() {
    closed = true;
    consumer.wakeup();
    LockSupport.unpark(thread);
    try {
      thread.join(Duration.ofSeconds(5));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try (consumer;
        poll) {
      while (!closed) {
        try {
          pollOnce();
        } catch (WakeupException e) {
          LOG.trace("woken up to close or to look for newer agents");
        } catch (KafkaException e) {
          problem = "waiting for Kafka: " + e.getMessage();
          LOG.warn("Waiting for Kafka to read {}: {}", topic(), e.getMessage());
          LockSupport.parkNanos(RETRY.toNanos());
        } catch (RuntimeException | Error e) {
          // Such as memory that another thread has taken: without this one the table grows old.
          problem = "reading the agents broke: " + Unhandled.text(e);
          LOG.error("{}: {}", topic(), problem);
          LockSupport.parkNanos(RETRY.toNanos());
        }
      }
    }
  }

  private void pollOnce() {
    if (consumer.assignment().isEmpty()) {
      assign();
    }
    List<CountDownLatch> asked = new ArrayList<>();
    for (CountDownLatch next = waiting.poll(); next != null; next = waiting.poll()) {
      asked.add(next);
    }
    try {
      if (!asked.isEmpty() || !isLoaded()) {
        catchUp();
        loaded.countDown();
        asked.forEach(CountDownLatch::countDown);
        asked.clear();
      }
    } finally {
      waiting.addAll(asked);
    }
    resting = true;
    try {
      if (waiting.isEmpty()) {
        poll.poll(POLL).forEach(this::put);
      }
    } finally {
      resting = false;
    }
  }

  /// Reads up to the end of the topic as it is now. On a wake-up it is begun anew.
  private void catchUp() {
    Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
    while (!closed
        && ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
      poll.poll(Duration.ofMillis(100)).forEach(this::put);
    }
  }

  private void assign() {
    Topics topics = kafka.topics();
    for (Topic<?, ?> topic :
        List.of(
            topics.triggers(), topics.worldEvents(), topics.sources(), topics.sourceCursors())) {
      partitions(topic);
    }
    List<TopicPartition> all =
        partitions(topics.agents()).stream()
            .map(p -> new TopicPartition(p.topic(), p.partition()))
            .toList();
    consumer.assign(all);
    consumer.seekToBeginning(all);
  }

  /// Refuses to go on with other numbers of partitions than the catalogue's.
  private List<PartitionInfo> partitions(Topic<?, ?> topic) {
    List<PartitionInfo> partitions = consumer.partitionsFor(topic.name());
    int got = partitions == null ? 0 : partitions.size();
    if (partitions == null || got != topic.partitions()) {
      throw new KafkaException(
          topic.name()
              + " has "
              + got
              + " partitions, not "
              + topic.partitions()
              + ": run `playloop topics create`, or set PLAYLOOP_PARTITIONS");
    }
    return partitions;
  }

  private void put(ConsumerRecord<byte[], byte[]> record) {
    if (record instanceof CarefulPoll.Hole) {
      return; // told where it was found
    }
    try {
      byte[] key = Require.present("key", record.key(), "the agent's id");
      AgentId agent = new AgentId(new String(key, StandardCharsets.UTF_8));
      if (record.value() == null) {
        agents.remove(agent);
      } else {
        agents.put(agent, Json.read(record.value(), AgentConfig.class));
      }
    } catch (RuntimeException | StackOverflowError e) {
      // Whatever stands there, the other agents are read.
      LOG.warn(
          "{} {}:{} is no agent: {}",
          topic(),
          record.partition(),
          record.offset(),
          Unhandled.text(e));
    }
  }

  private String topic() {
    return kafka.topics().agents().name();
  }
}
