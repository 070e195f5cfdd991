package dev.playloop.worlds.village;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// What the game is made with, and where that writes what it says.
record NodeTools(Path node, Path npm, Path log) {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  /// Gets the packages of that folder, by its lock, and runs nothing of theirs.
  void install(Path folder) throws IOException, InterruptedException {
    run(folder, npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund");
  }

  /// Throws [dev.playloop.worlds.model.CannotOpenWorld] where it fails, or takes too long.
  void run(Path folder, Path program, String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(words));
    Process process =
        VillageGame.alone(new ProcessBuilder(command))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    Path name = program.getFileName();
    try {
      if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        throw VillageGame.failed(
            name + " took longer than " + LIMIT.toMinutes() + " minutes", null);
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      process.onExit().join(); // it writes no more
    }
    if (process.exitValue() != 0) {
      throw VillageGame.failed(name + " failed, see " + log, null);
    }
  }
}
