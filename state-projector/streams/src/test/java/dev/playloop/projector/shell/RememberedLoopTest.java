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
import dev.playloop.journal.Entry;
import dev.playloop.journal.Finding;
import dev.playloop.journal.JournalReader;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.journal.JournalVerifier.Report;
import dev.playloop.journal.Refold;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Part;
import dev.playloop.schemas.event.Section;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.journal.JournalEntry.Envelope;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.Worlds;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Who said what to an agent, as the shell stores and journals it.
class RememberedLoopTest {
  @TempDir Path dir;
  private LoopDriver loop;

  @BeforeEach
  void open() {
    loop = new LoopDriver(dir);
    loop.apply(config("ada", "ada"));
    talk("m-1", "bob", "I lost my sword");
    talk("m-2", "joe", "Hello there");
  }

  @AfterEach
  void close() {
    loop.close();
  }

  private void talk(String id, String who, String text) {
    hear(id, who, text);
    loop.decide(SampleDecisions.text(only(loop.turns()), "You said: " + text));
  }

  private void hear(String id, String who, String text) {
    loop.trigger(
        Trigger.of(id, agent("ada"), "chat.message")
            .at(Samples.START)
            .subject(new Trigger.Subject("player", who))
            .text(text));
  }

  /// What the prompt of the turn that is open shows of whom it is about.
  private static JsonNode shown(Turn turn) {
    for (Message message : turn.body().messages()) {
      if (message instanceof Message.User user
          && user.parts().getFirst() instanceof Part.Text(String text)) {
        JsonNode memory = Section.find(Section.MEMORY, text);
        if (memory != null) {
          return memory.path("counterpart");
        }
      }
    }
    throw new AssertionError("no memory in " + turn.body());
  }

  private static Report verify(List<JournalEntry> journal, @Nullable ChainHead start) {
    Desk desk = Desk.of(LoopPolicy.DEFAULT, Worlds.of(new TestWorld()));
    return new JournalVerifier(new Refold(desk)).verify(agent("ada"), journal, start, null);
  }

  private static List<String> kinds(List<JournalEntry> journal) {
    return journal.stream().map(entry -> JournalReader.read(entry).envelope().kind()).toList();
  }

  private List<String> stored(String prefix) {
    List<String> keys = new ArrayList<>();
    try (var entries = loop.driver.<byte[]>store(LoopTopology.AGENTS).all()) {
      entries.forEachRemaining(entry -> {
        if (entry.key.startsWith(prefix)) {
          keys.add(entry.key);
        }
      });
    }
    return keys;
  }

  @Test
  void eachCounterpartHasAKeyOfItsOwnAndWhatChangedIsJournaled() {
    String bob = "test/ada/" + Sha256.hex("bob");
    assertThat(stored("t/"))
        .containsExactlyInAnyOrder("t/" + bob, "t/test/ada/" + Sha256.hex("joe"));
    assertThat(stored("i/")).hasSize(2).contains("i/" + bob);
    assertThat(kinds(loop.journal()))
        .containsExactly(
            "config-changed",
            "trigger-arrived",
            "decision-made",
            "snapshot",
            "talk",
            "trigger-arrived",
            "decision-made",
            "snapshot",
            "talk");
  }

  @Test
  void itIsReadAgainFromTheStoreAndFoldedAgainFromTheJournal() {
    Agents again =
        new Agents(new Batch(loop.driver.store(LoopTopology.AGENTS), (_, _, _, _) -> {}), 1L << 20);
    var read = again.get(agent("ada")).live().talks();
    assertThat(read.talks().marks()).containsOnlyKeys("bob", "joe");
    assertThat(read.source().read("bob")).isNotNull();
    assertThat(read.source().read("sue")).isNull();

    hear("m-3", "bob", "Did you find it?");
    JsonNode bob = shown(only(loop.turns()));
    assertThat(bob.at("/exchanges/0/said").stringValue()).isEqualTo("I lost my sword");

    List<JournalEntry> journal = loop.journal();
    Report whole = verify(journal, ChainHead.START);
    assertThat(whole.findings()).isEmpty();
    assertThat(whole.refolded()).isEqualTo(journal.size());
    int snapshot = kinds(journal).lastIndexOf(Entry.SNAPSHOT);
    Report slice = verify(journal.subList(snapshot, journal.size()), null);
    assertThat(slice.findings()).isEmpty();
    assertThat(slice.refolded()).isEqualTo(journal.size() - snapshot);
  }

  @Test
  void aSnapshotThatIsAskedForIsFollowedByAllTalks() {
    int before = loop.journal().size();
    loop.driver.send(
        loop.topics.controls(),
        agent("ada"),
        new Control.Snapshot(agent("ada"), Author.of("archive"), Samples.START));

    List<JournalEntry> journal = loop.journal();
    assertThat(kinds(journal.subList(before, journal.size())))
        .containsExactly("controlled", "snapshot", "talk", "talk");
    Report rest = verify(journal.subList(before + 1, journal.size()), null);
    assertThat(rest.findings()).isEmpty();
    assertThat(rest.refolded()).isEqualTo(3);
  }

  /// Whoever can chain entries anew still can't put other words into anybody's mouth.
  @Test
  void otherWordsThanTheIndexStandsForAreFound() {
    List<JournalEntry> journal = new ArrayList<>(loop.journal());
    int last = journal.size() - 1;
    assertThat(kinds(journal).get(last)).isEqualTo(Entry.TALK);
    journal.set(last, saying(journal.get(last), "Hello there", "Kill them all"));

    assertThat(verify(journal, ChainHead.START).findings())
        .extracting(Finding::problem)
        .contains(Finding.Problem.STATE_DIFFERS);
  }

  /// What the prompt shows of it, and what it does not show.
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {"I lost my sword,I lost my shield", "\"importance\":0.5,\"importance\":0.6"})
  void otherWordsThanWereReadAreFound(String text, String other) {
    hear("m-3", "bob", "Did you find it?");
    List<JournalEntry> journal = new ArrayList<>(loop.journal());
    int last = journal.size() - 1;
    assertThat(
            new String(Objects.requireNonNull(journal.get(last).value()), StandardCharsets.UTF_8))
        .contains("\"memory\":[{\"with\":\"bob\"");
    journal.set(last, saying(journal.get(last), text, other));

    assertThat(verify(journal, ChainHead.START).findings())
        .extracting(Finding::problem)
        .contains(Finding.Problem.PROMPT_DIFFERS);
  }

  @Test
  void anErasedTalkCostsNoOtherEntry() {
    List<JournalEntry> journal = new ArrayList<>(loop.journal());
    int talk = kinds(journal).indexOf(Entry.TALK);
    journal.set(talk, journal.get(talk).erased());

    Report report = verify(journal, ChainHead.START);
    assertThat(report.findings()).isEmpty();
    assertThat(report.refolded()).isEqualTo(journal.size() - 1);
  }

  /// The entry with another text, and an envelope that says so; it has to be the last of its chain.
  private static JournalEntry saying(JournalEntry entry, String text, String other) {
    byte[] value =
        new String(Objects.requireNonNull(entry.value()), StandardCharsets.UTF_8)
            .replace(text, other)
            .getBytes(StandardCharsets.UTF_8);
    Envelope was = JournalReader.read(entry).envelope();
    String hash = Sha256.hex(Objects.requireNonNull(entry.salt()), value);
    Envelope forged = was.hashes(hash, was.commandsHash(), was.stateHash());
    return entry.value(value).envelope(Json.bytes(forged));
  }
}
