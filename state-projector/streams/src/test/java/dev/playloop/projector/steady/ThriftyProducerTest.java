package dev.playloop.projector.steady;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// On a broker: what it keeps of transactions grows with those that hold something. The broker is
/// its own, since others' transactions would be counted too.
@NeedsInfra
class ThriftyProducerTest {
  private static final TopicPartition IN = new TopicPartition("thrifty-in", 0);

  /// A clock that each look moves on by one.
  private final Commits commits = new Commits(new AtomicLong()::getAndIncrement, () -> 0);

  private ConsumerGroupMetadata group;

  @BeforeEach
  void join(TestInfra infra) {
    Map<String, Object> config =
        Map.of("bootstrap.servers", infra.ownBroker(), "group.id", "thrifty");
    try (KafkaConsumer<byte[], byte[]> member =
        new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      group = member.groupMetadata();
    }
  }

  @Test
  void aTransactionWithTheSameOffsetsAndNoRecordIsNone(TestInfra infra) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", infra.ownBroker()))) {
      admin.createTopics(List.of(new NewTopic("thrifty-in", 1, (short) 1))).all().get();
      admin.createTopics(List.of(new NewTopic("thrifty-out", 1, (short) 1))).all().get();
      Map<String, Object> config = new HashMap<>();
      config.put("bootstrap.servers", infra.ownBroker());
      config.put("transactional.id", "thrifty");
      try (ThriftyProducer producer = new ThriftyProducer(config, commits)) {
        producer.initTransactions();
        commit(producer, 1);
        assertThat(committed(admin)).isEqualTo(1);

        Map<TopicPartition, Long> before = logs(admin);
        for (int i = 0; i < 20; i++) {
          commit(producer, 1);
        }
        assertThat(logs(admin)).as("what the broker keeps of it").isEqualTo(before);

        commit(producer, 2);
        assertThat(committed(admin)).as("a new offset").isEqualTo(2);

        producer.beginTransaction();
        send(producer, "lost");
        producer.sendOffsetsToTransaction(Map.of(IN, new OffsetAndMetadata(3)), group);
        producer.abortTransaction();
        assertThat(committed(admin)).as("nothing of what was aborted").isEqualTo(2);
        commit(producer, 3);
        assertThat(committed(admin)).isEqualTo(3);

        producer.beginTransaction();
        send(producer, "kept");
        producer.sendOffsetsToTransaction(Map.of(IN, new OffsetAndMetadata(3)), group);
        assertThat(commits.isDue()).isTrue();
        producer.flush();
        producer.commitTransaction();
        assertThat(commits.isDue()).as("it told how long that took").isFalse();
        assertThat(logs(admin)).as("a record beside the same offset").isNotEqualTo(before);
      }
    }
  }

  private void commit(ThriftyProducer producer, long offset) {
    producer.beginTransaction();
    producer.sendOffsetsToTransaction(Map.of(IN, new OffsetAndMetadata(offset)), group);
    producer.commitTransaction();
  }

  private static void send(ThriftyProducer producer, String value) {
    var _ =
        producer.send(new ProducerRecord<>("thrifty-out", value.getBytes(StandardCharsets.UTF_8)));
  }

  /// The group's offset, once the broker is done with the last transaction.
  private static long committed(Admin admin) throws Exception {
    Await.until("the transaction is complete", () -> isComplete(admin));
    Map<TopicPartition, OffsetAndMetadata> offsets =
        admin.listConsumerGroupOffsets("thrifty").partitionsToOffsetAndMetadata().get();
    return Objects.requireNonNull(offsets.get(IN)).offset();
  }

  private static boolean isComplete(Admin admin) {
    try {
      TransactionState state =
          admin.describeTransactions(List.of("thrifty")).description("thrifty").get().state();
      return state == TransactionState.COMPLETE_COMMIT || state == TransactionState.COMPLETE_ABORT;
    } catch (InterruptedException | ExecutionException e) {
      throw new AssertionError(e);
    }
  }

  /// How far each partition of Kafka's own topics of transactions and offsets, and of the output,
  /// is.
  private static Map<TopicPartition, Long> logs(Admin admin) throws Exception {
    List<String> topics = List.of("__transaction_state", "__consumer_offsets", "thrifty-out");
    Map<TopicPartition, OffsetSpec> all =
        admin.describeTopics(topics).allTopicNames().get().values().stream()
            .flatMap(topic ->
                topic.partitions().stream()
                    .map(part -> new TopicPartition(topic.name(), part.partition())))
            .collect(Collectors.toMap(part -> part, _ -> OffsetSpec.latest()));
    return admin.listOffsets(all).all().get().entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().offset()));
  }
}
