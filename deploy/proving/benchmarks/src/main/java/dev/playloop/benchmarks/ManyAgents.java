package dev.playloop.benchmarks;

import dev.playloop.broker.EmbeddedBroker;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.Role;
import dev.playloop.kit.RoleContext;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.projector.ProjectorRole;
import dev.playloop.projector.ProjectorSettings;
import dev.playloop.reasoner.ReasonerRole;
import dev.playloop.reasoner.ReasonerSettings;
import dev.playloop.reasoner.wire.Llm;
import dev.playloop.reasoner.wire.LlmAnswer;
import dev.playloop.reasoner.wire.LlmRequest;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.Decision.Usage;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.model.Worlds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serdes;
import tools.jackson.databind.node.ObjectNode;

/// How many agents one projector of 1 GB holds, and how long one of them waits for its turn when
/// the projector's disk was wiped. One agent lives: twenty runs of three turns in which it is told
/// something by one of three people and remembers a fact. The others are given what is stored of
/// it, under their own names.
final class ManyAgents {
  private static final int PARTITIONS = 4;
  private static final int RUNS = 20;
  private static final int PEOPLE = 3;
  private static final String HEAP = "1g";
  private static final String FIRST = name(0);
  private static final Duration PATIENCE = Duration.ofMinutes(20);

  private final KafkaSettings kafka;
  private final Topics topics;

  private ManyAgents(String bootstrap) {
    this.topics = new Topics(Topics.DEFAULT_PREFIX, PARTITIONS);
    this.kafka = KafkaSettings.of(bootstrap, topics);
  }

  /// @param args how many agents
  public static void main(String[] args) throws IOException, InterruptedException {
    if (args.length == 3 && args[0].equals("--projector")) {
      KafkaSettings kafka = new ManyAgents(args[1]).kafka;
      ProjectorSettings settings = ProjectorSettings.local(Path.of(args[2]));
      RoleProcess.serve(
          ProjectorRole.of(settings, Worlds.of(new BenchWorld())).start(RoleContext.of(kafka)));
      return;
    }
    Path dir = Files.createTempDirectory("many-agents");
    try (EmbeddedBroker broker = EmbeddedBroker.start(dir.resolve("broker"))) {
      new ManyAgents(broker.bootstrapServers()).measure(dir, Integer.parseInt(args[0]));
    }
  }

  private void measure(Path dir, int count) throws IOException, InterruptedException {
    try (TopicAdmin admin = TopicAdmin.connect(kafka)) {
      admin.create(topics.all(List.of(BenchWorld.NAME)), Duration.ofMinutes(1));
    }
    try (RoleProcess projector = projector(dir.resolve("first"))) {
      configure(count);
      awaitRecords(topics.journal(), count);
      System.out.printf("%d agents are known, peak %d MiB%n", count, projector.peakMib());
      live();
    }
    long bytes = multiply(count);
    System.out.printf("%d bytes are stored of each%n", bytes);
    int chosen = 1 + new SplittableRandom(count).nextInt(count - 1);
    long begin = System.nanoTime();
    tell(chosen, 0, "the-last");
    try (RoleProcess projector = projector(dir.resolve("wiped"))) {
      double ready = (System.nanoTime() - begin) / 1e9;
      Turn turn = awaitTurn(chosen);
      double answered = (System.nanoTime() - begin) / 1e9;
      if (!turn.body().toString().contains(fact(RUNS - 1))) {
        throw new IllegalStateException("the agent has lost its memory: " + turn);
      }
      System.out.printf(
          "behind a wiped disk: ready after %.1f s, the turn of %s after %.1f s, peak %d MiB%n",
          ready, name(chosen), answered, projector.peakMib());
    }
  }

  private RoleProcess projector(Path state) throws IOException {
    return RoleProcess.start(
        ManyAgents.class,
        HEAP,
        List.of("--projector", kafka.client().get("bootstrap.servers"), state.toString()));
  }

  private static String name(int number) {
    return "a%06d".formatted(number);
  }

  private static AgentId agent(int number) {
    return AgentId.of(BenchWorld.NAME, name(number));
  }

  private static String fact(int run) {
    return "What was ordered in the run number " + run + " was a chair of oak.";
  }

  private void configure(int count) {
    try (KafkaProducer<AgentId, AgentConfig> producer = producer(topics.agents())) {
      for (int i = 0; i < count; i++) {
        AgentConfig config =
            BenchSystem.config(agent(i), BenchSystem.route("http://127.0.0.1:9/v1", 10));
        var _ = producer.send(new ProducerRecord<>(topics.agents().name(), agent(i), config));
      }
    }
  }

  /// The first agent's runs, one behind the other.
  private void live() throws InterruptedException {
    Remembering llm = new Remembering(ManyAgents::fact);
    ReasonerRole reasoner =
        ReasonerRole.of(ReasonerSettings.standard(), Worlds.of(new BenchWorld())).answeredBy(llm);
    try (Role _ = reasoner.start(RoleContext.of(kafka))) {
      for (int run = 0; run < RUNS; run++) {
        tell(0, run, "run-" + run);
        awaitRecords(topics.decisions(), (run + 1) * Remembering.TURNS);
      }
      awaitRecords(topics.turns(), RUNS * Remembering.TURNS);
    }
  }

