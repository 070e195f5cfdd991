package dev.playloop.projector.shell;

import static dev.playloop.fixtures.Samples.agent;
import static dev.playloop.fixtures.Samples.config;
import static dev.playloop.projector.shell.LoopTopologyTest.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.SampleDecisions;
import dev.playloop.fixtures.Samples;
import dev.playloop.fixtures.TestWorld;
import dev.playloop.journal.ChainHead;
import dev.playloop.journal.Desk;
import dev.playloop.journal.JournalReader;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.journal.JournalVerifier.Report;
import dev.playloop.journal.Refold;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.journal.SubjectKey;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.seal.KeyRing;
import dev.playloop.schemas.seal.MasterKey;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.model.Worlds;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A journal whose payloads are sealed, before and after a subject was forgotten.
class SealedJournalTest {
  private static final String BOBS = "the-word-of-bob-7f3a";
  private static final String JOES = "the-word-of-joe-91cc";
  private static final MasterKey MASTER =
      MasterKey.read("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", "test");

  @TempDir Path dir;
  private LoopDriver loop;
  private final Map<String, SubjectKey> keys = new HashMap<>();

  @BeforeEach
  void open() {
    loop = new LoopDriver(dir, new Topics("t.", 1), LoopDriver.desk(), MASTER);
    loop.apply(config("ada", "ada"));
    talk("m-1", "bob", BOBS);
    talk("m-2", "joe", JOES);
  }

  @AfterEach
  void close() {
    loop.close();
  }

  @Test
  void nothingOnTheJournalIsReadableWithoutAKeyAndAllOfItWithThem() {
    List<JournalEntry> journal = loop.journal();

    assertThat(journal)
        .allSatisfy(entry ->
            assertThat(new String(Objects.requireNonNull(entry.value()), StandardCharsets.UTF_8))
                .doesNotContain(BOBS)
                .doesNotContain(JOES));
    assertThat(plain(journal)).contains(BOBS).contains(JOES);
    assertThat(verify(journal, ring()).refolded()).isEqualTo(journal.size());
    Report sealed = verify(journal, KeyRing.NONE);
    assertThat(sealed.findings()).isEmpty();
    assertThat(sealed.refolded()).isZero();
  }

  @Test
  void aKeyIsPublishedOnceForEachSubjectAndOneForTheAgent() {
    readKeys();

    assertThat(keys.values())
        .extracting(SubjectKey::subject)
        .containsExactlyInAnyOrder("bob", "joe", null);
    assertThat(keys.values()).allSatisfy(key -> assertThat(MASTER.unwrap(key)).isNotNull());
    MasterKey other = MasterKey.read("/////////////////////////////////////////wA=", "another");
    assertThat(keys.values()).allSatisfy(key -> assertThat(other.unwrap(key)).isNull());
  }

  @Test
  void whatASubjectSaidIsGoneAndTheChainHolds() {
    KeyRing before = ring();
    assertThat(before.find(keyOf("bob"))).isNotNull();
    String bobs = keyOf("bob");

    forget("bob");
    talk("m-3", "joe", "and again " + JOES);

    List<JournalEntry> journal = loop.journal();
    KeyRing ring = ring();
    assertThat(ring.find(bobs)).isNull();
    assertThat(plain(journal)).doesNotContain(BOBS).contains(JOES);
    assertThat(journal)
        .filteredOn(entry -> JournalReader.read(entry, ring).envelope().kind().equals("talk"))
        .filteredOn(entry -> JournalReader.read(entry, ring).bodyJson() != null)
        .as("joe's, as they were")
        .hasSize(2);
    Report report = verify(journal, ring);
    assertThat(report.findings()).isEmpty();
    assertThat(report.refolded()).as("from the snapshot behind the erasure on").isPositive();
    int erased = kinds(journal).indexOf("controlled");
    assertThat(kinds(journal).get(erased + 1)).isEqualTo("snapshot");
    assertThat(verify(journal.subList(erased + 1, journal.size()), ring, null).refolded())
        .isEqualTo(journal.size() - erased - 1);
  }

  /// The run about one begins in the step that ends another's.
  @Test
  void whatIsRememberedOfASubjectLiesUnderItsOwnKeyInAnothersStepToo() {
    loop.trigger(about("m-3", "joe", "Good morning"));
    Turn joes = only(loop.turns());
    loop.trigger(about("m-4", "bob", "Good evening"));
    loop.decide(SampleDecisions.text(joes, "Good morning to you"));
    assertThat(only(loop.turns()).body().toString()).contains(BOBS);
    assertThat(verify(loop.journal(), ring()).findings()).isEmpty();

    forget("bob");

    List<JournalEntry> journal = loop.journal();
    KeyRing ring = ring();
    assertThat(plain(journal)).doesNotContain(BOBS).contains("Good morning to you");
    assertThat(verify(journal, ring).findings()).isEmpty();
  }

