package dev.playloop.worlds.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.emulator.machine.Key;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// Frames and states over the API of mGBA-http 0.10: steps, resets, files, slots and buffers. Each
/// machine extends this class.
abstract class StatesContract extends ApiCase {
  StatesContract(TestEmulator emulator) {
    super(emulator);
  }

  @Test
  void frameGoesOnByOneAndResetBeginsAnew() {
    long frame = Long.parseLong(get("/core/currentFrame"));
    assertThat(get("/core/currentFrame")).isEqualTo(Long.toString(frame + 1));
    assertThat(post("/coreadapter/reset")).isEmpty();
    assertThat(get("/core/currentFrame")).isEqualTo("1");
  }

  @Test
  void stateGoesToAFileAndBackWithItsFrame() {
    Path file = folder.resolve("here.ss");
    post("/core/write8?address=" + SCRATCH + "&value=1");
    long frame = emulator.frame();
    assertThat(post("/core/savestatefile?path=" + file)).isEqualTo("true");
    post("/core/write8?address=" + SCRATCH + "&value=2");
    emulator.frames(10);
    assertThat(post("/core/loadstatefile?path=" + file + "&flags=29")).isEqualTo("true");
    assertThat(get("/core/read8?address=" + SCRATCH)).isEqualTo("1");
    assertThat(emulator.frame()).isEqualTo(frame);
  }

  @Test
  void failuresOfStatesAreEmptyAnswers() throws IOException {
    assertThat(post("/core/loadstatefile?path=" + folder.resolve("nowhere.ss"))).isEmpty();
    Path junk = Files.writeString(folder.resolve("junk.ss"), "junk".repeat(200_000));
    assertThat(post("/core/loadstatefile?path=" + junk)).isEmpty();
    assertThat(post("/core/savestatefile?path=" + folder.resolve("no/folder/x.ss"))).isEmpty();
    assertThat(post("/core/loadstateslot?slot=9")).isEmpty();
    assertThat(client.send("/core/loadstatebuffer", "POST", "[01,02]").text()).isEmpty();
    assertThat(client.send("/core/loadstatebuffer", "POST", "junk").status()).isEqualTo(502);
  }

  @Test
  void stateGoesThroughSlotsAndBuffers() {
    post("/core/write8?address=" + SCRATCH + "&value=1");
    assertThat(post("/core/savestateslot?slot=3")).isEqualTo("true");
    post("/core/write8?address=" + SCRATCH + "&value=2");
    String buffer = post("/core/savestatebuffer");
    assertThat(post("/core/loadstateslot?slot=3&flags=29")).isEqualTo("true");
    assertThat(get("/core/read8?address=" + SCRATCH)).isEqualTo("1");
    Client.Got got = client.send("/core/loadstatebuffer", "POST", "[" + buffer + "]\n");
    assertThat(got.text()).isEqualTo("true");
    assertThat(get("/core/read8?address=" + SCRATCH)).isEqualTo("2");
  }

  @Test
  void loadedStateLeavesKeysAndPressesAlone() {
    post("/core/savestateslot?slot=3");
    post("/core/setkeys?keys=8");
    post("/mgba-http/button/hold?button=A&duration=5");
    post("/core/loadstateslot?slot=3");
    assertThat(get("/core/getkeys")).isEqualTo("8");
    assertThat(framesHeld(Key.A.mask() | Key.START.mask())).isEqualTo(6);
    assertThat(get("/core/getkeys")).isEqualTo("8");
  }
}