  private void tell(int agent, int run, String id) {
    Trigger trigger =
        Trigger.of(id, agent(agent), "user.message")
            .subject(new Trigger.Subject("user", "person-" + run % PEOPLE))
            .text(
                "In the run number " + run + " somebody orders a chair, and tells why. ".repeat(4));
    try (KafkaProducer<AgentId, Trigger> producer = producer(topics.triggers())) {
      var _ = producer.send(new ProducerRecord<>(topics.triggers().name(), agent(agent), trigger));
    }
  }

  private <K, V> KafkaProducer<K, V> producer(Topic<K, V> topic) {
    return new KafkaProducer<>(
        kafka.with(Map.of("linger.ms", "20", "compression.type", "zstd")),
        topic.key().serializer(),
        topic.value().serializer());
  }

  private void awaitRecords(Topic<?, ?> topic, int count) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    try (TopicReader reader = TopicReading.of(kafka, topic).strict().fromBeginning()) {
      for (int seen = 0; seen < count; ) {
        seen += reader.poll(Duration.ofMillis(500)).size();
        if (System.nanoTime() > end) {
          throw new IllegalStateException(seen + " of " + count + " in " + topic.name());
        }
      }
    }
  }

  private Turn awaitTurn(int number) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    Topic<AgentId, Turn> topic = topics.turns();
    try (TopicReader reader = TopicReading.of(kafka, topic).strict().fromBeginning()) {
      while (System.nanoTime() < end) {
        for (ConsumerRecord<byte[], byte[]> record : reader.poll(Duration.ofMillis(100))) {
          Turn turn = topic.value().deserializer().deserialize(topic.name(), record.value());
          if (turn.agent().equals(agent(number))) {
            return turn;
          }
        }
      }
    }
    throw new IllegalStateException("no turn of " + agent(number) + " within " + PATIENCE);
  }

  /// Gives all others what is stored of the first. Returns how many bytes that is, keys included.
  private long multiply(int count) {
    Topic<String, byte[]> changelog =
        Topic.of(topics.prefix() + "loop-agents-changelog", Serdes.String(), Serdes.ByteArray())
            .partitions(PARTITIONS)
            .maxRecordBytes(2 * 1024 * 1024);
    Map<String, String> stored = new TreeMap<>();
    try (TopicReader reader = TopicReading.of(kafka, changelog).strict().fromBeginning()) {
      reader.readToEnd(record -> {
        String key = new String(record.key(), StandardCharsets.UTF_8);
        if (key.contains(FIRST) && record.value() == null) {
          stored.remove(key);
        } else if (key.contains(FIRST)) {
          stored.put(key, new String(record.value(), StandardCharsets.ISO_8859_1));
        }
      });
    }
    try (KafkaProducer<String, byte[]> producer = producer(changelog)) {
      for (int i = 1; i < count; i++) {
        String name = name(i);
        int partition = Topic.home(agent(i).value(), PARTITIONS);
        for (Map.Entry<String, String> one : stored.entrySet()) {
          byte[] value = one.getValue().replace(FIRST, name).getBytes(StandardCharsets.ISO_8859_1);
          String key = one.getKey().replace(FIRST, name);
          var _ = producer.send(new ProducerRecord<>(changelog.name(), partition, key, value));
        }
      }
    }
    return stored.entrySet().stream()
        .mapToLong(entry -> entry.getKey().length() + entry.getValue().length())
        .sum();
  }

  /// The model of an agent that remembers a fact in each of its runs, of ten in all, notes
  /// something, and answers. Thread-safe.
  private static final class Remembering implements Llm {
    /// Of each run.
    static final int TURNS = 3;

    private static final int FACTS = 10;

    private final IntFunction<String> fact;
    private final AtomicInteger runs = new AtomicInteger();

    /// @param fact what is remembered in a run, by its number
    Remembering(IntFunction<String> fact) {
      this.fact = fact;
    }

    @Override
    public LlmAnswer call(LlmRequest request) {
      long done =
          request.prompt().messages().stream().filter(Message.ToolOutput.class::isInstance).count();
      if (done == 0) {
        int run = runs.getAndIncrement();
        return calling(
            "remember",
            Json.NODES
                .objectNode()
                .put("key", "fact-" + run % FACTS)
                .put("value", fact.apply(run)));
      }
      return done == 1
          ? calling("note", Json.NODES.objectNode().put("text", "The order was taken."))
          : said("I shall make that chair as it was ordered. ".repeat(6), List.of());
    }

    private static LlmAnswer calling(String tool, ObjectNode arguments) {
      return said("", List.of(new LlmAnswer.RawCall("call_1", tool, arguments.toString())));
    }

    private static LlmAnswer said(String text, List<LlmAnswer.RawCall> calls) {
      ObjectNode message = Json.NODES.objectNode().put("role", "assistant").put("content", text);
      for (LlmAnswer.RawCall call : calls) {
        ObjectNode written = message.withArray("tool_calls").addObject();
        written.put("id", call.id()).put("type", "function");
        written.putObject("function").put("name", call.name()).put("arguments", call.arguments());
      }
      return new LlmAnswer.Said(
          message.toString(),
          text,
          calls,
          new Usage(1_000, 0, 300, 0),
          new LlmAnswer.Meta("chatcmpl-bench", "bench", List.of("stop")));
    }
  }
}
