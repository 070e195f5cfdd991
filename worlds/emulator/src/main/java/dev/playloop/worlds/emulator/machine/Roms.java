package dev.playloop.worlds.emulator.machine;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Games: where they come from, and what their header says.
public final class Roms {
  private static final String BUNDLED = "playloop.gba";
  private static final int HEADER = 0xC0;
  private static final int SIZE_MAX = 32 * 1024 * 1024;
  private static final int TITLE = 0xA0;
  private static final int TITLE_LENGTH = 12;
  private static final int CODE = 0xAC;
  private static final int CODE_LENGTH = 4;

  private Roms() {}

  /// Our own test game.
  public static byte[] bundled() {
    try (InputStream in = Roms.class.getResourceAsStream(BUNDLED)) {
      if (in == null) {
        throw new IllegalStateException(
            "the bundled game " + BUNDLED + " is not on the class path; name one with --rom FILE");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// @throws IllegalArgumentException when it can't be read, or can't be a game
  public static byte[] read(Path file) {
    try {
      if (Files.size(file) > SIZE_MAX) {
        throw new IllegalArgumentException(file + " is larger than a cartridge (32 MB)");
      }
      byte[] rom = Files.readAllBytes(file);
      check(rom);
      return rom;
    } catch (IOException e) {
      throw new IllegalArgumentException("can't read the game " + file + ": " + e, e);
    }
  }

  public static void check(byte[] rom) {
    if (rom.length < HEADER || rom.length > SIZE_MAX) {
      throw new IllegalArgumentException(
          "a game has 192 bytes to 32 MB, this has " + rom.length + " bytes");
    }
  }

  /// Such as `POKEMON EMER`.
  public static String title(byte[] rom) {
    return text(rom, TITLE, TITLE_LENGTH);
  }

  /// Such as `AGB-BPEE`.
  public static String code(byte[] rom) {
    return "AGB-" + text(rom, CODE, CODE_LENGTH);
  }

  private static String text(byte[] rom, int at, int length) {
    int end = at;
    while (end < at + length && rom[end] != 0) {
      end++;
    }
    return new String(rom, at, end - at, StandardCharsets.ISO_8859_1);
  }
}
