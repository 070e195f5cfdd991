package dev.playloop.local.audit;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/// What lies of a subject beside the journal: in the topics that carry work from one role to the
/// next, and in the dead letters. Records are deleted from the front of a partition up to the last
/// one that concerns the subject, never beyond what their consumers have committed: nobody needs
/// them any more, the journal holds what came of them. Dead letters of others are written anew
/// first. Used by one thread.
final class Remains {
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration ASK = Duration.ofSeconds(15);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration LOOK = Duration.ofMillis(200);

  private final KafkaSettings kafka;
  private final Map<Topic<?, ?>, String> consumers = new LinkedHashMap<>();
  private final PrintWriter out;

  Remains(KafkaSettings kafka, Collection<String> worlds, PrintWriter out) {
    this.kafka = kafka;
    this.out = out;
    Topics topics = kafka.topics();
    consumers.put(topics.triggers(), topics.prefix() + "loop");
    consumers.put(topics.controls(), topics.prefix() + "loop");
    consumers.put(topics.decisions(), topics.prefix() + "loop");
    consumers.put(topics.results(), topics.prefix() + "loop");
    consumers.put(topics.worldEvents(), topics.prefix() + "world");
    consumers.put(topics.turns(), topics.prefix() + "reasoner");
    worlds.forEach(
        world -> consumers.put(topics.actions(world), topics.prefix() + "executor." + world));
  }

  /// Whether everything that concerns the subject is deleted.
  boolean remove(String subject, Set<AgentId> agents) throws InterruptedException {
    List<String> needles =
        Stream.concat(Stream.of(subject), agents.stream().map(AgentId::value)).toList();
    boolean all = true;
    try (Admin admin = Admin.create(clientOf(Map.of()));
        KafkaConsumer<byte[], byte[]> consumer = consumer()) {
      for (Map.Entry<Topic<?, ?>, String> one : consumers.entrySet()) {
        Map<TopicPartition, Long> ends =
            lastOf(consumer, one.getKey(), record -> concerns(record, needles));
        all &= delete(admin, one.getKey(), one.getValue(), ends);
      }
      deadLetters(admin, consumer, subject);
    }
    out.println(
        "Left, and for how long: the ledger, 14 days; views and the loop's own store, until");
    out.println(
        "  Kafka compacts them, an hour after the next write; what the world's database says.");
    return all;
  }

