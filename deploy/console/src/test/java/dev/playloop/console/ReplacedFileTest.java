package dev.playloop.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.audit.AuditException;
import dev.playloop.audit.evidence.Evidence;
import dev.playloop.console.source.FileJournal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.Test;

class ReplacedFileTest extends ConsoleCase {
  /// As the next run does with the journal of the last.
  @Test
  void aFileThatWasReplacedIsNotReadForTheOneThatWasOpened() throws Exception {
    Path file = Files.copy(JOURNAL, folder.resolve("last-run.jsonl"));
    FileJournal journal = FileJournal.of(file);
    try (Evidence evidence = journal.evidence()) {
      assertThat(evidence.file()).isNotNull();
    }

    Path next = Files.copy(JOURNAL, folder.resolve("next.jsonl"));
    Files.setLastModifiedTime(next, Files.getLastModifiedTime(file));
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);

    assertThatThrownBy(journal::evidence)
        .isInstanceOf(AuditException.class)
        .hasMessageContaining("it was replaced since it was opened; open it again");
    try (Evidence again = FileJournal.of(file).evidence()) {
      assertThat(again.file()).isNotNull();
    }
  }
}
