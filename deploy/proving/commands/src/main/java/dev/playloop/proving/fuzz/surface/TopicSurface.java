package dev.playloop.proving.fuzz.surface;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.proving.fuzz.arena.Arena;
import dev.playloop.proving.fuzz.arena.Findings;
import dev.playloop.proving.fuzz.arena.Refusals;
import dev.playloop.proving.fuzz.input.Breaker;
import dev.playloop.proving.fuzz.input.Chance;
import dev.playloop.proving.fuzz.input.Corpus;
import dev.playloop.proving.fuzz.input.Events;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Records of every topic, taken from what the system itself wrote and broken in value, key,
/// headers, partition or compression. They are about victims only.
public final class TopicSurface implements Surface, AutoCloseable {
  private static final int BLANKS = 3_000_000;

  private final Arena arena;
  private final long seed;
  private final List<Topic<?, ?>> topics;
  private final Corpus corpus;
  private final Findings findings;
  private final TopicProducers producers;

  private final Map<String, List<Sample>> samples = new HashMap<>();

  /// A record as the system wrote it.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Sample(byte @Nullable [] key, JsonNode value) {}

  public TopicSurface(Arena arena, long seed, Findings findings, Corpus corpus) {
    this.arena = arena;
    this.findings = findings;
    this.corpus = corpus;
    this.seed = seed;
    this.topics = arena.kafka().topics().all(Arena.WORLDS);
    this.producers = new TopicProducers(arena);
  }

  /// Keeps what the system has written so far about victims, and what outsiders would write.
  public void learn() {
    for (Topic<?, ?> topic : topics) {
      List<Sample> kept = new ArrayList<>();
      try (TopicReader tail = TopicReading.of(arena.kafka(), topic).prompt().fromBeginning()) {
        for (ConsumerRecord<byte[], byte[]> record : tail.toEnd()) {
          JsonNode value = tree(record.value());
          if (value != null
              && kept.size() < 40
              && !isOfWitness(record.key())
              && !isSigner(value)
              && isOfVictims(value.toString())) {
            kept.add(new Sample(record.key(), value));
          }
        }
      }
      samples.put(topic.name(), kept);
    }
    for (AgentConfig victim : arena.cast().victims()) {
      byte[] key = victim.agent().value().getBytes(UTF_8);
      samples(arena.kafka().topics().triggers()).add(new Sample(key, trigger(victim)));
      samples(arena.kafka().topics().worldEvents())
          .add(new Sample("s-1".getBytes(UTF_8), worldEvent(victim)));
      ObjectNode control = Json.NODES.objectNode().put("type", "resume");
      control.put("agent", victim.agent().value()).put("at", "2026-01-31T12:00:00Z");
      control.putObject("author").put("subject", "fuzz");
      samples(arena.kafka().topics().controls()).add(new Sample(key, control));
    }
  }

  private List<Sample> samples(Topic<?, ?> topic) {
    return samples.computeIfAbsent(topic.name(), _ -> new ArrayList<>());
  }

  private static @Nullable JsonNode tree(byte @Nullable [] value) {
    try {
      return value == null ? null : Json.tree(new String(value, UTF_8));
    } catch (InvalidValueException e) {
      return null;
    }
  }

  /// The world of the sane game is a witness as its agents are: an operator who writes no value
  /// under its key has taken its declaration away.
  private static boolean isOfWitness(byte @Nullable [] key) {
    return key != null && new String(key, UTF_8).startsWith(Arena.PULLED);
  }

  /// An operator who takes the gateway's own key away has silenced it, as is right.
  private static boolean isSigner(JsonNode value) {
    return value.path("scopes").toString().contains("\"sign\"");
  }

  private boolean isOfVictims(String value) {
    return arena
        .cast()
        .all()
        .map(AgentConfig::agent)
        .filter(agent -> !agent.name().startsWith("victim-"))
        .noneMatch(agent -> value.contains(agent.value()));
  }

  private static JsonNode trigger(AgentConfig victim) {
    ObjectNode trigger = Json.NODES.objectNode().put("v", 1).put("id", "t-1");
    trigger.put("agent", victim.agent().value()).put("kind", "chat.message");
    trigger.put("at", "2026-01-31T12:00:00Z").put("text", "Hello.").put("priority", 5);
    trigger.putObject("subject").put("type", "player").put("id", "ada");
    trigger.putObject("data").put("n", 1).put("name", "ada");
    return trigger.put("replyTo", "msg-1").put("hops", 1);
  }

  private static JsonNode worldEvent(AgentConfig victim) {
    ObjectNode event = Json.NODES.objectNode().put("v", 1).put("id", "e-1");
    event.put("world", victim.agent().world()).put("scene", "s-1");
    event.put("at", "2026-01-31T12:00:00Z").put("version", 3);
    Events.change(event.putObject("change"), Chance.of(victim.agent().hashCode(), "", 0));
    return event;
  }

  @Override
  public String name() {
    return "topics";
  }

  @Override
  public int chunk() {
    return 500;
  }

  @Override
  public Refusals refusals() {
    return arena.watch().refusals(name());
  }

