package dev.playloop.chaos;

import dev.playloop.chaos.check.Facts;
import dev.playloop.chaos.system.ChaosSystem;
import dev.playloop.chaos.system.ModelScript;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.TriggerId;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import tools.jackson.databind.node.ObjectNode;

/// Publishes triggers for as long as it runs, half of them by HTTP and half straight to Kafka, and
/// each again until it was accepted. At most as many as `room` says wait for their end. Each world
/// is asked at once, and again and again: chance alone would leave a world with one agent idle in a
/// short history. One thread.
final class Load implements AutoCloseable {
  private static final String SOURCE = "/chaos";
  private static final int MAX_STEPS = 3;

  /// Each so-manieth trigger goes to the worlds in turn.
  private static final int TURN_EVERY = 4;

  private static final Duration HTTP_TIMEOUT = Duration.ofSeconds(8);

  private final KafkaSettings kafka;
  private final URI gateway;
  private final List<AgentId> agents;
  private final List<List<AgentId>> worlds;
  private final Random random;
  private final Semaphore room;
  private final String prefix;
  private final Set<String> sent = ConcurrentHashMap.newKeySet();
  private final Set<String> accepted = ConcurrentHashMap.newKeySet();
  private final Set<String> ended = ConcurrentHashMap.newKeySet();
  private final KafkaProducer<AgentId, Trigger> producer;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean stopped;

  /// How much to publish.
  ///
  /// @param room triggers that wait for their end at a time
  /// @param prefix of the triggers' ids, different for each load of a system
  record Pace(long seed, int room, String prefix) {}

  Load(ChaosSystem system, List<AgentId> agents, Pace pace) {
    this.kafka = system.kafka();
    this.gateway = URI.create("http://127.0.0.1:" + system.httpPort() + "/v1/events");
    this.agents = List.copyOf(agents);
    this.worlds =
        List.copyOf(
            this.agents.stream()
                .collect(Collectors.groupingBy(AgentId::world, TreeMap::new, Collectors.toList()))
                .values());
    this.random = new Random(pace.seed());
    this.room = new Semaphore(pace.room());
    this.prefix = pace.prefix();
    this.producer =
        new KafkaProducer<>(
            kafka.with(
                Map.of(
                    "linger.ms",
                    "0",
                    "delivery.timeout.ms",
                    "20000",
                    "request.timeout.ms",
                    "5000")),
            kafka.topics().triggers().key().serializer(),
            kafka.topics().triggers().value().serializer());
  }

  void start() {
    threads.add(Thread.ofVirtual().start(this::publish));
  }

  /// Ids of all triggers that were accepted so far.
  Set<String> accepted() {
    return Set.copyOf(accepted);
  }

  /// A trigger has ended: where it was one of these, there is room for another.
  void ended(String trigger) {
    if (sent.contains(trigger) && ended.add(trigger)) {
      room.release();
    }
  }

  /// Ends publishing once what is on its way was accepted.
  void stop() throws InterruptedException {
    stopped = true;
    room.release();
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private void publish() {
    List<Thread> senders = new ArrayList<>();
    try {
      for (int i = 1; !stopped; i++) {
        room.acquire();
        if (stopped) {
          break;
        }
        AgentId agent = one(asked(i));
        String name = prefix + "-" + i;
        String text = ModelScript.order(name, 1 + random.nextInt(MAX_STEPS));
        if (random.nextBoolean()) {
          senders.add(Thread.ofVirtual().start(() -> byHttp(agent, name, text)));
        } else {
          byKafka(agent, name, text);
        }
      }
      for (Thread sender : senders) {
        sender.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// The agents of whom one gets the trigger with this number, from 1.
  private List<AgentId> asked(int number) {
    if (number <= worlds.size()) {
      return worlds.get(number - 1);
    }
    return number % TURN_EVERY == 0 ? worlds.get(number / TURN_EVERY % worlds.size()) : agents;
  }

  private AgentId one(List<AgentId> of) {
    return of.get(random.nextInt(of.size()));
  }

  private void byKafka(AgentId agent, String id, String text) throws InterruptedException {
    Trigger trigger = Trigger.of(id, agent, Facts.ORDER).at(Instant.now()).text(text);
    sent.add(id);
    while (true) {
      try {
        producer.send(new ProducerRecord<>(kafka.topics().triggers().name(), agent, trigger)).get();
        accepted.add(id);
        return;
      } catch (ExecutionException e) {
        // In doubt: sent again, under the same id.
        TimeUnit.MILLISECONDS.sleep(100);
      }
    }
  }

  private void byHttp(AgentId agent, String name, String text) {
    ObjectNode event =
        Json.NODES
            .objectNode()
            .put("specversion", "1.0")
            .put("id", name)
            .put("source", SOURCE)
            .put("type", Facts.ORDER);
    event.putObject("data").put("agent", agent.value()).put("text", text);
    String id = TriggerId.ofCloudEvent(SOURCE, name);
    sent.add(id);
    HttpRequest request =
        HttpRequest.newBuilder(gateway)
            .timeout(HTTP_TIMEOUT)
            .header("Content-Type", "application/cloudevents+json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(Json.bytes(event)))
            .build();
    try {
      while (!posted(request)) {
        TimeUnit.MILLISECONDS.sleep(200);
      }
      accepted.add(id);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean posted(HttpRequest request) throws InterruptedException {
    try {
      return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 202;
    } catch (IOException e) {
      return false; // in doubt, or not there
    }
  }

  @Override
  public void close() {
    producer.close(Duration.ZERO);
    http.close();
  }
}
