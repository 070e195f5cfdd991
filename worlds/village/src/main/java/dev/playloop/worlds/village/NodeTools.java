package dev.playloop.worlds.village;

import dev.playloop.settings.OnPath;
import dev.playloop.worlds.model.CannotOpenWorld;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What the game is made with, and where that writes what it says.
record NodeTools(Path node, Path npm, Path log) {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  /// What programs need of the environment to be found and to reach their registry.
  private static final Pattern KEPT =
      Pattern.compile(
          "PATH|HOME|TMPDIR|TEMP|TMP|LANG|LC_.*|SystemRoot|(?i:npm_config_.*|https?_proxy|no_proxy)"
              + "|NODE_EXTRA_CA_CERTS|GAME_PATIENCE|GAME_SEED");

  static final String REMEDY = "install Node.js 20 or newer, and npm with it";

  /// Throws [CannotOpenWorld] where it is not there.
  static Path needed(String program) {
    return OnPath.find(program)
        .orElseThrow(() ->
            CannotOpenWorld.machine(
                "the village needs " + program + ", which is not on the PATH",
                REMEDY + "; './playloop doctor' checks this machine.",
                null));
  }

  static CannotOpenWorld failed(String why, @Nullable Exception cause) {
    return CannotOpenWorld.machine(
        "the village did not start: " + why,
        "'./playloop doctor' checks this machine; npm must reach its registry once.",
        cause);
  }

  /// Without our secrets, which others' code that players write to has no need of.
  static ProcessBuilder alone(ProcessBuilder builder) {
    builder.environment().keySet().removeIf(name -> !KEPT.matcher(name).matches());
    return builder;
  }

  /// Gets the packages of that folder, by its lock, and runs nothing of theirs.
  void install(Path folder) throws IOException, InterruptedException {
    run(folder, npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund");
  }

  /// Throws [CannotOpenWorld] where it fails, or takes too long.
  void run(Path folder, Path program, String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(words));
    Process process =
        alone(new ProcessBuilder(command))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    Path name = program.getFileName();
    try {
      if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        throw failed(name + " took longer than " + LIMIT.toMinutes() + " minutes", null);
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      process.onExit().join(); // it writes no more
    }
    if (process.exitValue() != 0) {
      throw failed(name + " failed, see " + log, null);
    }
  }
}
