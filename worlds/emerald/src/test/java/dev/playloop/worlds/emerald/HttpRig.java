package dev.playloop.worlds.emerald;

import dev.playloop.schemas.Sha256;
import dev.playloop.worlds.emerald.mgba.FrameClock;
import dev.playloop.worlds.emerald.mgba.Mgba;
import dev.playloop.worlds.emerald.mgba.Mgba.Range;
import dev.playloop.worlds.emulator.TestRom;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/// An mGBA-http that somebody runs, with the test game in its mGBA (`playloop.gba` of
/// `worlds/emulator`). Its address is in the property `playloop.mgba.url`. Uses its state slot 9.
/// The game goes on by itself here.
final class HttpRig implements Rig {
  private static final int SLOT = 9;

  private final URI address;
  private final Mgba mgba;
  private final FrameClock clock;
  private final TestRom rom;

  HttpRig(URI address) {
    this.address = address;
    this.mgba = new Mgba(address, Mgba.Limits.standard());
    this.clock = new FrameClock(mgba, Duration.ofSeconds(5));
    this.rom = new TestRom(this::read, this::write);
    frames(TestRom.BOOT_FRAMES);
  }

  static HttpRig ofProperty() {
    return new HttpRig(URI.create(System.getProperty("playloop.mgba.url")));
  }

  private interface Call<T> {
    T make() throws InterruptedException;
  }

  private interface Command {
    void run() throws InterruptedException;
  }

  private static void run(Command command) {
    made(() -> {
      command.run();
      return "done";
    });
  }

  private static <T> T made(Call<T> call) {
    try {
      return call.make();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private byte[] read(long from, int length) {
    return made(() -> mgba.read(List.of(Range.of(from, length)))).getFirst();
  }

  private void write(long to, byte[] bytes) {
    run(() -> {
      for (int i = 0; i < bytes.length; i++) {
        mgba.write8(to + i, bytes[i] & 0xFF);
      }
    });
  }

  @Override
  public URI address() {
    return address;
  }

  @Override
  public TestRom rom() {
    return rom;
  }

  @Override
  public void frames(int count) {
    made(() -> clock.pass(count));
  }

  @Override
  public void save() {
    run(() -> mgba.saveState(SLOT));
  }

  @Override
  public void restore() {
    run(() -> {
      mgba.setKeys(0);
      clock.pass(30); // presses that are still to end
      mgba.loadState(SLOT);
      mgba.setKeys(0);
    });
  }

  /// Where the player stands and what was counted: time itself differs from run to run here.
  @Override
  public String fingerprint() {
    return Sha256.hex(
        Arrays.toString(read(0x02037360L, 8))
            + rom.presses()
            + " "
            + rom.steps()
            + " "
            + rom.bumps());
  }

  @Override
  public void close() {
    mgba.close();
  }
}
