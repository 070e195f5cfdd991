package dev.playloop.kit.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.topic.Suspects.Position;
import dev.playloop.testkit.TurnedClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The count of the records at which a role was struck by an `Error`.
final class SuspectsTest {
  private static final Position BOMB = new Position("p.triggers", 2, 17);

  @TempDir Path dir;
  private final TurnedClock clock = TurnedClock.at(Instant.parse("2026-11-22T12:00:00Z"));

  @Test
  void aRecordIsGuiltyAtTheThirdStart() {
    assertThat(open().struck(BOMB)).isEqualTo(1);
    assertThat(open().isGuilty(BOMB)).isFalse();
    assertThat(open().struck(BOMB)).isEqualTo(2);

    assertThat(open().isGuilty(BOMB)).isTrue();
    assertThat(open().isGuilty(new Position("p.triggers", 2, 18))).isFalse();
    assertThat(open().isGuilty(new Position("p.triggers", 1, 17))).isFalse();
  }

  @Test
  void theRoleReadsOneAtATimeUntilTheRecordIsBehindIt() {
    Suspects suspects = open();
    assertThat(suspects.isQuiet()).isTrue();
    suspects.struck(BOMB);

    assertThat(suspects.isQuiet()).isFalse();
    suspects.passed("p.triggers", 2, 16);
    suspects.passed("p.triggers", 1, 99);
    suspects.passed("p.results", 2, 99);
    assertThat(suspects.open()).containsExactly(BOMB);
    suspects.passed("p.triggers", 2, 17);

    assertThat(suspects.isQuiet()).isTrue();
    assertThat(open().isQuiet()).isTrue();
  }

  @Test
  void aRecordThatIsReadAgainAfterAnAbortIsStillGuilty() {
    Suspects suspects = open();
    suspects.struck(BOMB);
    suspects.struck(BOMB);
    suspects.passed("p.triggers", 2, 20);

    assertThat(suspects.isGuilty(BOMB)).isTrue();
    assertThat(suspects.struck(BOMB)).isEqualTo(3);
    assertThat(suspects.isQuiet()).isFalse();
  }

  @Test
  void whatWasStruckLongAgoIsForgotten() {
    Suspects suspects = open();
    suspects.struck(BOMB);
    clock.turn(Suspects.KEPT.plusSeconds(1));

    assertThat(suspects.isQuiet()).isTrue();
    assertThat(suspects.struck(BOMB)).isEqualTo(1);
  }

  @Test
  void whatWasSkippedIsTriedAgainAfterALongTime() {
    Suspects suspects = open();
    suspects.struck(BOMB);
    suspects.struck(BOMB);
    suspects.passed("p.triggers", 2, 17);
    assertThat(suspects.isGuilty(BOMB)).isTrue();

    clock.turn(Suspects.KEPT.plusSeconds(1));

    assertThat(suspects.isGuilty(BOMB)).isFalse();
  }

  @Test
  void onlySoManyRecordsAreKnown() {
    Suspects suspects = open();
    for (int i = 0; i < 3 * Suspects.MAX; i++) {
      clock.turn(Duration.ofMillis(1));
      suspects.struck(new Position("p.triggers", 0, i));
    }

    assertThat(suspects.open()).hasSize(Suspects.MAX);
    assertThat(suspects.struck(new Position("p.triggers", 0, 3 * Suspects.MAX - 1))).isEqualTo(2);
    assertThat(open().open()).hasSize(Suspects.MAX);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n\n",
        "a b c",
        "t x 1 2 3 open",
        "t 1 2 9999999999999 3 open",
        "t 1 2 3 4 ?"
      })
  void aFileThatCanNotBeReadCountsAsEmpty(String text) throws IOException {
    Files.writeString(file(), text);

    assertThat(open().isQuiet()).isTrue();
    assertThat(open().struck(BOMB)).isEqualTo(1);
    assertThat(open().open()).containsExactly(BOMB);
  }

  @Test
  void aFileThatIsTornAnywhereCountsAsEmptyOrAsItWas() throws IOException {
    open().struck(BOMB);
    byte[] whole = Files.readAllBytes(file());
    for (int length = 0; length <= whole.length; length++) {
      Files.write(file(), java.util.Arrays.copyOf(whole, length));
      assertThat(open().open()).as("%d bytes", length).hasSizeLessThanOrEqualTo(1);
    }
    Random random = new Random(4711);
    for (int i = 0; i < 200; i++) {
      byte[] noise = new byte[random.nextInt(300)];
      random.nextBytes(noise);
      Files.write(file(), noise);
      assertThat(open().open()).as("noise %d of seed 4711", i).isEmpty();
    }
    Files.writeString(file(), "x".repeat(1_000_000), StandardCharsets.UTF_8);
    assertThat(open().open()).isEmpty();
  }

  @Test
  void aFolderInThePlaceOfTheFileCostsTheCountAlone() throws IOException {
    Files.createDirectories(file().resolve("inside"));

    Suspects suspects = open();
    suspects.struck(BOMB);

    assertThat(suspects.struck(BOMB)).isEqualTo(2);
    assertThat(suspects.isGuilty(BOMB)).isTrue();
  }

  @Test
  void manyThreadsCountEachStrikeOnce() throws Exception {
    Suspects suspects = open();
    CountDownLatch all = new CountDownLatch(4 * 25);
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (int i = 0; i < 4 * 25; i++) {
        threads.execute(() -> {
          suspects.struck(BOMB);
          suspects.passed("p.triggers", 2, 5);
          all.countDown();
        });
      }
      all.await();
    }

    assertThat(suspects.struck(BOMB)).isEqualTo(101);
    assertThat(open().isGuilty(BOMB)).isTrue();
  }

  private Path file() {
    return dir.resolve("suspects");
  }

  /// As a process that starts anew would see it.
  private Suspects open() {
    return Suspects.in(file(), clock);
  }
}
