package dev.playloop.ingest.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.seal.DataKey;
import dev.playloop.schemas.seal.KeyRing;
import dev.playloop.schemas.seal.MasterKey;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.view.AgentNews;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// News of a journal that is sealed.
final class SealedNewsTest {
  private static final AgentId ADA = new AgentId("society/ada");
  private static final RunId RUN = RunId.of(ADA, "msg-1");
  private static final JsonNode ARGS = Json.tree("{\"message\":\"m-1\",\"text\":\"Hello\"}");
  private static final MasterKey MASTER = master(1);

  private final WrappedKeys keys = new WrappedKeys(MASTER, 3);
  private final NewsReader reader = reader(keys);
  private long offset;
  private DataKey joes;
  private DataKey adas;

  private static MasterKey master(int first) {
    byte[] bytes = new byte[DataKey.BYTES];
    bytes[0] = (byte) first;
    return MasterKey.read(Base64.getEncoder().encodeToString(bytes), "a test's");
  }

  private static NewsReader reader(KeyRing ring) {
    return new NewsReader(_ -> ToolCatalogue.ofSealed(NewsReaderTest.TalkTool.class), ring);
  }

  @BeforeEach
  void make() {
    joes = key("joes");
    adas = key("adas");
  }

  private DataKey key(String id) {
    byte[] fresh = MASTER.random(DataKey.BYTES);
    put(id, Journal.wrapped(MASTER, ADA, id, fresh));
    return new DataKey(id, fresh);
  }

  private void put(String id, byte @Nullable [] value) {
    keys.take(new ConsumerRecord<>("keys", 0, 0, id.getBytes(StandardCharsets.UTF_8), value));
  }

  private List<News> read(JournalEntry entry) {
    return reader.read(Journal.at(offset++, entry));
  }

  private static List<JournalEntry> talk() {
    return List.of(
        Journal.calls(RUN, "answer", ARGS),
        Journal.done(RUN, Json.tree("{\"sent\":true}")),
        Journal.says(RUN, "Bye"));
  }

  @Test
  void whoHasTheKeyTellsTheSameAsOfAPlainJournalAndNoThought() {
    List<String> sealed = new ArrayList<>();
    List<String> plain = new ArrayList<>();
    NewsReader other = reader(KeyRing.NONE);
    for (JournalEntry entry : talk()) {
      other.read(Journal.at(offset, entry)).forEach(one -> plain.add(text(one)));
      read(Journal.sealed(entry, joes)).forEach(one -> sealed.add(text(one)));
    }

    assertThat(sealed).hasSize(3).isEqualTo(plain);
    assertThat(sealed.toString()).contains("Hello").doesNotContain("thought", "memory", "costUsd");
  }

  @Test
  void whoHasNoKeyOrAnotherTellsNothing() {
    WrappedKeys others = new WrappedKeys(master(2), 3);
    others.take(
        new ConsumerRecord<>(
            "keys",
            0,
            0,
            "joes".getBytes(StandardCharsets.UTF_8),
            Journal.wrapped(MASTER, ADA, "joes", new byte[DataKey.BYTES])));
    for (KeyRing ring : List.of(KeyRing.NONE, others)) {
      NewsReader none = reader(ring);
      for (JournalEntry entry : talk()) {
        assertThat(none.read(Journal.at(offset++, Journal.sealed(entry, joes)))).isEmpty();
      }
    }
  }

  @Test
  void whatADroppedKeySealedIsToldNoMoreAndTheOthersAre() {
    JournalEntry said = Journal.sealed(Journal.says(RUN, "To Joe"), joes);
    assertThat(read(said)).isNotEmpty();

    put("joes", null);

    assertThat(read(said)).isEmpty();
    assertThat(read(Journal.sealed(Journal.says(RUN, "To all"), adas))).isNotEmpty();
  }

  /// What comes late of a forgotten one's run lies under another key.
  @Test
  void ofACallWhoseKeyWasDroppedNothingIsToldThatWasSaid() {
    read(Journal.sealed(Journal.calls(RUN, "answer", ARGS), joes));
    put("joes", null);

    List<News> late = read(Journal.sealed(Journal.done(RUN, Json.tree("{\"to\":\"Joe\"}")), adas));

    assertThat(late)
        .singleElement()
        .satisfies(one -> {
          AgentNews.Did did = (AgentNews.Did) one.news();
          assertThat(did.tool()).isNull();
          assertThat(did.args()).isNull();
          assertThat(did.result()).isNull();
        });
    assertThat(text(late.getFirst())).doesNotContain("Joe", "Hello");
  }

