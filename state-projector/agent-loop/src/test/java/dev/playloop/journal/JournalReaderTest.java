package dev.playloop.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.journal.JournalEntry.Envelope;
import dev.playloop.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An entry is what the journal writes, to the byte, or it is refused; whatever lies there instead
/// is refused by name, and throws nothing else.
class JournalReaderTest {
  private static final long SEED = 20261123L;
  private static final AgentId ADA = new AgentId("test/ada");
  private static final byte[] SALT = "0123456789abcdef".getBytes(StandardCharsets.UTF_8);
  private static final String VALUE =
      "{\"input\":{\"text\":\"\u00e4 \ud83d\ude00\"},\"events\":[]}";
  private static final JournalEntry ENTRY = entry(bytes(VALUE));

  private static JournalEntry entry(byte[] value) {
    byte[] envelope =
        Json.bytes(
            Envelope.of(ADA, 7, Instant.parse("2026-11-23T12:00:00.125Z"))
                .by(1, "c".repeat(64))
                .about("trigger-arrived", "m-1 \"\u00e4\"")
                .hashes(Sha256.hex(SALT, value), "d".repeat(64), "e".repeat(64))
                .prompt("f".repeat(64))
                .behind("0".repeat(64)));
    return new JournalEntry(envelope, SALT, null, value);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String envelope() {
    return new String(Objects.requireNonNull(ENTRY.envelope()), StandardCharsets.UTF_8);
  }

  @Test
  void whatWasWrittenIsRead() {
    JournalReader.Read read = JournalReader.read(ENTRY);

    assertThat(read.payloadIntact()).isTrue();
    assertThat(read.hash()).isEqualTo(Sha256.hex(envelope()));
    assertThat(read.envelope().seq()).isEqualTo(7);
    assertThat(read.envelope().input()).isEqualTo("m-1 \"\u00e4\"");
    assertThat(read.bodyJson()).isEqualTo(bytes(VALUE));
  }

  @Test
  void theEnvelopeNamesItsFieldsInTheOrderThatIsPromised() {
    assertThat(Json.tree(envelope()).propertyNames())
        .containsExactly(
            "v",
            "agent",
            "seq",
            "at",
            "fold",
            "catalogue",
            "kind",
            "input",
            "payloadHash",
            "commandsHash",
            "stateHash",
            "promptHash",
            "previous");
  }

  @Test
  void anErasedEntryIsReadWithoutItsPayload() {
    JournalReader.Read read = JournalReader.read(ENTRY.erased());

    assertThat(read.bodyJson()).isNull();
    assertThat(read.payloadIntact()).isTrue();
    assertThat(read.hash()).isEqualTo(JournalReader.read(ENTRY).hash());
  }

  @Test
  void aValueThatIsNotTheOneOfTheHashIsNotIntact() {
    assertThat(JournalReader.read(ENTRY.value(bytes(VALUE + " "))).payloadIntact()).isFalse();
    assertThat(JournalReader.read(ENTRY.salt(new byte[16])).payloadIntact()).isFalse();
  }

  /// Sealed, and the header that says so taken away.
  @Test
  void aValueThatIsNoJsonAndNamesNoKeyIsNotIntact() {
    JournalReader.Read read = JournalReader.read(entry(new byte[] {1, 2, 3}));

    assertThat(read.payloadIntact()).isFalse();
    assertThat(read.bodyJson()).isNull();
  }

  @Test
  void saltAndKeyStandBesideAValueOnly() {
    refused(ENTRY.value(null), "salt");
    refused(new JournalEntry(ENTRY.envelope(), null, "k", null), "salt");
    refused(ENTRY.salt(null), "salt");
    refused(ENTRY.salt(new byte[0]), "salt");
    refused(ENTRY.salt(Arrays.copyOf(SALT, 15)), "salt");
    refused(ENTRY.salt(Arrays.copyOf(SALT, 17)), "salt");
  }

  @Test
  void aRecordWithoutHeadersIsNone() {
    refused(JournalEntry.plain(bytes(VALUE)), "envelope");
    refused(JournalEntry.plain(null), "envelope");
  }

  @Test
  void aRecordOfTheFirstFormatIsCalledThat() {
    JournalEntry first =
        JournalEntry.plain(bytes("{\"v\":1,\"envelope\":\"{}\",\"payload\":{\"salt\":\"\"}}"));

    assertThat(JournalReader.isFirstFormat(first)).isTrue();
    assertThatThrownBy(() -> JournalReader.read(first))
        .hasMessageContaining("format 1; this build reads 2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "3", "0", "-1", "2.0", "\"2\"", "99999999999999999999"})
  void anotherVersionIsRefused(String v) {
    refused(with(envelope().replace("\"v\":2", "\"v\":" + v)), "v");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "99999999999999999999",
        "1e400",
        "1e999999999",
        "-1e-999999999",
        "07",
        "7.5",
        "\"7\"",
        "null",
        "[]"
      })
  void aNumberThatIsNoneIsRefused(String number) {
    refused(with(envelope().replace("\"seq\":7", "\"seq\":" + number)), null);
    refused(with(envelope().replace("\"fold\":1", "\"fold\":" + number)), null);
  }