  @Test
  void theStoresHoldNothingOfASubjectThatWasForgotten() {
    loop.trigger(about("m-3", "bob", "once more " + BOBS)); // a run that is open
    loop.trigger(about("m-4", "bob", "and waiting " + BOBS));
    assertThat(stored()).contains(BOBS);

    forget("bob");

    assertThat(stored()).doesNotContain(BOBS).contains(JOES);
    assertThat(plain(loop.journal()))
        .contains("\"outcome\":\"CANCELLED\"")
        .contains("\"trigger\":\"m-4\",\"reason\":\"FORGOTTEN\"");
    assertThat(stored()).doesNotContain("\u0000bob\u0000").contains("\u0000joe\u0000");
  }

  @Test
  void anEntryWithAForgedSealedPayloadIsFound() {
    List<JournalEntry> journal = new ArrayList<>(loop.journal());
    journal.set(2, journal.get(2).value(journal.get(3).value()));

    assertThat(verify(journal, ring()).findings())
        .anyMatch(finding -> finding.problem().name().equals("PAYLOAD_CHANGED"));
    assertThat(verify(journal, KeyRing.NONE).findings())
        .anyMatch(finding -> finding.problem().name().equals("PAYLOAD_CHANGED"));
  }

  /// A run of one turn; the model quotes what it was told.
  private void talk(String id, String who, String text) {
    loop.trigger(about(id, who, text));
    Turn turn = only(loop.turns());
    loop.decide(SampleDecisions.text(turn, "you said: " + text));
  }

  private static Trigger about(String id, String who, String text) {
    return Trigger.of(id, agent("ada"), "chat.message")
        .at(Samples.START)
        .subject(new Trigger.Subject("player", who))
        .text(text);
  }

  private void forget(String who) {
    loop.driver.send(
        loop.topics.controls(),
        agent("ada"),
        new Control.ForgetSubject(agent("ada"), who, Author.of("kim"), Samples.START));
  }

  private void readKeys() {
    for (TestRecord<byte[], byte[]> record : loop.driver.raw(loop.topics.subjectKeys())) {
      String id = new String(record.key(), StandardCharsets.UTF_8);
      if (record.value() == null) {
        keys.remove(id);
      } else {
        keys.put(id, Json.read(record.value(), SubjectKey.class));
      }
    }
  }

  private KeyRing ring() {
    readKeys();
    Map<String, SubjectKey> now = Map.copyOf(keys);
    return id -> {
      SubjectKey key = now.get(id);
      return key == null ? null : MASTER.unwrap(key);
    };
  }

  private String keyOf(String subject) {
    return keys.values().stream()
        .filter(key -> subject.equals(key.subject()))
        .findFirst()
        .orElseThrow()
        .id();
  }

  private String plain(List<JournalEntry> journal) {
    KeyRing ring = ring();
    StringBuilder all = new StringBuilder();
    for (JournalEntry entry : journal) {
      JournalReader.Read read = JournalReader.read(entry, ring);
      if (read.bodyJson() != null) {
        all.append(new String(read.bodyJson(), StandardCharsets.UTF_8));
      }
    }
    return all.toString();
  }

  private String stored() {
    StringBuilder all = new StringBuilder();
    try (var entries = loop.driver.<byte[]>store(LoopTopology.AGENTS).all()) {
      entries.forEachRemaining(
          entry -> all.append(entry.key).append(new String(entry.value, StandardCharsets.UTF_8)));
    }
    return all.toString();
  }

  private static List<String> kinds(List<JournalEntry> journal) {
    return journal.stream().map(entry -> JournalReader.read(entry).envelope().kind()).toList();
  }

  private static Report verify(List<JournalEntry> journal, KeyRing ring) {
    return verify(journal, ring, ChainHead.START);
  }

  private static Report verify(
      List<JournalEntry> journal,
      KeyRing ring,
      @org.jspecify.annotations.Nullable ChainHead start) {
    LoopPolicy policy = LoopPolicy.DEFAULT;
    Worlds worlds = Worlds.of(new TestWorld());
    return new JournalVerifier(new Refold(Desk.of(policy, worlds)), ring)
        .verify(agent("ada"), journal, start, null);
  }
}
