package dev.playloop.kit.worker;

import dev.playloop.kit.Emit;
import dev.playloop.kit.Handler;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.Clients;
import dev.playloop.kit.topic.PatientMember;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.testkit.TestInfra;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;

/// One broker for a test class. Each test makes its own prefix, so that tests share no topic.
public final class Lab {
  public static final Duration PATIENCE = Duration.ofSeconds(60);

  private final TestInfra infra;

  public Lab(TestInfra infra) {
    this.infra = infra;
  }

  public Bench bench(int partitions) throws InterruptedException {
    return new Bench(infra.bootstrapServers(), newPrefix(), partitions);
  }

  private static String newPrefix() {
    return "t" + UUID.randomUUID().toString().substring(0, 8) + ".";
  }

  /// The topics of one test and its clients.
  public static final class Bench {
    public final KafkaSettings kafka;
    public final Topic<String, String> in;
    public final Topic<String, String> out;
    public final Topic<String, String> ledger;
    private final Producer<byte[], byte[]> producer;
    private final List<AutoCloseable> open = new ArrayList<>();

    public Bench(String bootstrap, String prefix, int partitions) throws InterruptedException {
      kafka = KafkaSettings.of(bootstrap, new Topics(prefix, partitions));
      in = topic("in", 1024 * 1024);
      out = topic("out", 100_000);
      ledger = topic("ledger", 100_000);
      try (TopicAdmin admin = TopicAdmin.connect(kafka)) {
        admin.create(List.of(in, out, ledger, kafka.topics().deadLetters()), PATIENCE);
      }
      producer = Clients.plain(kafka, List.of(in, out));
    }

    public Topic<String, String> topic(String name, int maxBytes) {
      return Topic.of(kafka.topics().prefix() + name, Serdes.String(), Serdes.String())
          .partitions(kafka.topics().partitions())
          .maxRecordBytes(maxBytes);
    }

    public WorkerSettings<String, String> settings(String group) {
      return WorkerSettings.of(kafka, group, in, List.of(out, ledger));
    }

    public WorkerSettings<String, String> settings(String group, String instance) {
      return WorkerSettings.of(
          new KafkaSettings(kafka.client(), kafka.topics(), instance),
          group,
          in,
          List.of(out, ledger));
    }

    /// A started worker, closed with the bench.
    public Worker<String, String> worker(
        WorkerSettings<String, String> settings, Handler<String, String> handler) {
      Worker<String, String> worker = started(settings, handler);
      open.addFirst(worker);
      return worker;
    }

    /// The same, to be closed by whoever starts it.
    public Worker<String, String> started(
        WorkerSettings<String, String> settings, Handler<String, String> handler) {
      return Worker.start(
          settings, handler, PatientMember.of(settings.kafka(), settings.groupId(), in));
    }

    public void closeLater(AutoCloseable one) {
      open.addFirst(one);
    }

    public Emit<String, String> emit(String key, String value) {
      return Emit.of(out, key, value);
    }

    public void send(String key, @Nullable String value) {
      send(null, key, value);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // flushed, and missed by the test where it failed
    public void send(@Nullable Integer partition, String key, @Nullable String value) {
      producer.send(
          new ProducerRecord<>(
              in.name(), partition, bytes(key), value == null ? null : bytes(value)));
    }

    public void flush() {
      producer.flush();
    }

    /// The sum of a topic's end offsets, as readers of that isolation level see them.
    public long end(Topic<?, ?> topic, IsolationLevel isolation) throws Exception {
      Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
      for (int number = 0; number < topic.partitions(); number++) {
        latest.put(new TopicPartition(topic.name(), number), OffsetSpec.latest());
      }
      try (Admin admin = Admin.create(kafka.with(Map.of()))) {
        return admin
            .listOffsets(latest, new ListOffsetsOptions(isolation))
            .all()
            .get()
            .values()
            .stream()
            .mapToLong(ListOffsetsResultInfo::offset)
            .sum();
      }
    }

    /// The sum of the offsets that a group has committed.
    public long committed(String group) {
      try (Admin admin = Admin.create(kafka.with(Map.of()))) {
        return admin
            .listConsumerGroupOffsets(settings(group).groupId())
            .partitionsToOffsetAndMetadata()
            .toCompletionStage()
            .toCompletableFuture()
            .join()
            .values()
            .stream()
            .mapToLong(OffsetAndMetadata::offset)
            .sum();
      }
    }

    public static byte[] bytes(String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }

    /// Reads a topic from its beginning, committed records only, until `enough` of all read so far.
    public List<ConsumerRecord<byte[], byte[]>> read(
        Topic<?, ?> topic, Predicate<List<ConsumerRecord<byte[], byte[]>>> enough) {
      List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
      try (Consumer<byte[], byte[]> consumer = Clients.reader(kafka, List.of(topic), Map.of())) {
        consumer.assign(
            IntStream.range(0, topic.partitions())
                .mapToObj(p -> new TopicPartition(topic.name(), p))
                .toList());
        consumer.seekToBeginning(consumer.assignment());
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!enough.test(all)) {
          if (System.nanoTime() > deadline) {
            throw new AssertionError("read only " + all.size() + " records of " + topic.name());
          }
          consumer.poll(Duration.ofMillis(50)).forEach(all::add);
        }
      }
      return all;
    }

    public List<ConsumerRecord<byte[], byte[]>> read(Topic<?, ?> topic, int count) {
      return read(topic, all -> all.size() >= count);
    }

    /// Values by key, in the order they lie in.
    public Map<String, List<String>> outputs(int count) {
      Map<String, List<String>> byKey = new HashMap<>();
      for (ConsumerRecord<byte[], byte[]> record : read(out, count)) {
        byKey.computeIfAbsent(text(record.key()), k -> new ArrayList<>()).add(text(record.value()));
      }
      return byKey;
    }

    public static String text(byte[] bytes) {
      return new String(bytes, StandardCharsets.UTF_8);
    }

    public void close() throws Exception {
      for (AutoCloseable one : open) {
        one.close();
      }
      producer.close();
    }
  }
}
