package dev.playloop.projector;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Decompression bombs in a cluster that lets them through: they can't be fetched with the heap
/// that there is, and cost the projector nothing but their own places.
@NeedsInfra
class BombTest {
  private static final int PARTITIONS = 4;
  private static final int AGENTS = 16;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /// More than the child's heap.
  private static final int GIANT = 160_000_000;

  /// Of these a poll of the child takes more than its heap, and one alone it can hold.
  private static final int LARGE = 1_000_000;

  private static final int MANY = 140;

  /// So often the process dies when a bomb has struck.
  private static final int DEATHS = 2;

  @TempDir Path folder;

  @Test
  void bombsOnEachPartitionAreSkippedWhileTheProcessGoesOn(TestInfra infra) throws Exception {
    Fixture system = Fixture.of(infra.bootstrapServers(), "bombs.", PARTITIONS, AGENTS);
    letThrough(system.kafka());
    try (JournalTail journal = new JournalTail(system.kafka());
        FakeWorkers _ = new FakeWorkers(system.kafka());
        ChildProjector child = ChildProjector.start(system, folder, false)) {
      system.publish("before");
      assertThat(journal.await(() -> journal.closed().size() == AGENTS, PATIENCE))
          .as("%s", folder)
          .isTrue();

      Set<String> bombs = new HashSet<>();
      try (KafkaProducer<byte[], byte[]> hostile = hostile(system.kafka())) {
        for (Topic<?, ?> topic :
            List.of(
                system.kafka().topics().triggers(),
                system.kafka().topics().worldEvents(),
                system.kafka().topics().agents())) {
          bombs.addAll(giants(hostile, topic));
        }
        bombs.addAll(many(hostile, system.kafka().topics().triggers(), 2));
      }
      system.publish("after");

      assertThat(journal.await(() -> journal.closed().size() == 2 * AGENTS, PATIENCE))
          .as(() -> log(child))
          .isTrue();
      assertThat(letters(system.kafka(), bombs.size())).containsExactlyInAnyOrderElementsOf(bombs);
      assertThat(child.isAlive()).isTrue();
      assertThat(child.said()).anyMatch(said -> said.contains("reads one record at a time"));
      assertThat(journal.await(() -> child.said().getLast().isEmpty(), PATIENCE))
          .as(() -> "ready again; " + child.said())
          .isTrue();
    }
  }

  @Test
  void bombsOnEachPartitionAreSkippedWhereTheProcessDiesOfThemAndIsStartedAgainAtOnce(
      TestInfra infra) throws Exception {
    Fixture system = Fixture.of(infra.bootstrapServers(), "mortal.", PARTITIONS, AGENTS);
    letThrough(system.kafka());
    List<ChildProjector> children = new ArrayList<>();
    List<Integer> strikes = new ArrayList<>();
    try (JournalTail journal = new JournalTail(system.kafka());
        FakeWorkers _ = new FakeWorkers(system.kafka())) {
      Set<String> bombs;
      try (KafkaProducer<byte[], byte[]> hostile = hostile(system.kafka())) {
        bombs = giants(hostile, system.kafka().topics().triggers());
      }
      system.publish("after");
      children.add(ChildProjector.start(system, folder, true));
      long end = System.nanoTime() + PATIENCE.toNanos();
      while (journal.closed().size() < AGENTS && System.nanoTime() < end) {
        if (!children.getLast().isAlive()) {
          strikes.add(strikes());
          children.add(ChildProjector.start(system, folder, children.size() < DEATHS));
          end = System.nanoTime() + PATIENCE.toNanos();
        }
        journal.read(Duration.ofMillis(20));
      }
      assertThat(journal.closed())
          .as(() -> children.size() + " starts; " + log(children.getLast()))
          .hasSize(AGENTS);
      assertThat(letters(system.kafka(), bombs.size())).containsExactlyInAnyOrderElementsOf(bombs);
      assertThat(children).hasSizeGreaterThan(DEATHS);
      assertThat(strikes.getLast()).as("counted over restarts").isGreaterThan(strikes.getFirst());
    } finally {
      children.forEach(ChildProjector::close);
    }
  }

  /// How often all records together were struck, as the loop's file says.
  private int strikes() throws java.io.IOException {
    return Files.readString(folder.resolve("state").resolve("mortal.loop.suspects"))
        .lines()
        .mapToInt(line -> Integer.parseInt(line.split(" ", -1)[3]))
        .sum();
  }

