package dev.playloop.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.InvalidValueException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HistoryFileTest {
  @TempDir private Path folder;

  @Test
  void callsAddUpAndEachGoesOnBehindTheLast() {
    Path file = folder.resolve("histories.jsonl");
    HistoryFile first = HistoryFile.open(file);
    assertThat(first.nextSeed()).isEmpty();
    first.add(broken(7));
    first.add(broken(8));

    HistoryFile second = HistoryFile.open(file);
    assertThat(second.nextSeed()).hasValue(9);
    second.add(broken(9));

    assertThat(HistoryFile.open(file).reports())
        .extracting(HistoryReport::seed)
        .containsExactly(7L, 8L, 9L);
    ChaosSummary all = ChaosSummary.of(7, second.reports(), 0, null);
    assertThat(all.histories()).isEqualTo(3);
    assertThat(all.broken()).isEqualTo(3);
  }

  @Test
  void aLineThatAKilledCallLeftHalfWrittenIsDropped() throws IOException {
    Path file = folder.resolve("histories.jsonl");
    HistoryFile.open(file).add(broken(1));
    Files.writeString(file, "{\"seed\":2,\"na", StandardOpenOption.APPEND);

    HistoryFile again = HistoryFile.open(file);
    assertThat(again.nextSeed()).hasValue(2);
    again.add(broken(2));

    assertThat(HistoryFile.open(file).reports()).hasSize(2);
  }

  @Test
  void aFileOfSomethingElseIsRefusedWithItsLine() throws IOException {
    Path file = folder.resolve("histories.jsonl");
    HistoryFile.open(file).add(broken(1));
    Files.writeString(file, "hello\n", StandardOpenOption.APPEND);

    assertThatThrownBy(() -> HistoryFile.open(file))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("line 2")
        .hasMessageContaining("a history");
  }

  private static HistoryReport broken(long seed) {
    return HistoryReport.notRun(seed, new IllegalStateException("a test"));
  }
}
