package dev.playloop.launcher.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The page, the command and the operator say the same of every entry and of every run of the
/// journal of a release.
class SameTruthTest {
  private static final Path JOURNAL = Path.of("src/test/resources/journals/0.1.0.jsonl");

  @TempDir private Path folder;

  @Test
  void everyMomentIsWhatReplaySays() throws Exception {
    try (SameTruth truth = new SameTruth(JOURNAL, folder)) {
      assertThat(truth.everyMoment()).isEqualTo(128);
    }
  }

  @Test
  void everyRunIsToldAsTheAuditTellsIt() throws Exception {
    try (SameTruth truth = new SameTruth(JOURNAL, folder)) {
      assertThat(truth.everyRun()).isPositive();
    }
  }
}
