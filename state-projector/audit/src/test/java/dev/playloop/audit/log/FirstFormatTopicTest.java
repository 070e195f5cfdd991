package dev.playloop.audit.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.audit.AuditException;
import dev.playloop.audit.JournalRecord;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.topic.JournalHeaders;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// A journal of format 1 on a real broker: one sentence, whoever reads it. A record of that format
/// behind others is one forged record, and no reason to read nothing.
@NeedsInfra
class FirstFormatTopicTest {
  private static final byte[] FIRST =
      "{\"v\":1,\"envelope\":\"{}\",\"payload\":{\"salt\":\"\"}}".getBytes(UTF_8);

  private static String broker;

  @BeforeAll
  static void startBroker(TestInfra infra) {
    broker = infra.bootstrapServers();
  }

  @Test
  void itIsRefusedByItsName() throws InterruptedException {
    KafkaSettings kafka = system("first-a.");
    write(kafka, 0, JournalEntry.plain(FIRST), JournalEntry.plain(FIRST));

    try (TopicJournal journal = TopicJournal.open(kafka, kafka.topics().journal())) {
      refused("first-a.", () -> journal.read(_ -> {}));
    }
  }

  /// What the build that wrote it left, and a partition that this one has begun.
  @Test
  void onePartitionOfItIsEnough() throws InterruptedException {
    KafkaSettings kafka = system("first-b.");
    write(kafka, 0, entry());
    write(kafka, 1, JournalEntry.plain(FIRST));

    try (TopicJournal journal = TopicJournal.open(kafka, kafka.topics().journal())) {
      refused("first-b.", () -> journal.read(_ -> {}));
    }
  }

  @Test
  void aRecordOfItBehindOthersIsTheVisitorsToJudge() throws InterruptedException {
    KafkaSettings kafka = system("first-c.");
    write(kafka, 0, entry(), JournalEntry.plain(FIRST));
    List<JournalRecord> read = new ArrayList<>();

    try (TopicJournal journal = TopicJournal.open(kafka, kafka.topics().journal())) {
      journal.read(read::add);
    }

    assertThat(read).extracting(JournalRecord::offset).containsExactly(0L, 1L);
  }

  /// The auditor, which asks again and again.
  @Test
  void itsHeadsAreNeverTold() throws InterruptedException {
    KafkaSettings kafka = system("first-d.");
    write(kafka, 1, JournalEntry.plain(FIRST), entry());

    try (JournalHeads heads = new JournalHeads(kafka)) {
      List<Long> ends = heads.ends();
      refused("first-d.", () -> heads.readTo(ends));
      refused("first-d.", () -> heads.readTo(ends));
    }
  }

  private static void refused(
      String prefix, org.assertj.core.api.ThrowableAssert.ThrowingCallable reading) {
    assertThatThrownBy(reading)
        .isInstanceOf(AuditException.class)
        .hasMessage(prefix + "journal: format 1; this build reads 2");
  }

  private static JournalEntry entry() {
    return new JournalEntry("{\"v\":2}".getBytes(UTF_8), new byte[16], null, "{}".getBytes(UTF_8));
  }

  private static KafkaSettings system(String prefix) throws InterruptedException {
    Topics topics = new Topics(prefix, 2);
    KafkaSettings kafka = KafkaSettings.of(broker, topics);
    try (TopicAdmin admin = TopicAdmin.connect(kafka)) {
      admin.create(List.of(topics.journal()), Duration.ofSeconds(60));
    }
    return kafka;
  }

  private static void write(KafkaSettings kafka, int partition, JournalEntry... entries) {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            kafka.with(Map.of()), new ByteArraySerializer(), new ByteArraySerializer())) {
      for (JournalEntry entry : entries) {
        ProducerRecord<byte[], byte[]> record =
            new ProducerRecord<>(
                kafka.topics().journal().name(),
                partition,
                "test/a".getBytes(UTF_8),
                entry.value());
        JournalHeaders.write(entry, record.headers());
        var _ = producer.send(record);
      }
    }
  }
}
