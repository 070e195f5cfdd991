package dev.playloop.worlds.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.emulator.machine.LittleEndian;
import dev.playloop.worlds.emulator.machine.Roms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The emulator as others start it.
@Tag("slow")
class EmulatorMainTest {
  private static final long SCRATCH = 0x0203_F800L;

  @TempDir private Path folder = Path.of("");

  @Test
  void saysWhereItIsAndEndsWithItsParent() {
    ChildProcess child = ChildProcess.start("--core", "java", "--lua", "0");
    assertThat(child.announcement().get("http").asString()).startsWith("http://127.0.0.1:");
    assertThat(child.announcement().get("lua").asInt()).isPositive();
    assertThat(child.announcement().get("core").asString()).isEqualTo("java");
    assertThat(child.announcement().get("game").asString()).isEqualTo(Roms.code(Roms.bundled()));
    assertThat(child.frame()).isNotNegative();
    assertThat(child.end()).isZero();
  }

  @Tag("mgba")
  @Test
  void takesMgbaByItselfWhereItIsInstalled() {
    try (ChildProcess child = ChildProcess.start()) {
      assertThat(child.announcement().get("core").asString()).startsWith("mGBA ");
      assertThat(child.announcement().get("lua").isNull()).isTrue();
    }
  }

  @Test
  void stateOutlivesTheProcess() {
    keepsItsState("java");
  }

  @Tag("mgba")
  @Test
  void stateOutlivesTheProcessOfMgba() {
    keepsItsState("mgba");
  }

  private void keepsItsState(String core) {
    String file = folder.resolve("game.state").toString();
    try (ChildProcess child =
        ChildProcess.start("--core", core, "--speed", "step", "--state", file)) {
      child.step(100);
      child.write(SCRATCH, new byte[] {42});
    }
    try (ChildProcess child =
        ChildProcess.start("--core", core, "--speed", "step", "--state", file)) {
      assertThat(child.frame()).isEqualTo(100);
      assertThat(child.read(SCRATCH, 1)).containsExactly(42);
    }
  }

  @Test
  void signalIsAnOrderlyStop() throws InterruptedException {
    Path file = folder.resolve("signal.state");
    ChildProcess child =
        ChildProcess.start("--core", "java", "--speed", "step", "--state", file.toString());
    child.process().destroy();
    assertThat(child.process().waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(file).isNotEmptyFile();
  }

  @Test
  void brokenGameEndsTheProcessWithAReason() throws IOException, InterruptedException {
    byte[] rom = new byte[0x100];
    LittleEndian.put32(rom, 0, 0xEAFFFFFE);
    Path game = Files.write(folder.resolve("broken.gba"), rom);
    Ended ended = run("--core", "java", "--http", "0", "--speed", "max", "--rom", game.toString());
    assertThat(ended.code()).isOne();
    assertThat(ended.text()).contains("without waiting for the screen");
  }

  @Test
  void wrongOptionsAreRefusedWithAReason() throws IOException, InterruptedException {
    assertRefused("speed must be 1 to 64", "--speed", "warp");
    assertRefused("--core", "--core", "snes");
    assertRefused("can't read the game", "--rom", folder.resolve("none.gba").toString());
    Path tiny = Files.write(folder.resolve("tiny.gba"), new byte[10]);
    assertRefused("192 bytes", "--rom", tiny.toString());
    Path junk = Files.write(folder.resolve("junk.state"), new byte[10]);
    assertRefused("is no state of this machine", "--state", junk.toString());
    assertThat(junk).hasBinaryContent(new byte[10]);
  }

  @Test
  void takenPortIsRefusedWithAReason() throws IOException, InterruptedException {
    try (RestFront front = RestFront.start(0, _ -> Answer.ok(""))) {
      assertRefused("port " + front.port(), "--http", Integer.toString(front.port()));
    }
  }

  private void assertRefused(String reason, String... options)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of("--parent-watch"));
    if (!List.of(options).contains("--core")) {
      all.addAll(List.of("--core", "java"));
    }
    if (!List.of(options).contains("--http")) {
      all.addAll(List.of("--http", "0"));
    }
    all.addAll(List.of(options));
    Ended ended = run(all.toArray(String[]::new));
    assertThat(ended.text()).contains(reason);
    assertThat(ended.code()).isEqualTo(2);
  }

  private record Ended(int code, String text) {}

  private Ended run(String... options) throws IOException, InterruptedException {
    Path words = Files.createTempFile(folder, "words", ".txt");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                EmulatorMain.class.getName()));
    command.addAll(List.of(options));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(words.toFile())
            .start();
    try {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("ends by itself").isTrue();
    } finally {
      process.destroyForcibly();
    }
    return new Ended(process.exitValue(), Files.readString(words, StandardCharsets.UTF_8));
  }
}