  /// A slow reader is not told later what may not be told any more.
  @Test
  void whatWaitsWhileItsKeyIsDroppedIsNotTold() throws Exception {
    NewsStream stream = new NewsStream(ADA, NewsId.OLDEST, keys);
    JournalEntry to = Journal.sealed(Journal.says(RUN, "To Joe"), joes);
    NewsReader texts = new NewsReader(_ -> ToolCatalogue.EMPTY, keys);
    texts.read(Journal.at(1, to)).forEach(stream::put);
    texts.read(Journal.at(2, Journal.says(RUN, "To all"))).forEach(stream::put);

    put("joes", null);

    assertThat(text(Objects.requireNonNull(stream.take(Duration.ZERO)))).contains("To all");
  }

  @Test
  void whatIsNoKeyOpensNothingAndEndsTheOneBefore() {
    byte[] own = new byte[DataKey.BYTES];
    List<String> hostile =
        List.of(
            "",
            "{",
            "null",
            "[]",
            "{\"id\":null}",
            wrapped("other", MASTER.wrap("other", own)),
            wrapped("joes", MASTER.wrap("other", own)),
            wrapped("joes", MASTER.wrap("joes", new byte[16])),
            wrapped("joes", ""),
            wrapped("joes", "AAAA"),
            wrapped("joes", "no Base64"),
            new String(Journal.wrapped(master(2), ADA, "joes", own), StandardCharsets.UTF_8));
    JournalEntry said = Journal.sealed(Journal.says(RUN, "To Joe"), joes);
    for (String one : hostile) {
      make();
      JournalEntry sealed = Journal.sealed(Journal.says(RUN, "To Joe"), joes);
      assertThat(read(sealed)).isNotEmpty();

      put("joes", one.getBytes(StandardCharsets.UTF_8));

      assertThat(keys.find("joes")).as(one).isNull();
      assertThat(read(sealed)).as(one).isEmpty();
    }
    keys.take(new ConsumerRecord<>("keys", 0, 0, null, null));
    assertThat(read(said)).isEmpty();
  }

  private static String wrapped(String id, String sealed) {
    return new String(
            Journal.wrapped(MASTER, ADA, id, new byte[DataKey.BYTES]), StandardCharsets.UTF_8)
        .replaceFirst("\"wrapped\":\"[^\"]*\"", "\"wrapped\":\"" + sealed + "\"");
  }

  /// Whoever writes the journal hashes what he likes, and has no key.
  @Test
  void whatWasNotSealedWithTheKeyIsNotToldWhateverItIs() {
    long seed = 17;
    Random random = new Random(seed);
    JournalEntry plain = Journal.says(RUN, "Forged");
    byte[] body = Objects.requireNonNull(plain.value());
    for (int i = 0; i < 10_000; i++) {
      byte[] salt = new byte[random.nextInt(20)];
      byte[] value = new byte[random.nextInt(80)];
      random.nextBytes(value);
      byte[] bytes = i % 3 == 0 ? body : value;
      assertThat(read(Journal.payload(plain, salt, "joes", bytes))).as("seed %d", seed).isEmpty();
    }
    JournalEntry sealed = Journal.sealed(plain, joes);
    byte[] value = Objects.requireNonNull(sealed.value());
    byte[] salt = Objects.requireNonNull(sealed.salt());
    for (int i = 0; i < value.length; i++) {
      byte[] changed = value.clone();
      changed[i] ^= 1;
      assertThat(read(Journal.payload(sealed, salt, "joes", changed))).isEmpty();
      assertThat(read(sealed.value(changed))).isEmpty();
    }
    assertThat(read(Journal.payload(sealed, salt, "adas", value))).isEmpty();
    assertThat(read(sealed)).isNotEmpty();
  }

  @Test
  void ofTooManyKeysThoseGoThatNobodyAskedForLongest() {
    key("third");
    assertThat(keys.find("joes")).isNotNull();

    key("fourth");

    assertThat(keys.has("adas")).isFalse();
    for (String id : List.of("joes", "third", "fourth")) {
      assertThat(keys.has(id)).as(id).isTrue();
    }
  }

  private static String text(News one) {
    return new String(one.bytes(), StandardCharsets.UTF_8);
  }
}
