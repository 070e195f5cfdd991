package dev.playloop.worlds.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.emulator.machine.Roms;
import dev.playloop.worlds.emulator.thumb.ThumbMachine;
import org.junit.jupiter.api.Test;

/// What the API answers when the machine doesn't.
class ApiTest {
  private static final String WRITE = "/core/write8?address=0x0203F800&value=7";

  private static Answer.Reply ask(Emulator emulator, String method, String path)
      throws InterruptedException {
    String[] parts = path.split("\\?", 2);
    String query = parts.length == 1 ? null : parts[1];
    return (Answer.Reply) new Api(emulator).handle(Request.of(method, parts[0], query, ""));
  }

  @Test
  void pausedMachineIsATimeoutAndTheCommandRunsLater() throws InterruptedException {
    try (Emulator emulator = Emulator.start(new ThumbMachine(Roms.bundled()), new Pace.Step())) {
      ask(emulator, "POST", "/playloop/pause");
      Answer.Reply late = ask(emulator, "POST", WRITE);
      assertThat(late.status()).isEqualTo(504);
      assertThat(late.text())
          .isEqualTo(
              "No response from mGBA within 3000ms. Is mGBA running with the Lua script loaded?");
      ask(emulator, "POST", "/playloop/resume");
      assertThat(ask(emulator, "GET", "/core/read8?address=0x0203F800").text()).isEqualTo("7");
    }
  }

  @Test
  void machineThatIsGoneIsABadGateway() throws InterruptedException {
    Emulator emulator = Emulator.start(new ThumbMachine(Roms.bundled()), new Pace.Step());
    emulator.close();
    for (String path : new String[] {WRITE, "/playloop/step"}) {
      Answer.Reply gone = ask(emulator, "POST", path);
      assertThat(gone.status()).isEqualTo(502);
      assertThat(gone.text())
          .startsWith(
              "Could not communicate with mGBA. Is mGBA running with mGBASocketServer.lua loaded?");
    }
  }
}
