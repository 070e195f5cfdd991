package dev.playloop.chaos.system;

import dev.playloop.chaos.process.Jvm;
import dev.playloop.chaos.process.JvmLaunchBuilder;
import dev.playloop.chaos.process.Ports;
import dev.playloop.worlds.emerald.mgba.Mgba;
import dev.playloop.worlds.emerald.mgba.Mgba.Range;
import dev.playloop.worlds.emulator.EmulatorMain;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The bundled game on the Java console, as a process of its own that no fault reaches. The game
/// counts by itself how often each key went down. Started and closed by one thread.
final class Game implements AutoCloseable {
  static final String PLAYER = "scout";
  static final String PRESS = "press_buttons";

  /// Does nothing in the game but to be counted.
  static final String BUTTON = "L";

  /// Where the game counts presses of each key, in two bytes each.
  private static final long PRESSES = 0x0203F210L;

  private static final int KEYS = 10;
  private static final int HEAP_MB = 64;

  private final Jvm emulator;
  private final URI address;

  private Game(Jvm emulator, URI address) {
    this.emulator = emulator;
    this.address = address;
  }

  static Game start(Path log) {
    int port = Ports.next();
    Jvm emulator =
        Jvm.start(
            JvmLaunchBuilder.builder()
                .name("emulator")
                .main(EmulatorMain.class)
                .heapMb(HEAP_MB)
                .flags(List.of())
                .properties(Map.of())
                .environment(Map.of())
                .arguments(
                    List.of(
                        "--core",
                        "java",
                        "--speed",
                        "1",
                        "--http",
                        String.valueOf(port),
                        "--parent-watch"))
                .log(log)
                .build());
    return new Game(emulator, URI.create("http://127.0.0.1:" + port));
  }

  URI address() {
    return address;
  }

  /// How often the game saw any key go down.
  long presses() throws InterruptedException {
    Mgba mgba = new Mgba(address, Mgba.Limits.standard());
    try {
      byte[] counts = mgba.read(List.of(Range.of(PRESSES, 2 * KEYS))).getFirst();
      long sum = 0;
      for (int i = 0; i < counts.length; i += 2) {
        sum += (counts[i] & 0xFF) | (counts[i + 1] & 0xFF) << 8;
      }
      return sum;
    } finally {
      mgba.close();
    }
  }

  @Override
  public void close() {
    try {
      emulator.kill();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
