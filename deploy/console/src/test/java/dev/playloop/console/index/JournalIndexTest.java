package dev.playloop.console.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.audit.FoldBuild;
import dev.playloop.console.row.EntryRow;
import dev.playloop.console.row.Reach;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.schemas.seal.DataKey;
import dev.playloop.schemas.seal.KeyRing;
import dev.playloop.worlds.model.Worlds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The file of an index: what is in it, what is not, and when it is made anew.
class JournalIndexTest {
  /// No word before or behind it in an index begins as it does, so that it stands there whole.
  private static final String SECRET = "qzvxwkj";

  private static final String TOPIC = "playloop.journal";

  @TempDir private Path folder;

  private Path file() {
    return folder.resolve("index.db");
  }

  private static JournalVerifier verifier(KeyRing keys) {
    return new FoldBuild(LoopPolicy.DEFAULT, Worlds.of()).verifier(keys);
  }

  private static Map<String, Map<Integer, Long>> at(long next) {
    return Map.of(TOPIC, Map.of(0, next));
  }

  @Test
  void itsFilesAreItsOwners() throws Exception {
    try (JournalIndex index = JournalIndex.open(file(), "a", true);
        IndexWriter writer = index.writer(verifier(KeyRing.NONE))) {
      writer.entry(new SampleEntries().next("hello", null), 0);
      writer.commit(at(1));

      try (Stream<Path> files = Files.list(folder)) {
        for (Path each : files.toList()) {
          assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
              .as("%s", each.getFileName())
              .isEqualTo("rw-------");
        }
      }
    }
  }

  /// Whoever is killed goes on from the places in the file: nothing is missing, nothing twice.
  @Test
  void rowsAndPlacesAreWrittenTogetherOrNotAtAll() throws Exception {
    SampleEntries entries = new SampleEntries();
    var first = entries.next("one", null);
    var second = entries.next("two", null);
    try (JournalIndex index = JournalIndex.open(file(), "a", true)) {
      try (IndexWriter writer = index.writer(verifier(KeyRing.NONE))) {
        writer.entry(first, 0);
        writer.commit(at(1));
        writer.entry(second, 1);
        // Killed here.
      }
      IndexReads reads = new IndexReads(index);
      assertThat(reads.entries()).isEqualTo(1);
      try (IndexWriter writer = index.writer(verifier(KeyRing.NONE))) {
        assertThat(writer.places()).isEqualTo(at(1));
        writer.entry(second, 1);
        writer.commit(at(2));
        assertThat(writer.places()).isEqualTo(at(2));
      }
      assertThat(reads.entries(SampleEntries.AGENT, null, 0, 10))
          .extracting(EntryRow::seq)
          .containsExactly(0L, 1L);
      assertThat(reads.entries(SampleEntries.AGENT, null, 0, 10)).allMatch(EntryRow::sound);
    }
  }

  @Test
  void aFileOfAnotherJournalIsPutAway() throws Exception {
    fill("a");

    try (JournalIndex index = JournalIndex.open(file(), "b", true)) {
      assertThat(new IndexReads(index).entries()).isZero();
    }
    assertThat(folder.resolve("index.db.old")).exists();
  }

  @Test
  void whatWasPutAwayGoesWithTheNextStart() throws Exception {
    fill("a");
    JournalIndex.open(file(), "b", true).close();
    assertThat(folder.resolve("index.db.old")).exists();

    JournalIndex.open(file(), "b", true).close();
    assertThat(folder.resolve("index.db.old")).doesNotExist();
  }

  @Test
  void aTornFileIsPutAway() throws Exception {
    fill("a");
    byte[] bytes = Files.readAllBytes(file());
    byte[] rubbish = new byte[bytes.length - 4_096];
    new Random(3).nextBytes(rubbish);
    System.arraycopy(rubbish, 0, bytes, 4_096, rubbish.length);
    Files.write(file(), bytes);

    try (JournalIndex index = JournalIndex.open(file(), "a", true)) {
      assertThat(new IndexReads(index).entries()).isZero();
    }
  }

  @Test
  void theSameFileIsUsedAgain() throws Exception {
    fill("a");

    try (JournalIndex index = JournalIndex.open(file(), "a", true)) {
      assertThat(new IndexReads(index).entries()).isEqualTo(1);
    }
  }

  private void fill(String of) throws Exception {
    try (JournalIndex index = JournalIndex.open(file(), of, true);
        IndexWriter writer = index.writer(verifier(KeyRing.NONE))) {
      writer.entry(new SampleEntries().next("hello", null), 0);
      writer.commit(at(1));
    }
  }

  @Test
  void withoutWordsNothingOfAPayloadIsInTheFiles() throws Exception {
    try (JournalIndex index = JournalIndex.open(file(), "a", false);
        IndexWriter writer = index.writer(verifier(KeyRing.NONE))) {
      writer.entry(new SampleEntries().next("say " + SECRET, null), 0);
      writer.commit(at(1));

      assertThat(holdsSecret()).isFalse();
    }
  }

