package dev.playloop.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.JournalHeaders;
import dev.playloop.schemas.topic.LetterHeaders;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Who keeps the position behind what is done with sees everything once, however often it begins
/// anew, and whoever writes meanwhile.
@NeedsInfra
final class FollowingTest {
  private static final int PARTITIONS = 4;
  private static final int AGENTS = 6;
  private static final Duration POLL = Duration.ofMillis(100);

  private final Set<Integer> letters = new HashSet<>();
  private KafkaSettings kafka;
  private Topics topics;

  @BeforeEach
  void open(TestInfra infra) throws InterruptedException {
    topics = new Topics("followed-" + UUID.randomUUID() + ".", PARTITIONS);
    kafka = KafkaSettings.of(infra.bootstrapServers(), topics);
    try (TopicAdmin creating = TopicAdmin.connect(kafka)) {
      creating.create(topics.all(List.of()), Duration.ofSeconds(60));
    }
  }

  /// Three writers take the partitions from each other, as the loop's instances do: each goes on
  /// with the numbers where the one before left off, and what it had begun is taken back.
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void thePartsAreTheWholeWhereverItStopped(long seed) throws Exception {
    Random random = new Random(seed);
    List<String> expected = new ArrayList<>();
    List<String> seen = new ArrayList<>();
    String kept = Position.BEGINNING.toString();
    int number = 0;
    for (int round = 0; round < 12; round++) {
      try (KafkaProducer<byte[], byte[]> writer = writer("w-" + random.nextInt(3))) {
        writer.initTransactions();
        boolean committed = random.nextInt(4) > 0;
        writer.beginTransaction();
        for (int i = random.nextInt(30); i >= 0; i--) {
          ProducerRecord<byte[], byte[]> record = record(number, random.nextInt(5) == 0);
          writer.send(record).get();
          if (committed) {
            expected.add("t" + number++);
          }
        }
        if (committed) {
          writer.commitTransaction();
        } else {
          writer.abortTransaction();
        }
      }
      try (Following following = Following.of(kafka).from(Position.parse(kept))) {
        for (int polls = random.nextInt(4); polls > 0; polls--) {
          Following.Batch batch = following.poll(POLL);
          if (random.nextInt(4) == 0) {
            break; // it ends before the batch is done with
          }
          batch.steps().forEach(step -> seen.add(trigger(step)));
          kept = batch.next().toString();
        }
      }
    }
    seen.addAll(rest(Position.parse(kept), expected.size() - seen.size()));

    assertThat(seen).containsExactlyInAnyOrderElementsOf(expected);
    for (int agent = 0; agent < AGENTS; agent++) {
      int one = agent;
      assertThat(seen.stream().map(id -> Integer.parseInt(id, 1, id.length(), 10)))
          .filteredOn(id -> id % AGENTS == one && !letters.contains(id))
          .isSorted();
    }
  }

  @Test
  void onlyTheAgentsThatAreNamedAreFollowed() throws Exception {
    write(12);

    try (Following following =
        Following.of(kafka).only(Set.of(agent(1))).from(Position.BEGINNING)) {
      List<Step> steps = new ArrayList<>();
      for (int i = 0; i < 1_000 && steps.size() < 2; i++) {
        steps.addAll(following.poll(POLL).steps());
      }
      assertThat(steps).extracting(FollowingTest::trigger).containsExactly("t1", "t7");
    }
  }

  /// An archive moved away what would come next.
  @Test
  void aPositionThatIsGoneIsToldAndNoGapIsPassedOver() throws Exception {
    write(12);
    int partition = 1;
    try (Admin admin = Admin.create(kafka.with(Map.of()))) {
      TopicPartition gone = new TopicPartition(topics.journal().name(), partition);
      admin.deleteRecords(Map.of(gone, RecordsToDelete.beforeOffset(2))).all().get();
    }
    Position before = new Position(Map.of("journal", Map.of(partition, 1L)), Map.of());
    Position at = new Position(Map.of("journal", Map.of(partition, 2L)), Map.of());

    assertThatThrownBy(() -> Following.of(kafka).from(before))
        .isInstanceOf(PositionGone.class)
        .hasMessageContaining("begins at 2 by now, behind 1");
    Following.of(kafka).from(at).close();
  }

  private List<String> rest(Position from, int count) {
    List<String> rest = new ArrayList<>();
    try (Following following = Following.of(kafka).from(from)) {
      for (int i = 0; i < 3_000 && rest.size() < count; i++) {
        following.poll(POLL).steps().forEach(step -> rest.add(trigger(step)));
      }
      following.poll(POLL).steps().forEach(step -> rest.add(trigger(step)));
    }
    return rest;
  }

  private void write(int entries) throws Exception {
    try (KafkaProducer<byte[], byte[]> writer = writer("w")) {
      writer.initTransactions();
      writer.beginTransaction();
      for (int number = 0; number < entries; number++) {
        writer.send(record(number, false)).get();
      }
      writer.commitTransaction();
    }
  }

  private static AgentId agent(int number) {
    return new AgentId("society/a" + number % AGENTS);
  }

  /// An entry that tells of one drop, or a dead letter that does.
  private ProducerRecord<byte[], byte[]> record(int number, boolean letter) {
    byte[] key = agent(number).value().getBytes(StandardCharsets.UTF_8);
    if (!letter) {
      letters.remove(number);
      JournalEntry entry = entry(number);
      ProducerRecord<byte[], byte[]> record =
          new ProducerRecord<>(
              topics.journal().name(), number % AGENTS % PARTITIONS, key, entry.value());
      JournalHeaders.write(entry, record.headers());
      return record;
    }
    letters.add(number);
    byte[] trigger =
        Json.bytes(
            Map.of("id", "t" + number, "agent", agent(number).value(), "kind", "chat.message"));
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topics.deadLetters().name(), number % PARTITIONS, key, trigger);
    record.headers().add(LetterHeaders.DROPPED, bytes("NO_SUCH_AGENT"));
    record.headers().add(LetterHeaders.TOPIC, bytes(topics.triggers().name()));
    return record;
  }

  private static JournalEntry entry(int number) {
    byte[] salt = new byte[JournalEntry.SALT_BYTES];
    byte[] body =
        bytes(
            "{\"input\":{},\"events\":[{\"type\":\"trigger-dropped\",\"trigger\":\"t"
                + number
                + "\",\"reason\":\"QUEUE_FULL\"}]}");
    byte[] envelope =
        Json.bytes(
            JournalEntry.Envelope.of(agent(number), number, Instant.parse("2026-11-23T12:00:00Z"))
                .by(1, "c")
                .about("snapshot", "snapshot-" + number)
                .hashes(Sha256.hex(salt, body), "c", "s")
                .behind("p"));
    return new JournalEntry(envelope, salt, null, body);
  }

  private static String trigger(Step step) {
    LoopEvent.TriggerDropped drop = ((Step.Dropped) step).drop();
    return drop.trigger();
  }

  private KafkaProducer<byte[], byte[]> writer(String id) {
    return new KafkaProducer<>(
        kafka.with(Map.of("transactional.id", topics.prefix() + id)),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
