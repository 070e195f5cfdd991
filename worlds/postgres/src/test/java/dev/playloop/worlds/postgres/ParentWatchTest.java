package dev.playloop.worlds.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// When a server that was told to stop writes nothing more.
class ParentWatchTest {
  @TempDir Path folder;

  /// With the number of a process, and a file that names none, so that nobody is ended by it.
  private ParentWatch over(long pid, boolean isThere) throws IOException {
    Path file = folder.resolve("postmaster.pid");
    if (isThere) {
      Files.writeString(file, "nobody\n");
    }
    return ParentWatch.over(pid, file);
  }

  @Test
  void whoLivesAndHasItsFileStillWrites() throws IOException {
    try (ParentWatch watch = over(ProcessHandle.current().pid(), true)) {
      assertThat(watch.awaitEnd(Duration.ofMillis(1))).isFalse();

      Files.delete(folder.resolve("postmaster.pid"));
      assertThat(watch.awaitEnd(Duration.ofMinutes(1))).isTrue();
    }
  }

  @Test
  void whoWasKilledHasLeftItsFile() throws IOException, InterruptedException {
    Process gone = new ProcessBuilder("true").start();
    try (ParentWatch watch = over(gone.pid(), true)) {
      gone.waitFor();
      assertThat(watch.awaitEnd(Duration.ofMinutes(1))).isTrue();
    }
  }
}
