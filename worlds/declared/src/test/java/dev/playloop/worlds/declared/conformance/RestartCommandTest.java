package dev.playloop.worlds.declared.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The command of a game's author runs as they typed it, and what goes wrong with it is told.
class RestartCommandTest {
  private static final Duration LONG = Duration.ofSeconds(20);

  @TempDir private Path folder;

  @Test
  void itRunsInAShellAndWhatItStartedInTheBackgroundIsNotWaitedFor()
      throws IOException, InterruptedException {
    Path made = folder.resolve("made by it");
    new RestartCommand("sleep 2 & echo > '" + made + "'", LONG).restart();

    assertThat(Files.exists(made)).isTrue();
  }

  @Test
  void oneThatFailsIsTold() {
    assertThatThrownBy(() -> new RestartCommand("exit 3", LONG).restart())
        .isInstanceOf(IOException.class)
        .hasMessage("the restart command ended with 3");
    assertThatCode(() -> new RestartCommand("true", LONG).restart()).doesNotThrowAnyException();
  }

  @Test
  void oneThatDoesNotEndIsEnded() {
    assertThatThrownBy(() -> new RestartCommand("exec sleep 5", Duration.ofMillis(50)).restart())
        .isInstanceOf(IOException.class);
  }
}
