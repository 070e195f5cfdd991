package dev.playloop.benchmarks;

import dev.playloop.broker.EmbeddedBroker;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.Role;
import dev.playloop.kit.RoleContext;
import dev.playloop.kit.Telemetry;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.Route;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import tools.jackson.databind.JsonNode;

/// What lies ready before a role starts: turns of many agents, or actions. Run by itself, one
/// reasoner has the turns, a model of one second, and at most 1,000 calls in flight: how much of
/// the 1,000 decisions a second it makes.
final class Backlog {
  private static final int IN_FLIGHT = 1_000;
  private static final Duration LATENCY = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final JsonNode ARGS =
      Json.NODES.objectNode().put("item", "lamp").put("quantity", 1).put("note", "");

  private Backlog() {}

  /// Percent of the ceiling, from the first call to the last decision on the log.
  static double run(Path dir, int turns) throws InterruptedException {
    try (EmbeddedBroker broker = EmbeddedBroker.start(dir.resolve("broker"))) {
      KafkaSettings kafka =
          KafkaSettings.of(
              broker.bootstrapServers(), new Topics(Topics.DEFAULT_PREFIX, BenchSystem.PARTITIONS));
      try (TopicAdmin admin = TopicAdmin.connect(kafka)) {
        admin.create(kafka.topics().all(List.of(BenchWorld.NAME)), PATIENCE);
      }
      fill(kafka, turns, BenchSystem.route("http://127.0.0.1:9/v1", IN_FLIGHT));
      BenchLlm llm = new BenchLlm(LATENCY);
      try (Telemetry told = Telemetry.fromEnvironment(System.getenv(), "bench-reasoner");
          Role _ = BenchSystem.reasoner(llm).start(new RoleContext(kafka, told))) {
        var _ = await(kafka, turns);
        double ideal = (double) turns / IN_FLIGHT * LATENCY.toSeconds();
        return 100 * ideal / ((System.nanoTime() - llm.firstCallNanos()) / 1e9);
      }
    }
  }

  /// Writes so many turns, each of an agent of its own.
  static void fill(KafkaSettings kafka, int turns, Route route) {
    Topic<AgentId, Turn> topic = kafka.topics().turns();
    Turn.Body body = BenchLlm.prompt();
    String hash = Sha256.hex(Json.bytes(body));
    try (KafkaProducer<AgentId, Turn> producer = producer(kafka, topic)) {
      for (int i = 0; i < turns; i++) {
        AgentId agent = AgentId.of(BenchWorld.NAME, "backlog-" + i);
        Turn turn =
            Turn.of(RunId.of(agent, "t").turn(1), agent, route, body, hash)
                .notAfter(Instant.now().plus(Duration.ofMinutes(30)))
                .permitUsd(BigDecimal.ONE);
        var _ = producer.send(new ProducerRecord<>(topic.name(), agent, turn));
      }
    }
  }

  /// Writes so many actions, each in a lane of its own.
  static void fillActions(KafkaSettings kafka, int actions) {
    Topic<Lane, Action> topic = kafka.topics().actions(BenchWorld.NAME);
    Instant notAfter = Instant.now().plus(Duration.ofMinutes(30));
    try (KafkaProducer<Lane, Action> producer = producer(kafka, topic)) {
      for (int i = 0; i < actions; i++) {
        AgentId agent = AgentId.of(BenchWorld.NAME, "backlog-" + i);
        ActionId id = ActionId.of(RunId.of(agent, "t").turn(1), 1);
        Action action =
            Action.of(id, agent, "backlog-" + i, "craft", ARGS)
                .effect(Effect.WRITE)
                .notAfter(notAfter);
        var _ = producer.send(new ProducerRecord<>(topic.name(), action.lane(), action));
      }
    }
  }

  private static <K, V> KafkaProducer<K, V> producer(KafkaSettings kafka, Topic<K, V> topic) {
    return new KafkaProducer<>(
        kafka.with(Map.of("linger.ms", "5", "compression.type", "zstd")),
        topic.key().serializer(),
        topic.value().serializer());
  }

  /// When each decision was written, in milliseconds, in the order in which they could be read;
  /// returns with the last.
  static List<Long> await(KafkaSettings kafka, int turns) {
    return times(
        kafka,
        kafka.topics().decisions(),
        turns,
        decision -> decision.outcome() instanceof Decision.Answered);
  }

  /// The same of the results of actions.
  static List<Long> awaitResults(KafkaSettings kafka, int actions) {
    return times(
        kafka, kafka.topics().results(), actions, result -> result.status() == Status.DONE);
  }

  /// The same of the values of any topic, each of which must be as it should.
  private static <V> List<Long> times(
      KafkaSettings kafka, Topic<?, V> topic, int many, Predicate<V> isAsItShould) {
    try (TopicReader reader = TopicReading.of(kafka, topic).strict().fromBeginning()) {
      long end = System.nanoTime() + PATIENCE.toNanos();
      List<Long> seen = new ArrayList<>(many);
      while (seen.size() < many) {
        for (ConsumerRecord<byte[], byte[]> record : reader.poll(Duration.ofMillis(500))) {
          V value = topic.value().deserializer().deserialize(record.topic(), record.value());
          if (!isAsItShould.test(value)) {
            throw new IllegalStateException("it went wrong: " + value);
          }
          seen.add(record.timestamp());
        }
        if (System.nanoTime() > end) {
          throw new IllegalStateException(
              "only %d of %d came within %s".formatted(seen.size(), many, PATIENCE));
        }
      }
      return seen;
    }
  }
}
