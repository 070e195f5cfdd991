package dev.playloop.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.ingest.StreamReader.Told;
import dev.playloop.ingest.stream.Journal;
import dev.playloop.kit.RoleContext;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.principal.Principal.Kind;
import dev.playloop.schemas.seal.DataKey;
import dev.playloop.schemas.seal.MasterKey;
import dev.playloop.testkit.NeedsInfra;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What agents said and did where the journal is sealed, as games read it over HTTP from a gateway
/// that has the master key, and from one that does not.
@NeedsInfra
class SealedStreamsTest extends PeopleCase {
  private static final MasterKey MASTER =
      MasterKey.read("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", "a test's");
  private static final AtomicInteger NAMES = new AtomicInteger();

  private static TriggerIngest unsealing;
  private static KafkaProducer<byte[], byte[]> producer;

  @BeforeAll
  static void openGateway() throws Exception {
    known("t-game", "the-game", Kind.GAME, "read:society");
    unsealing =
        IngestRole.of(IngestSettings.local().withToken("game-token"), List.of())
            .checkedBy(PeopleCase::tools)
            .unsealing(MASTER)
            .start(RoleContext.of(kafka.settings()));
    assertThat(unsealing.awaitReady(Duration.ofMinutes(2))).isTrue();
    Map<String, Object> client = new HashMap<>(kafka.settings().client());
    client.put("transactional.id", kafka.topics().prefix() + "sealing");
    producer = new KafkaProducer<>(client, new ByteArraySerializer(), new ByteArraySerializer());
    producer.initTransactions();
  }

  @AfterAll
  static void closeGateway() {
    producer.close();
    unsealing.close();
  }

  /// A key that is on no topic yet.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Fresh(String id, byte[] bytes) {
    Fresh() {
      this("key-" + NAMES.incrementAndGet(), MASTER.random(DataKey.BYTES));
    }

    JournalEntry seals(JournalEntry entry) {
      return Journal.sealed(entry, new DataKey(id, bytes));
    }

    ProducerRecord<byte[], byte[]> made() {
      return record(Journal.wrapped(MASTER, ADA, id, bytes));
    }

    ProducerRecord<byte[], byte[]> dropped() {
      return record(null);
    }

    private ProducerRecord<byte[], byte[]> record(byte @Nullable [] value) {
      return new ProducerRecord<>(
          kafka.topics().subjectKeys().name(), id.getBytes(StandardCharsets.UTF_8), value);
    }
  }

  private static ProducerRecord<byte[], byte[]> written(JournalEntry entry) {
    return Journal.record(kafka.topics().journal().name(), ADA, entry);
  }

  /// As the loop writes a step: all of it, or nothing.
  @SafeVarargs
  private static void together(ProducerRecord<byte[], byte[]>... records) throws Exception {
    producer.beginTransaction();
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    for (ProducerRecord<byte[], byte[]> one : records) {
      sent.add(producer.send(one));
    }
    producer.commitTransaction();
    for (Future<RecordMetadata> one : sent) {
      one.get();
    }
  }

  private static StreamReader open(TriggerIngest gateway, @Nullable String last) {
    return StreamReader.open(gateway.httpAddress(), "t-game", last);
  }

  private static JournalEntry says(String text) {
    return Journal.says(RunId.of(ADA, "run-" + NAMES.incrementAndGet()), text);
  }

  @Test
  void whatIsSealedIsToldByWhomHasTheKeyAndNoOther() throws Exception {
    RunId run = RunId.of(ADA, "paying");
    Fresh joes = new Fresh();
    try (StreamReader with = open(unsealing, null);
        StreamReader without = open(ingest, null)) {
      together(joes.made(), written(joes.seals(Journal.calls(run, "pay", ARGS))));
      together(written(joes.seals(Journal.done(run, Json.tree("{\"paid\":true}")))));
      together(written(joes.seals(Journal.says(run, "Paid it"))));
      together(written(says("In the open")));

      List<Told> told = with.upTo("In the open");
      assertThat(told).extracting(Told::event).containsExactly("did", "said", "closed", "said");
      assertThat(told.get(0).data()).contains("\"tool\":\"pay\"").contains("900");
      assertThat(told.get(1).data()).contains("Paid it");
      assertThat(told.toString()).doesNotContain("thought", "what it keeps in memory");
      assertThat(without.upTo("In the open")).hasSize(1);
      try (StreamReader again = open(unsealing, told.get(0).id())) {
        assertThat(again.upTo("In the open")).isEqualTo(told.subList(1, 4));
      }
    }
  }

  /// The key comes with the first entry that it seals, by another topic: neither waits for the
  /// other.
  @Test
  void theFirstThatAKeySealsIsToldLive() throws Exception {
    int many = 100;
    try (StreamReader reader = open(unsealing, null)) {
      for (int i = 0; i < many; i++) {
        Fresh key = new Fresh();
        together(key.made(), written(key.seals(says("First " + i + "."))));
      }
      together(written(says("That was all")));
      List<Told> told = reader.upTo("That was all");
      assertThat(told).extracting(Told::event).filteredOn("said"::equals).hasSize(many + 1);
    }
  }

  @Test
  void whatWasSaidOfAForgottenOneIsToldNoMoreAndAnOpenStreamGoesOn() throws Exception {
    Fresh joes = new Fresh();
    Fresh zeds = new Fresh();
    together(joes.made(), written(joes.seals(says("Kept of Joe"))));
    together(zeds.made(), written(zeds.seals(says("Secret of Zed"))));
    try (StreamReader before = open(unsealing, "0.0.0")) {
      assertThat(before.upTo("Secret of Zed").toString()).contains("Kept of Joe");

      together(zeds.dropped());

      try (StreamReader after = open(unsealing, "0.0.0")) {
        together(written(joes.seals(says("Said later"))));
        assertThat(after.upTo("Said later").toString())
            .contains("Kept of Joe")
            .doesNotContain("Secret of Zed");
      }
      before.upTo("Said later");
    }
  }

  @Test
  void aKeyOfATransactionThatCameToNothingTellsNothing() throws Exception {
    Fresh never = new Fresh();
    try (StreamReader reader = open(unsealing, null)) {
      producer.beginTransaction();
      producer.send(never.made()).get();
      producer.send(written(never.seals(says("Never said")))).get();
      producer.abortTransaction();
      together(written(says("Said after")));
      assertThat(reader.upTo("Said after")).hasSize(1);
    }
  }
}
