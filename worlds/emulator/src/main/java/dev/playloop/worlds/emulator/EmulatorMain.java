package dev.playloop.worlds.emulator;

import dev.playloop.worlds.emulator.libretro.CoreFinder;
import dev.playloop.worlds.emulator.libretro.LibretroMachine;
import dev.playloop.worlds.emulator.machine.Machine;
import dev.playloop.worlds.emulator.machine.MachineFault;
import dev.playloop.worlds.emulator.machine.Roms;
import dev.playloop.worlds.emulator.thumb.ThumbMachine;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.json.JsonMapper;

/// The emulator as a process: one machine, its REST API, and the script's protocol if asked for.
/// Says where they are in one line of JSON on standard output, then plays until it is told to stop
/// (or, with `--parent-watch`, until standard input ends). Ends with 0 after an orderly stop, 1
/// when the game broke its machine, 2 when it was started wrongly.
@Command(
    name = "emulator",
    mixinStandardHelpOptions = true,
    description = "Plays a game and serves the API of mGBA-http on 127.0.0.1.")
public final class EmulatorMain implements Callable<Integer> {
  /// The variable with the token that clients must send.
  public static final String TOKEN = "PLAYLOOP_EMULATOR_TOKEN";

  @Mixin private Options options = new Options();

  private final CountDownLatch stop = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);

  private EmulatorMain() {}

  public static void main(String[] args) {
    CommandLine line = new CommandLine(new EmulatorMain());
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExecutionExceptionHandler((problem, _, _) -> {
      System.err.println("emulator: " + problem.getMessage());
      return CommandLine.ExitCode.USAGE;
    });
    System.exit(line.execute(args));
  }

  @Override
  public Integer call() throws InterruptedException {
    Pace pace = Pace.parse(options.speed);
    Machine machine = machine();
    // A signal stops the game in order; the virtual machine waits for that.
    Runtime.getRuntime().addShutdownHook(new Thread(this::stopAndWait, "stop"));
    try (Emulator emulator = Emulator.start(machine, pace, Folders.of(options.files))) {
      SavedState saved = new SavedState(options.state, emulator);
      saved.load();
      try (RestFront front = RestFront.start(options.http, token(), new Api(emulator))) {
        try (LuaServer lua = options.lua == null ? null : LuaServer.start(options.lua, emulator)) {
          System.out.println(announcement(front, lua, machine));
          play(emulator);
        }
      }
      MachineFault fault = emulator.fault();
      if (fault != null) {
        System.err.println("emulator: " + fault.getMessage());
        return CommandLine.ExitCode.SOFTWARE;
      }
      saved.save();
      return CommandLine.ExitCode.OK;
    } finally {
      ended.countDown();
    }
  }

  /// From the environment, where only this user sees it.
  private static @Nullable String token() {
    String token = System.getenv(TOKEN);
    return token == null || token.isBlank() ? null : token;
  }

  private Machine machine() {
    byte[] rom = options.rom == null ? Roms.bundled() : Roms.read(options.rom);
    return switch (options.core) {
      case JAVA -> new ThumbMachine(rom);
      case MGBA ->
          new LibretroMachine(
              CoreFinder.find()
                  .orElseThrow(() ->
                      new IllegalArgumentException(
                          "no mGBA core here; install the package "
                              + CoreFinder.PACKAGE
                              + ", or use --core java")),
              rom);
      case AUTO -> {
        Optional<Path> core = CoreFinder.find();
        System.err.println(
            core.map(file -> "emulator: mGBA plays, from " + file)
                .orElse(
                    "emulator: no mGBA here (package "
                        + CoreFinder.PACKAGE
                        + "), so the Java machine plays"));
        yield core.isPresent() ? new LibretroMachine(core.get(), rom) : new ThumbMachine(rom);
      }
    };
  }

  private static String announcement(RestFront front, @Nullable LuaServer lua, Machine machine) {
    return new JsonMapper()
        .writeValueAsString(
            new Announcement(
                front.address().toString(),
                lua == null ? null : lua.port(),
                machine.core(),
                Roms.code(machine.rom())));
  }

  /// The line on standard output.
  record Announcement(String http, @Nullable Integer lua, String core, String game) {}

  /// Returns when the process shall stop, or the game has stopped by itself.
  private void play(Emulator emulator) throws InterruptedException {
    Thread.ofPlatform()
        .daemon()
        .name("game-watch")
        .start(() -> {
          try {
            emulator.join();
            stop.countDown();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    if (options.parentWatch) {
      Thread.ofPlatform()
          .daemon()
          .name("parent-watch")
          .start(() -> {
            drain(System.in);
            stop.countDown();
          });
    }
    stop.await();
  }

  private static void drain(InputStream in) {
    try {
      in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException parentIsGone) {
      // As good as its end.
    }
  }

  private void stopAndWait() {
    stop.countDown();
    try {
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
