package dev.playloop.audit.erase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.ingest.CountedDecisions;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.event.SourceState;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.SourceId;
import dev.playloop.schemas.journal.SubjectKey;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is deleted of a player on a broker without workers: the test says how far they have come.
@NeedsInfra
final class ErasedTopicsTest {
  private static final AgentId ADA = new AgentId("society/ada");

  private final Instant now = Instant.now();
  private final List<Erased> told = new ArrayList<>();
  private final List<Duration> pauses = new ArrayList<>();
  private KafkaSettings kafka;
  private Topics topics;
  private Admin admin;
  private KafkaProducer<byte[], byte[]> producer;

  @BeforeEach
  void open(TestInfra infra) throws InterruptedException {
    topics = new Topics("erased-" + UUID.randomUUID() + ".", 1);
    kafka = KafkaSettings.of(infra.bootstrapServers(), topics);
    try (TopicAdmin creating = TopicAdmin.connect(kafka)) {
      creating.create(topics.all(List.of()), Duration.ofSeconds(60));
    }
    admin = Admin.create(kafka.with(Map.of()));
    producer = producer(Map.of());
  }

  @AfterEach
  void close() {
    producer.close();
    admin.close();
  }

  @Test
  void aRunThatBrokeOffIsCompletedByTheNextOneWhichKnowsTheAgents() throws Exception {
    write(topics.controls(), ADA.value(), order("bob"));
    write(topics.controls(), "society/cal", "no control at all");
    write(topics.results(), ADA.value(), "what ada found out");
    consumed("loop", topics.controls(), 2);

    assertThat(forget("bob", Set.of(ADA), now)).isFalse();
    assertThat(told)
        .contains(
            new Erased.Kept(topics.results().name(), 0, 0, 1, prefixed("loop")),
            new Erased.Ended(false));
    assertThat(begin(topics.controls())).as("the memory of who knew him").isZero();

    consumed("loop", topics.results(), 1);
    assertThat(forget("bob", Set.of(), now)).as("%s", told).isTrue();
    assertThat(begin(topics.results())).isEqualTo(1);
    assertThat(begin(topics.controls())).isEqualTo(1);
  }

  @Test
  void aQuestionOfAnotherThatNamesThePlayerIsToldUntilItEnds() throws Exception {
    write(topics.approvals(), ADA.value(), "{\"ask\":{\"args\":{\"to\":\"bob\"}}}");
    write(topics.approvals(), "society/cal", "{\"ask\":{\"subject\":\"bob\"}}");
    write(topics.approvals(), "society/cal", "{}");
    assertThat(forget("bob", Set.of(), now)).isFalse();
    assertThat(told).containsExactly(new Erased.StillAsked(ADA.value()), new Erased.Ended(false));

    write(topics.approvals(), ADA.value(), "{\"grants\":[]}");
    assertThat(forget("bob", Set.of(), now)).isTrue();
  }

  @Test
  void whoWasNeverSealedIsClearedFromTheDeadLetters() throws Exception {
    SubjectKey key = SubjectKey.of("k-1", ADA, "m", "w", now).subject("joe");
    write(topics.subjectKeys(), key.id(), Json.text(key));
    write(topics.deadLetters(), "", "a letter of bob");

    assertThat(erasing().forget("bob", "kim")).as("%s", told).isTrue();

    assertThat(told).contains(new Erased.NothingSealed("bob", true));
    assertThat(letters()).isEmpty();
  }

  @Test
  void whereTheJournalIsNotSealedTheRestIsClearedAndThatIsToldAsAFailure() throws Exception {
    write(topics.deadLetters(), "", "a letter of bob");

    assertThat(erasing().forget("bob", "kim")).isFalse();

    assertThat(told).contains(new Erased.NothingSealed("bob", false));
    assertThat(letters()).isEmpty();
  }

  /// The loop has read all four. What the cap of a day has not counted counts on that day only.
  @ParameterizedTest
  @CsvSource({
    "'',                         0, 4",
    "'{\"offsets\":{\"0\":1}}',  0, 1",
    "'{\"offsets\":{\"0\":9}}',  0, 4",
    "'{\"offsets\":{\"0\":1}}',  2, 4",
    "'{\"offsets\":{}}',         0, 0",
    "'no cursor',                0, 0",
    "'no cursor',                2, 4",
  })
  void decisionsThatTheCapOfTheDayHasNotCountedStay(String cursor, int daysLater, long deleted)
      throws Exception {
    for (int i = 0; i < 4; i++) {
      write(topics.decisions(), ADA.value(), "for bob");
    }
    consumed("loop", topics.decisions(), 4);
    if (!cursor.isEmpty()) {
      cursor("spend-cap", "{\"offsets\":{\"0\":0}}");
      cursor(
          "spend-cap", cursor.replace("}}", "},\"day\":\"2026-01-01\",\"usd\":{},\"halted\":[]}"));
    }
    cursor("world-society", "{\"offsets\":{\"0\":0}}");

    boolean all = forget("bob", Set.of(), now.plus(Duration.ofDays(daysLater)));

    assertThat(begin(topics.decisions())).as("%s", told).isEqualTo(deleted);
    assertThat(all).isEqualTo(deleted == 4);
    assertThat(told)
        .filteredOn(
            one -> one instanceof Erased.Kept kept && kept.follower().contains("the daily cap"))
        .hasSize(deleted < 4 ? 1 : 0);
  }