  @Override
  public long feed(long first, int count) throws InterruptedException {
    for (int i = 0; i < count; i++) {
      send(Chance.of(seed, name(), first + i), first + i);
    }
    producers.flush();
    return count;
  }

  private void send(Chance chance, long number) {
    Corpus.Entry entry = corpus.at(number, chance);
    // Half of them where outsiders may write.
    Topic<?, ?> topic =
        entry != null
            ? named(entry.where().split("\\+", 2)[0])
            : switch (chance.below(4)) {
              case 0 -> arena.kafka().topics().triggers();
              case 1 -> arena.kafka().topics().worldEvents();
              default -> chance.of(topics);
            };
    List<Sample> known = samples(topic);
    Sample sample =
        known.isEmpty()
            ? new Sample(new byte[0], Json.NODES.objectNode().put("v", 1))
            : chance.of(known);
    byte[] key = key(sample, chance);
    TopicEvents form = TopicEvents.of(entry == null && isOutsiders(topic), chance);
    byte[] value;
    if (entry != null) {
      AgentConfig victim = chance.of(arena.cast().victims());
      key = victim.agent().value().getBytes(UTF_8);
      value = entry.about(victim.agent());
    } else {
      value = value(form.value(sample.value(), number), number, chance);
      if (value != null && value.length > topic.maxRecordBytes() && !chance.oneIn(20)) {
        value = Arrays.copyOf(value, topic.maxRecordBytes() / 2);
      }
    }
    Integer partition = chance.oneIn(3) ? chance.below(arena.kafka().topics().partitions()) : null;
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topic.name(), partition, key, value);
    form.headers(record.headers(), sample.value(), number, chance);
    TopicHeaders.broken(record.headers(), chance);
    String compression = chance.of(TopicProducers.COMPRESSIONS);
    send(number, topic, record, entry == null ? compression : compression(entry, compression));
  }

  /// An entry may say behind its topic how it is compressed: `triggers+zstd`.
  private static String compression(Corpus.Entry entry, String otherwise) {
    int plus = entry.where().indexOf('+');
    return plus < 0 ? otherwise : entry.where().substring(plus + 1);
  }

  /// The other way round.
  private String where(Topic<?, ?> topic, String compression) {
    String name = topic.name();
    return name.substring(name.indexOf('.') + 1) + "+" + compression;
  }

  /// What outsiders may write comes by the gate, which takes nothing that is very large
  /// uncompressed, and no snappy; and their topics, which are stored uncompressed, take no more
  /// than they say.
  private void send(
      long number, Topic<?, ?> topic, ProducerRecord<byte[], byte[]> record, String compression) {
    boolean byTheGate = isOutsiders(topic);
    int size = record.value() == null ? 0 : record.value().length;
    boolean large = byTheGate && size > topic.maxRecordBytes() + Topic.OVERHEAD_BYTES;
    boolean alone = large || (byTheGate && compression.equals("snappy"));
    try {
      var _ =
          producers
              .of(compression, byTheGate, alone)
              .send(
                  record,
                  (_, failure) -> {
                    if (failure != null) {
                      refusals().met("broker: " + failure.getClass().getSimpleName());
                    } else if (alone) {
                      findings.add(
                          name(),
                          number,
                          "%s took a record of %,d bytes, compressed with %s"
                              .formatted(topic.name(), size, compression),
                          where(topic, compression),
                          record.value());
                    }
                  });
    } catch (KafkaException e) {
      refusals().met("producer: " + e.getClass().getSimpleName());
    }
  }

  private boolean isOutsiders(Topic<?, ?> topic) {
    return topic.name().equals(arena.kafka().topics().triggers().name())
        || topic.name().equals(arena.kafka().topics().worldEvents().name());
  }

  private Topic<?, ?> named(String name) {
    return topics.stream()
        .filter(topic -> topic.name().endsWith("." + name))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("the corpus names no topic: " + name));
  }

  private static byte @Nullable [] value(JsonNode sample, long number, Chance chance) {
    return switch (chance.below(40)) {
      case 0 -> null;
      case 1 -> new byte[0];
      case 2 -> chance.bytes(500);
      case 3 ->
          chance.oneIn(20)
              ? " ".repeat(BLANKS).getBytes(UTF_8)
              : new byte[] {'"', (byte) 0xff, '"'};
      default -> {
        JsonNode fresh = sample;
        if (fresh.has("id") && chance.oneIn(2) && fresh instanceof ObjectNode object) {
          fresh = object.deepCopy().put("id", "f-" + number);
        }
        yield Breaker.broken(fresh, chance);
      }
    };
  }

  private byte @Nullable [] key(Sample sample, Chance chance) {
    return switch (chance.below(12)) {
      case 0 -> null;
      case 1 -> new byte[0];
      case 2 -> chance.bytes(40);
      case 3 -> "x".repeat(1_000).getBytes(UTF_8);
      case 4 -> chance.of(arena.cast().victims()).agent().value().getBytes(UTF_8);
      case 5 -> "society/\u0430da\u0000".getBytes(UTF_8);
      case 6 -> new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80};
      default -> sample.key();
    };
  }

  @Override
  public void close() {
    producers.close();
  }
}
