package dev.playloop.worlds.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// An emulator with its API, as it was when the test began. Each machine extends what extends this.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ApiCase {
  static final String NOT_UNDERSTOOD =
      "Error executing command. See mGBA scripting window for details.";

  /// Of the console's memory, where the game keeps nothing.
  static final String SCRATCH = "0x0203F800";

  final TestEmulator emulator;
  final Client client;
  @TempDir Path folder = Path.of("");

  private byte[] before = new byte[0];

  ApiCase(TestEmulator emulator) {
    this.emulator = emulator;
    this.client = new Client(emulator.address());
  }

  @BeforeAll
  final void begin() {
    emulator.frames(60);
    before = emulator.save();
  }

  @BeforeEach
  final void restore() {
    emulator.restore(before);
  }

  @AfterAll
  final void end() {
    client.close();
    emulator.close();
  }

  final String get(String path) {
    Client.Got got = client.get(path);
    assertThat(got.status()).as(path + " answered " + got).isEqualTo(200);
    assertThat(got.type()).isEqualTo("text/plain; charset=utf-8");
    return got.text();
  }

  final String post(String path) {
    Client.Got got = client.post(path);
    assertThat(got.status()).as(path + " answered " + got).isEqualTo(200);
    return got.text();
  }

  /// Lets 60 frames pass and counts those with exactly these keys.
  final int framesHeld(int mask) {
    int held = 0;
    for (int i = 0; i < 60; i++) {
      get("/core/currentFrame");
      held += get("/core/getkeys").equals(Integer.toString(mask)) ? 1 : 0;
    }
    return held;
  }
}
