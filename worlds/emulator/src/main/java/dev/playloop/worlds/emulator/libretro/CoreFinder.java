package dev.playloop.worlds.emulator.libretro;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Looks for the libretro core of mGBA where packages put it. The system property
/// `playloop.mgba.core` names the file instead; then nothing else is looked at.
public final class CoreFinder {
  /// The property that names the core's file.
  public static final String SETTING = "playloop.mgba.core";

  /// The package that has it on Debian and Ubuntu.
  public static final String PACKAGE = "libretro-mgba";

  private static final List<String> FOLDERS =
      List.of(
          "/usr/lib/x86_64-linux-gnu/libretro",
          "/usr/lib/aarch64-linux-gnu/libretro",
          "/usr/lib/libretro",
          "/usr/lib64/libretro",
          "/usr/local/lib/libretro");
  private static final List<String> NAMES = List.of("mgba_libretro.so", "mgba_libretro.dylib");

  private CoreFinder() {}

  /// The core of this machine, if it has one.
  ///
  /// @throws IllegalArgumentException when the setting names a file that isn't there
  public static Optional<Path> find() {
    return find(System.getProperty(SETTING), FOLDERS.stream().map(Path::of).toList());
  }

  static Optional<Path> find(@Nullable String setting, List<Path> folders) {
    if (setting != null && !setting.isBlank()) {
      return Optional.of(existing(Path.of(setting)));
    }
    return folders.stream().flatMap(CoreFinder::cores).filter(Files::isRegularFile).findFirst();
  }

  private static Stream<Path> cores(Path folder) {
    return NAMES.stream().map(folder::resolve);
  }

  private static Path existing(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException(
          "-D%s=%s: there is no such file; install the package %s or leave the setting out"
              .formatted(SETTING, file, PACKAGE));
    }
    return file;
  }
}
