package dev.playloop.worlds.declared.conformance;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// A restart by a command of the game's author, which the shell runs; it must come to its end, so
/// what it starts runs on in the background.
///
/// @param limit how long the command may take
public record RestartCommand(String command, Duration limit) implements Restart {
  @Override
  public void restart() throws IOException, InterruptedException {
    Process shell =
        new ProcessBuilder("sh", "-c", command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      if (!shell.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException("the restart command took longer than " + limit.toSeconds() + " s");
      }
    } finally {
      shell.destroyForcibly();
    }
    if (shell.exitValue() != 0) {
      throw new IOException("the restart command ended with " + shell.exitValue());
    }
  }
}