  private String log(ChildProjector child) {
    try {
      List<String> lines = Files.readAllLines(folder.resolve("child.log"));
      return child.said()
          + "\n"
          + String.join("\n", lines.subList(Math.max(0, lines.size() - 200), lines.size()));
    } catch (java.io.IOException e) {
      return e.toString();
    }
  }

  /// As a cluster is that was not made by us.
  private static void letThrough(KafkaSettings kafka) throws Exception {
    try (Admin admin = Admin.create(kafka.with(Map.of()))) {
      Map<ConfigResource, Collection<AlterConfigOp>> changes = new HashMap<>();
      for (Topic<?, ?> topic :
          List.of(
              kafka.topics().triggers(), kafka.topics().worldEvents(), kafka.topics().agents())) {
        changes.put(
            new ConfigResource(ConfigResource.Type.TOPIC, topic.name()),
            List.of(
                new AlterConfigOp(
                    new ConfigEntry("compression.type", "producer"), AlterConfigOp.OpType.SET)));
      }
      admin.incrementalAlterConfigs(changes).all().get();
    }
  }

  private static KafkaProducer<byte[], byte[]> hostile(KafkaSettings kafka) {
    return new KafkaProducer<>(
        kafka.with(
            Map.of(
                "compression.type",
                "zstd",
                "max.request.size",
                200_000_000,
                "buffer.memory",
                400_000_000L,
                "batch.size",
                160_000_000,
                "linger.ms",
                60_000,
                "delivery.timeout.ms",
                120_000,
                "enable.idempotence",
                false,
                "acks",
                "all")),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  /// One record on each partition. Returns their places.
  private static Set<String> giants(KafkaProducer<byte[], byte[]> hostile, Topic<?, ?> topic)
      throws Exception {
    Set<String> places = new HashSet<>();
    byte[] blanks = new byte[GIANT];
    for (int partition = 0; partition < PARTITIONS; partition++) {
      Future<RecordMetadata> sent =
          hostile.send(
              new ProducerRecord<>(topic.name(), partition, "bomb".getBytes(UTF_8), blanks));
      hostile.flush();
      places.add(sent.get().toString());
    }
    return places;
  }

  /// One batch of records that can be held one by one only.
  private static Set<String> many(
      KafkaProducer<byte[], byte[]> hostile, Topic<?, ?> topic, int partition) throws Exception {
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    byte[] blanks = new byte[LARGE];
    for (int i = 0; i < MANY; i++) {
      sent.add(
          hostile.send(
              new ProducerRecord<>(topic.name(), partition, "large".getBytes(UTF_8), blanks)));
    }
    hostile.flush();
    Set<String> places = new HashSet<>();
    for (Future<RecordMetadata> one : sent) {
      places.add(one.get().toString());
    }
    return places;
  }

  /// The places of as many dead letters, and of those that come right behind them.
  private static List<String> letters(KafkaSettings kafka, int count) {
    List<String> places = new ArrayList<>();
    try (TopicReader reader =
        TopicReading.of(kafka, kafka.topics().deadLetters()).strict().prompt().fromBeginning()) {
      Await.until(
          count + " dead letters, and no more behind them",
          () -> {
            List<ConsumerRecord<byte[], byte[]>> letters = reader.poll(Duration.ofMillis(500));
            letters.forEach(letter -> places.add(place(letter)));
            return places.size() >= count && letters.isEmpty();
          });
    }
    return places;
  }

  private static String place(ConsumerRecord<?, ?> letter) {
    return header(letter, "playloop.topic")
        + "-"
        + header(letter, "playloop.partition")
        + "@"
        + header(letter, "playloop.offset");
  }

  private static String header(ConsumerRecord<?, ?> letter, String name) {
    return new String(letter.headers().lastHeader(name).value(), UTF_8);
  }

  /// Else a partition would have nobody who waits behind its bomb.
  @Test
  void theAgentsAreOnAllPartitions() {
    Set<Integer> hit = new HashSet<>();
    for (int i = 0; i < AGENTS; i++) {
      byte[] key = dev.playloop.fixtures.Samples.agent("a" + i).value().getBytes(UTF_8);
      hit.add(Utils.toPositive(Utils.murmur2(key)) % PARTITIONS);
    }
    assertThat(hit).hasSize(PARTITIONS);
  }
}
