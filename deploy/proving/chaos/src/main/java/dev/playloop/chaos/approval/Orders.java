package dev.playloop.chaos.approval;

import dev.playloop.chaos.check.Facts;
import dev.playloop.chaos.system.ModelScript;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.topic.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/// Gives each agent one order after the other, each for one write, for as long as it runs. One
/// virtual thread an agent.
public final class Orders implements AutoCloseable {
  private static final int AMOUNTS = 979;
  private static final int LEAST = 1;

  private final Topic<AgentId, Trigger> topic;
  private final Map<AgentId, Semaphore> ended = new ConcurrentHashMap<>();
  private final Map<String, AgentId> whose = new ConcurrentHashMap<>();
  private final Set<String> accepted = ConcurrentHashMap.newKeySet();
  private final List<Thread> threads = new ArrayList<>();
  private final KafkaProducer<AgentId, Trigger> producer;
  private final Duration clock;
  private volatile boolean stopped;

  /// Orders are placed by a clock that is so far from the machine's.
  public Orders(KafkaSettings kafka, Duration clock) {
    this.topic = kafka.topics().triggers();
    this.clock = clock;
    this.producer =
        new KafkaProducer<>(
            kafka.with(Map.of("linger.ms", "0")),
            topic.key().serializer(),
            topic.value().serializer());
  }

  public void start(List<AgentId> agents, long seed) {
    for (AgentId agent : agents) {
      Random random = new Random(seed * 31 + agent.value().hashCode());
      threads.add(Thread.ofVirtual().start(() -> order(agent, random)));
    }
  }

  /// One order of so much; it is on the log when this returns.
  void place(AgentId agent, String id, int amount) throws InterruptedException {
    Trigger trigger =
        Trigger.of(id, agent, Facts.ORDER)
            .at(Instant.now().plus(clock))
            .text(ModelScript.deposit(id, amount));
    whose.put(id, agent);
    try {
      producer.send(new ProducerRecord<>(topic.name(), agent, trigger)).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("an order could not be placed", e);
    }
    accepted.add(id);
  }

  private void order(AgentId agent, Random random) {
    Semaphore end = ended.computeIfAbsent(agent, _ -> new Semaphore(0));
    try {
      for (int i = 1; !stopped; i++) {
        place(agent, "order-" + agent.name() + "-" + i, LEAST + random.nextInt(AMOUNTS));
        while (!stopped && !end.tryAcquire(1, TimeUnit.SECONDS)) {
          // Its run waits.
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// A trigger has ended.
  public void ended(String trigger) {
    AgentId agent = whose.get(trigger);
    Semaphore end = agent == null ? null : ended.get(agent);
    if (end != null) {
      end.release();
    }
  }

  public Set<String> accepted() {
    return Set.copyOf(accepted);
  }

  /// Places none from now on.
  public void stop() throws InterruptedException {
    stopped = true;
    for (Thread thread : threads) {
      thread.join();
    }
  }

  @Override
  public void close() {
    producer.close(Duration.ZERO);
  }
}
