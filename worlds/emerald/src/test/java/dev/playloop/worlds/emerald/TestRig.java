package dev.playloop.worlds.emerald;

import dev.playloop.schemas.Sha256;
import dev.playloop.worlds.emulator.TestEmulator;
import dev.playloop.worlds.emulator.TestRom;
import java.net.URI;
import java.util.HexFormat;

/// A [TestEmulator], of whatever machine.
final class TestRig implements Rig {
  private static final long WRAM = 0x02000000L;
  private static final long IWRAM = 0x03000000L;

  final TestEmulator emulator;
  private final TestRom rom;
  private byte[] kept = new byte[0];

  TestRig(TestEmulator emulator) {
    this.emulator = emulator;
    this.rom = TestRom.in(emulator);
    emulator.frames(TestRom.BOOT_FRAMES + 10);
    save();
  }

  @Override
  public URI address() {
    return emulator.address();
  }

  @Override
  public TestRom rom() {
    return rom;
  }

  @Override
  public void frames(int count) {
    emulator.frames(count);
  }

  @Override
  public void save() {
    kept = emulator.save();
  }

  @Override
  public void restore() {
    emulator.restore(kept);
  }

  @Override
  public String fingerprint() {
    HexFormat hex = HexFormat.of();
    return Sha256.hex(
        hex.formatHex(emulator.read(WRAM, 0x40000)) + hex.formatHex(emulator.read(IWRAM, 0x6200)));
  }

  @Override
  public void close() {
    emulator.close();
  }
}