  /// The key is dropped: its words leave the index, its log and its free pages.
  @Test
  void whatIsErasedLeavesTheFiles() throws Exception {
    DataKey key = new DataKey("k1", new byte[DataKey.BYTES]);
    SampleEntries entries = new SampleEntries();
    try (JournalIndex index = JournalIndex.open(file(), "a", true);
        IndexWriter writer = index.writer(verifier(id -> id.equals("k1") ? key : null))) {
      for (int i = 0; i < 50; i++) {
        writer.entry(entries.next("word" + i + " " + SECRET, key), i);
        writer.entry(entries.next("other words " + i, null), i);
      }
      writer.commit(at(100));
      NowReads reads = new NowReads(index);
      NowReads.Whose all = new NowReads.Whose(null, Reach.ALL);
      assertThat(reads.search(SECRET, all, Long.MAX_VALUE, 100)).hasSize(50);
      assertThat(holdsSecret()).as("else the test proves nothing").isTrue();
      Files.copy(
          file(), folder.resolve("index.db.old")); // of an earlier index, with the same words

      writer.erase(Set.of("k1"));
      writer.commit(at(101));

      assertThat(reads.search(SECRET, all, Long.MAX_VALUE, 100)).isEmpty();
      assertThat(reads.search("other", all, Long.MAX_VALUE, 100)).hasSize(50);
      assertThat(holdsSecret()).isFalse();
      assertThat(new IndexReads(index).entries()).isEqualTo(100);
    }
    assertThat(holdsSecret()).isFalse();
  }

  private boolean holdsSecret() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path each : files.toList()) {
        if (new String(Files.readAllBytes(each), StandardCharsets.ISO_8859_1).contains(SECRET)) {
          return true;
        }
      }
      return false;
    }
  }

  @Test
  void anEntryThatWasEditedIsMarked() throws Exception {
    SampleEntries entries = new SampleEntries();
    var first = entries.next("one", null);
    var second = entries.next("two", null);
    var third = entries.next("three", null);
    byte[] edited =
        new String(second.value(), StandardCharsets.UTF_8)
            .replace("two", "six")
            .getBytes(StandardCharsets.UTF_8);
    try (JournalIndex index = JournalIndex.open(file(), "a", true);
        IndexWriter writer = index.writer(verifier(KeyRing.NONE))) {
      writer.entry(first, 0);
      writer.entry(second.with(second.entry().value(edited)), 1);
      writer.entry(third, 2);
      writer.commit(at(3));

      IndexReads reads = new IndexReads(index);
      assertThat(reads.entries(SampleEntries.AGENT, null, 0, 10))
          .extracting(EntryRow::sound)
          .containsExactly(true, false, true);
      assertThat(reads.findings(SampleEntries.AGENT, 1))
          .extracting(IndexReads.Found::detail)
          .allSatisfy(detail -> assertThat(detail).startsWith("payloadHash"));
    }
  }

  @Test
  void anEntryThatIsMissingIsMarked() throws Exception {
    SampleEntries entries = new SampleEntries();
    var first = entries.next("one", null);
    entries.next("two", null);
    var third = entries.next("three", null);
    try (JournalIndex index = JournalIndex.open(file(), "a", true);
        IndexWriter writer = index.writer(verifier(KeyRing.NONE))) {
      writer.entry(first, 0);
      writer.entry(third, 2);
      writer.commit(at(3));

      assertThat(new IndexReads(index).entries(SampleEntries.AGENT, null, 0, 10))
          .extracting(EntryRow::sound)
          .containsExactly(true, false);
    }
  }

  /// The number of the last one is how many there are.
  @Test
  void whatComesBehindAClearIsNumberedFromItsBeginning() throws Exception {
    try (JournalIndex index = JournalIndex.open(file(), "a", true);
        IndexWriter writer = index.writer(verifier(KeyRing.NONE))) {
      SampleEntries before = new SampleEntries();
      writer.entry(before.next("one", null), 0);
      writer.entry(before.next("two", null), 1);
      writer.commit(at(2));

      writer.clear();
      writer.entry(new SampleEntries().next("one", null), 0);
      writer.commit(at(1));

      assertThat(new IndexReads(index).entries()).isEqualTo(1);
    }
  }

  /// Also where the index was closed in between.
  @Test
  void theChainGoesOnOverARestart() throws Exception {
    SampleEntries entries = new SampleEntries();
    try (JournalIndex index = JournalIndex.open(file(), "a", true)) {
      try (IndexWriter writer = index.writer(verifier(KeyRing.NONE))) {
        writer.entry(entries.next("one", null), 0);
        writer.commit(at(1));
      }
      entries.next("that is left out", null);
      try (IndexWriter writer = index.writer(verifier(KeyRing.NONE))) {
        writer.entry(entries.next("three", null), 2);
        writer.commit(at(3));
      }
      assertThat(new IndexReads(index).entries(SampleEntries.AGENT, null, 0, 10))
          .extracting(EntryRow::sound)
          .containsExactly(true, false);
    }
  }

  /// A folder that others can write may hold an index of theirs, or a link to one.
  @Test
  void anIndexThatOthersMayHaveWrittenIsMadeAnew() throws Exception {
    Path theirs = folder.resolve("theirs.db");
    JournalIndex.open(theirs, "a", false).close();
    byte[] before = Files.readAllBytes(theirs);
    Files.createSymbolicLink(file(), theirs);

    JournalIndex.open(file(), "a", false).close();

    assertThat(Files.isSymbolicLink(file())).isFalse();
    assertThat(theirs).hasBinaryContent(before);
    Object made = Files.readAttributes(file(), "unix:ino").get("ino");
    Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-rw-rw-"));
    JournalIndex.open(file(), "a", false).close();
    assertThat(Files.readAttributes(file(), "unix:ino").get("ino")).isNotEqualTo(made);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
  }
}
