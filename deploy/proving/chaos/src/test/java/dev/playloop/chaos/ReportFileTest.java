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

final class ReportFileTest {
  @TempDir private Path folder;

  @Test
  void callsAddUp() {
    Path file = folder.resolve("histories.jsonl");
    ReportFile<HistoryReport> first = open(file);
    assertThat(first.reports()).isEmpty();
    first.add(broken(7));
    first.add(broken(8));

    ReportFile<HistoryReport> second = open(file);
    assertThat(second.reports()).hasSize(2);
    second.add(broken(9));

    assertThat(open(file).reports()).extracting(HistoryReport::seed).containsExactly(7L, 8L, 9L);
    ChaosSummary all = ChaosSummary.of(7, second.reports(), 0, null);
    assertThat(all.histories()).isEqualTo(3);
    assertThat(all.broken()).isEqualTo(3);
  }

  @Test
  void aLineThatAKilledCallLeftHalfWrittenIsDropped() throws IOException {
    Path file = folder.resolve("histories.jsonl");
    open(file).add(broken(1));
    Files.writeString(file, "{\"seed\":2,\"na", StandardOpenOption.APPEND);

    ReportFile<HistoryReport> again = open(file);
    assertThat(again.reports()).hasSize(1);
    again.add(broken(2));

    assertThat(open(file).reports()).hasSize(2);
  }

  @Test
  void aFileOfSomethingElseIsRefusedWithItsLine() throws IOException {
    Path file = folder.resolve("histories.jsonl");
    open(file).add(broken(1));
    Files.writeString(file, "hello\n", StandardOpenOption.APPEND);

    assertThatThrownBy(() -> open(file))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("line 2")
        .hasMessageContaining("a history");
  }

  private static ReportFile<HistoryReport> open(Path file) {
    return ReportFile.open(file, HistoryReport.class, "a history");
  }

  private static HistoryReport broken(long seed) {
    return HistoryReport.notRun(seed, new IllegalStateException("a test"));
  }
}
