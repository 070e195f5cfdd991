package dev.playloop.worlds.emulator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/// The file that carries a machine's state from one process to the next; without a file, nothing is
/// kept. It is replaced in one step, so that a crash leaves the old one.
final class SavedState {
  private final @Nullable Path file;
  private final Emulator emulator;

  SavedState(@Nullable Path file, Emulator emulator) {
    this.file = file;
    this.emulator = emulator;
  }

  /// @throws IllegalArgumentException when there is a file and it isn't this machine's
  void load() {
    Path from = file;
    if (from == null || !Files.exists(from)) {
      return;
    }
    if (!emulator.control(console -> StateFiles.load(from, console.machine()))) {
      throw new IllegalArgumentException(
          from + " is no state of this machine and game; move it away, or name another --state");
    }
  }

  void save() {
    if (file == null) {
      return;
    }
    byte[] state = emulator.control(console -> console.machine().save());
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    try {
      Files.write(fresh, state);
      Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("can't write the state to " + file, e);
    }
  }
}