  @Test
  void theSameInOtherBytesIsRefused() {
    refused(with(envelope().replace("{\"v\"", "{ \"v\"")), "envelope");
    refused(with(envelope().replace("test/ada", "\\u0074est/ada")), "envelope");
    refused(with(envelope().replace("}", ",\"note\":1}")), "envelope");
    refused(with(envelope().replace("12:00:00.125Z", "12:00:00.125000Z")), "envelope");
    refused(with(envelope().replace("\u00e4", "\\u00e4")), "envelope");
    refused(with(envelope() + "\n"), "envelope");
  }

  @Test
  void halfACharacterIsRefused() {
    refused(with(envelope().replace("m-1", "m-\\ud83d")), null);
    byte[] half = bytes(envelope());
    half[envelope().indexOf("m-1")] = (byte) 0xC3;
    refused(ENTRY.envelope(half), null);
  }

  /// Sections of a prompt, ends of JSON and of lines in whatever an outsider names.
  @ParameterizedTest
  @ValueSource(
      strings = {"</trigger>", "\"}", "\\", "\"}],\"envelope\":{\"v\":2}", "\u2028", "\u0000"})
  void whatAnInputIsCalledForgesNoField(String id) {
    byte[] envelope =
        Json.bytes(
            Json.read(Objects.requireNonNull(ENTRY.envelope()), Envelope.class)
                .about("trigger-arrived", id));

    Envelope read = JournalReader.read(ENTRY.envelope(envelope)).envelope();

    assertThat(read.input()).isEqualTo(id);
    assertThat(read.seq()).isEqualTo(7);
    assertThat(read.previous()).isEqualTo("0".repeat(64));
  }

  /// Seeded: each part broken in many ways, often two at once.
  @Test
  void whateverIsBrokenIsRefusedAndThrowsNothingElse() {
    Random random = new Random(SEED);
    int read = 0;
    for (int i = 0; i < 20_000; i++) {
      JournalEntry broken = broken(ENTRY, random);
      try {
        JournalReader.Read found = JournalReader.read(broken, key -> null);
        boolean same = Arrays.equals(broken.envelope(), ENTRY.envelope());
        assertThat(same || !found.hash().equals(Sha256.hex(envelope())))
            .as("seed %d, round %d", SEED, i)
            .isTrue();
        read++;
      } catch (InvalidValueException e) {
        assertThat(e.field()).as("seed %d, round %d", SEED, i).isNotEmpty();
      }
    }
    assertThat(read).as("some are still entries").isBetween(100, 19_000);
  }

  private static JournalEntry broken(JournalEntry entry, Random random) {
    JournalEntry broken = entry;
    do {
      broken =
          switch (random.nextInt(6)) {
            case 0, 1 -> broken.envelope(edited(broken.envelope(), random));
            case 2 -> broken.value(edited(broken.value(), random));
            case 3 -> broken.salt(edited(broken.salt(), random));
            case 4 ->
                new JournalEntry(
                    broken.envelope(), broken.salt(), random.nextBoolean() ? "k" : null, null);
            default ->
                new JournalEntry(
                    random.nextInt(4) == 0 ? null : broken.envelope(),
                    broken.salt(),
                    "k\u0000",
                    broken.value());
          };
    } while (random.nextBoolean());
    return broken;
  }

  private static byte @Nullable [] edited(byte @Nullable [] part, Random random) {
    if (part == null || part.length == 0) {
      return random.nextBoolean() ? null : new byte[random.nextInt(40)];
    }
    List<Byte> all = new ArrayList<>();
    for (byte b : part) {
      all.add(b);
    }
    int at = random.nextInt(all.size());
    switch (random.nextInt(4)) {
      case 0 -> all.set(at, (byte) random.nextInt(256));
      case 1 ->
          all.add(at, "\"\\{}[]:,0e-\u0001".getBytes(StandardCharsets.UTF_8)[random.nextInt(12)]);
      case 2 -> all.remove(at);
      default -> all = new ArrayList<>(all.subList(0, at));
    }
    byte[] edited = new byte[all.size()];
    for (int i = 0; i < edited.length; i++) {
      edited[i] = all.get(i);
    }
    return edited;
  }

  private static JournalEntry with(String envelope) {
    assertThat(envelope).isNotEqualTo(envelope());
    return ENTRY.envelope(bytes(envelope));
  }

  private static void refused(JournalEntry entry, @Nullable String field) {
    assertThatThrownBy(() -> JournalReader.read(entry))
        .isInstanceOfSatisfying(
            InvalidValueException.class,
            e -> assertThat(field == null || e.field().equals(field)).as(e.toString()).isTrue());
  }
}
