package dev.playloop.worlds.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.emulator.machine.Roms;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The bundled game is what its sources say: nobody changes one without the other.
class RomTest {
  private static final Path ROM = Path.of("rom");
  private static final int CHECKED_FROM = 0xA0;
  private static final int CHECKSUM = 0xBD;

  @Test
  void fileIsTheOneThatWasRecorded() throws IOException {
    assertThat(sha256(Roms.bundled()))
        .as("playloop.gba was changed by hand: run worlds/emulator/rom/build.sh")
        .isEqualTo(recorded().get("playloop.gba"));
  }

  @Test
  void noSourceChangedWithoutARebuild() throws IOException {
    assertThat(sha256(sources()))
        .as("a source of the game changed: run worlds/emulator/rom/build.sh")
        .isEqualTo(recorded().get("sources"));
  }

  @Test
  void headerNamesTheGame() {
    byte[] rom = Roms.bundled();
    assertThat(Roms.code(rom)).isEqualTo(TestRom.GAME_CODE);
    assertThat(Roms.title(rom)).isEqualTo("PLAYLOOP");
    int sum = 0x19;
    for (int i = CHECKED_FROM; i <= CHECKSUM; i++) {
      sum += rom[i];
    }
    assertThat(sum & 0xFF).as("header checksum").isZero();
  }

  /// Only where the same compiler is installed: another one may give other bytes.
  @Test
  void sameCompilerGivesTheSameBytes(@TempDir Path out) throws Exception {
    String wanted = recorded().get("arm-none-eabi-gcc");
    if (!compilerVersion().equals(wanted)) {
      System.out.println("NOT REBUILT: arm-none-eabi-gcc " + wanted + " is not on the PATH");
      return;
    }
    Path built = out.resolve("again.gba");
    Process build =
        new ProcessBuilder("sh", "rom/build.sh", built.toAbsolutePath().toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(build.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(build.waitFor()).as(said).isZero();
    assertThat(Files.readAllBytes(built)).isEqualTo(Roms.bundled());
  }

  private static String compilerVersion() throws InterruptedException {
    try {
      Process gcc = new ProcessBuilder("arm-none-eabi-gcc", "-dumpfullversion").start();
      String version = new String(gcc.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      gcc.waitFor();
      return version.strip();
    } catch (IOException e) {
      return "none";
    }
  }

  private static Map<String, String> recorded() throws IOException {
    Map<String, String> values = new HashMap<>();
    for (String line : Files.readAllLines(ROM.resolve("playloop.gba.sha256"))) {
      String[] parts = line.split(" {2}", 2);
      values.put(parts[1], parts[0]);
    }
    return values;
  }

  /// In the order in which the build script reads them.
  private static byte[] sources() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (String name : List.of("crt0.s", "playloop.ld", "build.sh")) {
      all.writeBytes(Files.readAllBytes(ROM.resolve(name)));
    }
    for (Path file : files(ROM, ".c")) {
      all.writeBytes(Files.readAllBytes(file));
    }
    for (Path file : files(ROM, ".h")) {
      all.writeBytes(Files.readAllBytes(file));
    }
    for (Path file : files(ROM.resolve("maps"), ".txt")) {
      all.writeBytes(Files.readAllBytes(file));
    }
    return all.toByteArray();
  }

  private static List<Path> files(Path folder, String end) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(end)).sorted().toList();
    }
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
