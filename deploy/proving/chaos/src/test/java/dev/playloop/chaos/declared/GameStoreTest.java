package dev.playloop.chaos.declared;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A store that several processes of a game share: a wrong game would find nothing but its own
/// faults in the crash suite.
class GameStoreTest {
  private static final String ACTION = "tally/ada:m1#1.1";

  @TempDir private Path folder;

  @Test
  void whatOneHasDoneTheOtherKnowsAndDoesNotDoAgain() throws IOException {
    GameStore one = GameStore.open(folder, false);
    GameStore other = GameStore.open(folder, false);
    assertThat(other.find(ACTION)).isNull();
    assertThat(other.act(ACTION)).isEqualTo(one.act(ACTION)).isEqualTo(one.deny(ACTION));
    assertThat(GameStore.deeds(folder)).containsExactly(ACTION);
  }

  @Test
  void whoWasToldBeforeItWasSaidNotToBeDoneDoesNotDoIt() throws IOException {
    GameStore one = GameStore.open(folder, false);
    GameStore other = GameStore.open(folder, false);
    long told = one.size();
    assertThat(other.deny(ACTION)).isNull();
    assertThat(one.act(ACTION, told)).isNull();
    assertThat(GameStore.deeds(folder)).isEmpty();
    assertThat(one.act(ACTION, one.size())).isNotNull();
    assertThat(GameStore.deeds(folder)).containsExactly(ACTION);
  }

  @Test
  void aNewMemoryBeginsNowAndWhatWasDoneStaysInTheFile() throws IOException {
    GameStore.open(folder, false).act(ACTION);
    GameStore forgetful = GameStore.open(folder, true);
    assertThat(forgetful.find(ACTION)).isNull();
    assertThat(forgetful.born()).isAfter(Instant.now().minusSeconds(60));
    forgetful.act(ACTION);
    assertThat(GameStore.deeds(folder)).containsExactly(ACTION, ACTION);
  }

  @Test
  void whatWasCutOffInItsMidstWasNotDone() throws IOException {
    GameStore.open(folder, false).act(ACTION);
    Path file = folder.resolve("deeds.jsonl");
    Files.writeString(file, "{\"action\":\"tally/ada:m2#1.1\",\"sta", StandardOpenOption.APPEND);
    GameStore after = GameStore.open(folder, false);
    assertThat(after.find(ACTION)).isNotNull();
    after.act("tally/ada:m3#1.1");
    assertThat(GameStore.deeds(folder)).containsExactly(ACTION, "tally/ada:m3#1.1");
  }
}
