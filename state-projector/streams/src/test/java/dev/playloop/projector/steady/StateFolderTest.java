package dev.playloop.projector.steady;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is removed when stores can't be opened; with the folders of a real application in
/// `TornStoresTest`.
class StateFolderTest {
  @TempDir Path dir;
  private StateFolder folder;
  private Path root;

  @BeforeEach
  void fill() throws IOException {
    root = dir.resolve("t.loop");
    for (String task : new String[] {"0_0", "0_1", "0_11"}) {
      Files.createDirectories(root.resolve(task).resolve("rocksdb").resolve("agents"));
      Files.writeString(root.resolve(task).resolve("rocksdb/agents/CURRENT"), "x");
    }
    Files.createDirectories(dir.resolve("t.world").resolve("0_1"));
    folder = new StateFolder(dir, "t.loop");
  }

  private ProcessorStateException opening(String task, String why) {
    return new ProcessorStateException(
        "Error opening store agents at location " + root.resolve(task) + "/rocksdb/agents",
        new IOException(why));
  }

  @Test
  void theOneTaskThatIsNamedIsRemovedAndNothingElse() {
    assertThat(folder.mend(new StreamsException("x", opening("0_1", "torn")))).isTrue();

    assertThat(root.resolve("0_1")).doesNotExist();
    assertThat(root.resolve("0_0")).isDirectory();
    assertThat(root.resolve("0_11")).isDirectory();
    assertThat(dir.resolve("t.world").resolve("0_1")).isDirectory();
    assertThat(root).isDirectoryNotContaining(path -> path.toString().endsWith(".broken"));
  }

  @Test
  void allOfTheApplicationIsRemovedWhereNoTaskIsNamed() {
    assertThat(folder.mend(new ProcessorStateException("state directory can't be created")))
        .isTrue();

    assertThat(root).doesNotExist();
    assertThat(dir.resolve("t.world")).isDirectory();
  }

  @Test
  void whileItRunsOnlyATaskThatIsNamedIsRemoved() {
    folder.mendTask(new ProcessorStateException("no name"));
    folder.mendTask(new StreamsException("of task " + root.resolve("0_0")));
    assertThat(root.resolve("0_0")).isDirectory();

    folder.mendTask(new StreamsException("x", opening("0_0", "torn")));

    assertThat(root.resolve("0_0")).doesNotExist();
    assertThat(root.resolve("0_1")).isDirectory();
  }

  @Test
  void anotherFailureRemovesNothing() {
    assertThat(folder.mend(new StreamsException("the broker is away"))).isFalse();

    assertThat(root.resolve("0_0")).isDirectory();
  }

  @Test
  void aFullDiskRemovesNothingAndNamesTheFolder() {
    assertThatThrownBy(() -> folder.mend(opening("0_0", "IO error: No space left on device")))
        .isInstanceOf(StateFolder.UnusableException.class)
        .hasMessage("the disk of " + root + " is full; make room there");
    folder.mendTask(opening("0_0", "IO error: No space left on device"));

    assertThat(root.resolve("0_0")).isDirectory();
  }
}
