package dev.playloop.benchmarks.screen;

import dev.playloop.benchmarks.BenchSystem;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.topic.Topic;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/// Tells agents to work, one behind the other, as many a second as is said, whether they are done
/// or not. Its own thread does; the rate may be changed by any.
final class OpenLoad implements AutoCloseable {
  private static final int TURNS = 3;
  private static final long TICK_NANOS = 10_000_000;

  private final List<AgentId> agents;
  private final Topic<AgentId, Trigger> topic;
  private final KafkaProducer<AgentId, Trigger> producer;
  private final Thread thread;
  private volatile int turnsPerSecond;
  private volatile boolean closing;

  private OpenLoad(KafkaSettings kafka, List<AgentId> agents) {
    this.agents = agents;
    this.topic = kafka.topics().triggers();
    this.producer =
        new KafkaProducer<>(
            kafka.with(Map.of("linger.ms", "0")),
            topic.key().serializer(),
            topic.value().serializer());
    this.thread = Thread.ofPlatform().name("bench-load").unstarted(this::run);
  }

  static OpenLoad start(KafkaSettings kafka, List<AgentId> agents) {
    OpenLoad load = new OpenLoad(kafka, agents);
    load.thread.start();
    return load;
  }

  void rate(int turns) {
    turnsPerSecond = turns;
  }

  private void run() {
    double due = 0;
    int sent = 0;
    long last = System.nanoTime();
    while (!closing) {
      LockSupport.parkNanos(TICK_NANOS);
      long now = System.nanoTime();
      due += (now - last) / 1e9 * turnsPerSecond / TURNS;
      last = now;
      for (; due >= 1; due--) {
        AgentId agent = agents.get(sent % agents.size());
        Trigger order = BenchSystem.order("screen-" + sent++, agent, TURNS);
        var _ = producer.send(new ProducerRecord<>(topic.name(), agent, order));
      }
    }
  }

  @Override
  public void close() {
    closing = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    producer.close();
  }
}