  @Test
  void lettersThatWereTakenBackAreNotWrittenAnew() throws Exception {
    try (KafkaProducer<byte[], byte[]> worker =
        producer(Map.of("transactional.id", prefixed("w")))) {
      worker.initTransactions();
      worker.beginTransaction();
      worker.send(letter("joe's, and taken back")).get();
      worker.abortTransaction();
      worker.beginTransaction();
      worker.send(letter("joe's")).get();
      worker.commitTransaction();
      worker.beginTransaction();
      worker.send(letter("bob's, and taken back")).get();
      worker.abortTransaction();
    }

    assertThat(forget("bob", Set.of(), now)).isTrue();

    assertThat(letters()).containsExactly("joe's");
  }

  @Test
  void aTriggerThatWaitsForItsAgentIsClearedWhenItIsADeadLetter() throws Exception {
    write(topics.triggers(), "society/nobody", "for bob");
    consumed("loop", topics.triggers(), 1);

    Remains remains =
        new Remains(
            place(),
            told::add,
            timing(
                now,
                time -> {
                  pauses.add(time);
                  assertThat(told).contains(new Erased.Waiting(Duration.ofSeconds(31)));
                  assertThat(begin(topics.triggers())).as("told again by the next run").isZero();
                  write(topics.deadLetters(), "society/nobody", "for bob");
                }));
    assertThat(remains.remove("bob", Set.of())).isTrue();

    assertThat(pauses).containsExactly(Duration.ofSeconds(31));
    assertThat(letters()).isEmpty();
    assertThat(begin(topics.triggers())).isEqualTo(1);
  }

  @Test
  void nobodyWaitsWhereNoTriggerIsOfTheSubject() throws Exception {
    write(topics.triggers(), ADA.value(), "for joe");
    write(topics.deadLetters(), "", "a letter of bob");
    consumed("loop", topics.triggers(), 1);

    assertThat(forget("bob", Set.of(), now)).isTrue();

    assertThat(pauses).isEmpty();
  }

  private boolean forget(String subject, Set<AgentId> agents, Instant at) throws Exception {
    return new Remains(place(), told::add, timing(at, pauses::add)).remove(subject, agents);
  }

  private Erasing erasing() {
    return new Erasing(
            place(),
            _ -> {
              throw new AssertionError("nobody has a key");
            },
            told::add)
        .timed(timing(now, pauses::add));
  }

  private Erasing.Place place() {
    return new Erasing.Place(kafka, List.of(), CountedDecisions::offsets);
  }

  private static Erasing.Timing timing(Instant at, Erasing.Timing.Pause pause) {
    return new Erasing.Timing(Clock.fixed(at, ZoneOffset.UTC), Duration.ZERO, pause);
  }

  private String order(String subject) {
    return Json.text(new Control.ForgetSubject(ADA, subject, Author.of("kim"), now));
  }

  private void cursor(String source, String cursor) throws InterruptedException {
    write(
        topics.sourceCursors(),
        source,
        Json.text(new SourceState(SourceState.VERSION, new SourceId(source), cursor, now)));
  }

  private void consumed(String group, Topic<?, ?> topic, long offset) throws Exception {
    admin
        .alterConsumerGroupOffsets(
            prefixed(group),
            Map.of(new TopicPartition(topic.name(), 0), new OffsetAndMetadata(offset)))
        .all()
        .get();
  }

  private String prefixed(String name) {
    return topics.prefix() + name;
  }

  private KafkaProducer<byte[], byte[]> producer(Map<String, ?> more) {
    return new KafkaProducer<>(
        kafka.with(more), new ByteArraySerializer(), new ByteArraySerializer());
  }

  private void write(Topic<?, ?> topic, String key, String value) throws InterruptedException {
    var _ =
        TopicScan.done(
            producer.send(
                new ProducerRecord<>(
                    topic.name(),
                    0,
                    key.getBytes(StandardCharsets.UTF_8),
                    value.getBytes(StandardCharsets.UTF_8))));
  }

  private ProducerRecord<byte[], byte[]> letter(String value) {
    return new ProducerRecord<>(
        topics.deadLetters().name(), 0, null, value.getBytes(StandardCharsets.UTF_8));
  }

  /// Where the topic's one partition begins.
  private long begin(Topic<?, ?> topic) throws InterruptedException {
    TopicPartition only = new TopicPartition(topic.name(), 0);
    return TopicScan.done(
            admin.listOffsets(Map.of(only, OffsetSpec.earliest())).partitionResult(only))
        .offset();
  }

  /// What lies among the dead letters, taken back or not.
  private List<String> letters() throws InterruptedException {
    List<String> letters = new ArrayList<>();
    TopicScan.everything(kafka)
        .readAll(
            topics.deadLetters(),
            record -> letters.add(new String(record.value(), StandardCharsets.UTF_8)));
    return letters;
  }
}
