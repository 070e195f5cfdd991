package dev.playloop.launcher.cli;

import dev.playloop.launcher.UserProblem;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Stands here for `--help`: the script starts the emulator in a small JVM of its own.
@Command(
    name = "emulator",
    description = {
      "Plays a game on mGBA, headless, and serves the API of mGBA-http on this machine.",
      "Workers reach it by PLAYLOOP_EMERALD_EMULATORS. Options: './playloop emulator --help'."
    })
final class EmulatorCommand implements Callable<Integer> {
  @Override
  public Integer call() {
    throw UserProblem.usage(
        "the emulator is started by the script, not by this program", "call ./playloop emulator");
  }
}
