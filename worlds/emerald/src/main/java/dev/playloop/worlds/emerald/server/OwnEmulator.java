package dev.playloop.worlds.emerald.server;

import dev.playloop.settings.SettingKey;
import dev.playloop.worlds.emulator.libretro.CoreFinder;
import dev.playloop.worlds.model.MachineCheck;
import dev.playloop.worlds.model.ServerProgram;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What people are told of the emulator that comes along.
public final class OwnEmulator {
  private OwnEmulator() {}

  /// Without mGBA there is a machine in Java, which is enough for the game that comes along.
  public static MachineCheck check(String example) {
    Optional<Path> core = CoreFinder.find();
    return core.isPresent()
        ? MachineCheck.fine("mGBA's core at " + core.get())
        : MachineCheck.optional(
            "no mGBA core: 'run "
                + example
                + "' plays its game on a machine in Java, and no other game; install "
                + CoreFinder.PACKAGE);
  }

  /// The script's command; workers reach what it starts by the setting `emulators`.
  public static ServerProgram program(SettingKey emulators) {
    return new ServerProgram(
        "emulator",
        List.of(
            "Plays a game on mGBA, headless, and serves the API of mGBA-http on this machine.",
            "Workers reach it by "
                + emulators.name()
                + ". Options: './playloop emulator --help'."));
  }
}