  private boolean delete(
      Admin admin, Topic<?, ?> topic, String group, Map<TopicPartition, Long> ends)
      throws InterruptedException {
    Map<TopicPartition, Long> committed = committed(admin, group);
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < deadline && isBehind(ends, committed)) {
      LockSupport.parkNanos(LOOK.toNanos());
      committed = committed(admin, group);
    }
    Map<TopicPartition, RecordsToDelete> orders = new HashMap<>();
    boolean all = true;
    for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
      long upTo = Math.min(end.getValue(), committed.getOrDefault(end.getKey(), 0L));
      if (upTo < end.getValue()) {
        all = false;
        out.println(
            "  NOT deleted  %s from %d to %d: %s has not consumed it; until retention"
                .formatted(end.getKey(), upTo, end.getValue(), group));
      }
      orders.put(end.getKey(), RecordsToDelete.beforeOffset(upTo));
    }
    if (!orders.isEmpty()) {
      done(admin.deleteRecords(orders).all());
      out.println("  deleted      %s, consumed records".formatted(topic.name()));
    }
    return all;
  }

  private static boolean isBehind(
      Map<TopicPartition, Long> ends, Map<TopicPartition, Long> committed) {
    return ends.entrySet().stream()
        .anyMatch(end -> committed.getOrDefault(end.getKey(), 0L) < end.getValue());
  }

  private static Map<TopicPartition, Long> committed(Admin admin, String group)
      throws InterruptedException {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    Map<TopicPartition, OffsetAndMetadata> found =
        done(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
    found.forEach((partition, offset) -> {
      if (offset != null) {
        offsets.put(partition, offset.offset());
      }
    });
    return offsets;
  }

  /// Those of the subject go; those of others are appended again with all their headers.
  private void deadLetters(Admin admin, KafkaConsumer<byte[], byte[]> consumer, String subject)
      throws InterruptedException {
    Predicate<ConsumerRecord<byte[], byte[]>> theirs = record -> concerns(record, List.of(subject));
    Map<TopicPartition, Long> ends = lastOf(consumer, kafka.topics().deadLetters(), theirs);
    if (ends.isEmpty()) {
      return;
    }
    int kept;
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            clientOf(Map.of("max.request.size", String.valueOf(5 * 1024 * 1024))),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      kept = appendOthers(consumer, producer, ends, theirs);
    }
    Map<TopicPartition, RecordsToDelete> orders = new HashMap<>();
    ends.forEach((partition, end) -> orders.put(partition, RecordsToDelete.beforeOffset(end)));
    done(admin.deleteRecords(orders).all());
    out.println("  deleted      dead letters of the subject; " + kept + " of others written anew");
  }

  /// Appends what lies before `ends` again, but for `theirs`, and says how many these are. Read a
  /// second time, one by one: outsiders can make more letters than memory holds.
  static int appendOthers(
      Consumer<byte[], byte[]> consumer,
      Producer<byte[], byte[]> producer,
      Map<TopicPartition, Long> ends,
      Predicate<ConsumerRecord<byte[], byte[]>> theirs)
      throws InterruptedException {
    AtomicInteger kept = new AtomicInteger();
    read(
        consumer,
        ends,
        record -> {
          if (!theirs.test(record)) {
            done(
                producer.send(
                    new ProducerRecord<>(
                        record.topic(),
                        record.partition(),
                        record.key(),
                        record.value(),
                        record.headers())));
            kept.incrementAndGet();
          }
        });
    return kept.get();
  }

  /// For each partition that has a record of the subject, the offset behind the last one.
  private static Map<TopicPartition, Long> lastOf(
      Consumer<byte[], byte[]> consumer,
      Topic<?, ?> topic,
      Predicate<ConsumerRecord<byte[], byte[]>> concerns)
      throws InterruptedException {
    List<TopicPartition> partitions = new ArrayList<>();
    for (int partition = 0; partition < topic.partitions(); partition++) {
      partitions.add(new TopicPartition(topic.name(), partition));
    }
    Map<TopicPartition, Long> last = new HashMap<>();
    read(
        consumer,
        consumer.endOffsets(partitions, ASK),
        record -> {
          if (concerns.test(record)) {
            last.put(new TopicPartition(record.topic(), record.partition()), record.offset() + 1);
          }
        });
    return last;
  }

  private interface Visitor {
    void take(ConsumerRecord<byte[], byte[]> record) throws InterruptedException;
  }

  /// All records of these partitions that lie before the offset beside them.
  private static void read(
      Consumer<byte[], byte[]> consumer, Map<TopicPartition, Long> until, Visitor visitor)
      throws InterruptedException {
    consumer.assign(until.keySet());
    consumer.seekToBeginning(until.keySet());
    long reached = -1;
    long heard = System.nanoTime();
    while (until.entrySet().stream()
        .anyMatch(one -> consumer.position(one.getKey(), ASK) < one.getValue())) {
      long positions = until.keySet().stream().mapToLong(one -> consumer.position(one, ASK)).sum();
      if (positions > reached) {
        reached = positions;
        heard = System.nanoTime();
      } else if (System.nanoTime() - heard > PATIENCE.toNanos()) {
        throw new TimeoutException("nothing more came of " + until.keySet() + " for " + PATIENCE);
      }
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        TopicPartition partition = new TopicPartition(record.topic(), record.partition());
        if (record.offset() < until.getOrDefault(partition, 0L)) {
          visitor.take(record);
        }
      }
    }
  }

  /// Whoever sends a record writes its headers too.
  static boolean concerns(ConsumerRecord<byte[], byte[]> record, List<String> needles) {
    return Mention.ofAny(needles, text(record.key()) + "\n" + text(record.value()))
        || Stream.of(record.headers().toArray())
            .anyMatch(each -> Mention.ofAny(needles, each.key() + "\n" + text(each.value())));
  }

  private static String text(byte[] bytes) {
    return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
  }

  private KafkaConsumer<byte[], byte[]> consumer() {
    return new KafkaConsumer<>(
        clientOf(
            Map.of(
                "isolation.level",
                "read_uncommitted",
                "enable.auto.commit",
                "false",
                "allow.auto.create.topics",
                "false",
                "max.poll.records",
                "16", // each may be as large as a record can be
                "max.partition.fetch.bytes",
                String.valueOf(5 * 1024 * 1024))),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }

  private Map<String, Object> clientOf(Map<String, ?> more) {
    Map<String, Object> config = kafka.with(more);
    config.keySet().removeIf(name -> name.startsWith("group."));
    return config;
  }

  private static <T> T done(Future<T> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("Kafka refused to erase: " + e.getCause(), e.getCause());
    }
  }
}
