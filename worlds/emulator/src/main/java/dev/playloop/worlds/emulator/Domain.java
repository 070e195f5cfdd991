package dev.playloop.worlds.emulator;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/// The console's memories by the names that mGBA gives them.
enum Domain {
  BIOS(0x00000000L, 0x4000, "BIOS"),
  WRAM(0x02000000L, 0x40000, "EWRAM"),
  IWRAM(0x03000000L, 0x8000, "IWRAM"),
  IO(0x04000000L, 0x400, "MMIO"),
  PALETTE(0x05000000L, 0x400, "Palette"),
  VRAM(0x06000000L, 0x18000, "VRAM"),
  OAM(0x07000000L, 0x400, "OAM"),
  CART0(0x08000000L, 0x2000000, "ROM"),
  CART1(0x0A000000L, 0x2000000, "ROM WS1"),
  CART2(0x0C000000L, 0x2000000, "ROM WS2");

  private final long base;
  private final long size;
  private final String title;

  Domain(long base, long size, String title) {
    this.base = base;
    this.size = size;
    this.title = title;
  }

  /// @throws ScriptError when there is none of that name
  static Domain named(String name) {
    for (Domain domain : values()) {
      if (domain.id().equals(name)) {
        return domain;
      }
    }
    throw new ScriptError("no memory domain `" + name + "`; there are " + list());
  }

  /// All names, with commas.
  static String list() {
    return Arrays.stream(values()).map(Domain::id).collect(Collectors.joining(","));
  }

  private String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  long base() {
    return base;
  }

  long size() {
    return size;
  }

  long bound() {
    return base + size;
  }

  String title() {
    return title;
  }

  /// True when all of these bytes lie in here.
  boolean has(long offset, long length) {
    return offset >= 0 && offset + length <= size;
  }
}
