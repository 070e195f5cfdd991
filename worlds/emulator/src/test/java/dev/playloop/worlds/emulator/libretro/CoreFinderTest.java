package dev.playloop.worlds.emulator.libretro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CoreFinderTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void findsTheCoreInTheFirstFolderThatHasOne() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    Path full = Files.createDirectory(folder.resolve("full"));
    Path core = Files.createFile(full.resolve("mgba_libretro.so"));
    assertThat(CoreFinder.find(null, List.of(empty, folder.resolve("none"), full))).contains(core);
    assertThat(CoreFinder.find(null, List.of(empty))).isEmpty();
  }

  @Test
  void settingWinsAndMustBeThere() throws IOException {
    Path named = Files.createFile(folder.resolve("my-core.so"));
    assertThat(CoreFinder.find(named.toString(), List.of())).contains(named);
    assertThatThrownBy(() -> CoreFinder.find(folder.resolve("gone.so").toString(), List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("gone.so")
        .hasMessageContaining("libretro-mgba");
  }
}
