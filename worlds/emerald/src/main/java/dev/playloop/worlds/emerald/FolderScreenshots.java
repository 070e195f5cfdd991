package dev.playloop.worlds.emerald;

import dev.playloop.schemas.Sha256;
import dev.playloop.worlds.emerald.mgba.Mgba;
import dev.playloop.worlds.emerald.mgba.MgbaException;
import dev.playloop.worlds.model.WorldUnavailable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Pictures in a folder on the emulator's host: the emulator writes one under a name of its own,
/// and it is renamed to its hash. Where this process does not see that folder, there is no hash and
/// so no picture; the answer says so. Thread-safe.
final class FolderScreenshots implements Screenshots {
  private static final int MAX_BYTES = 1024 * 1024;
  private static final int LOOKS = 20;

  private final Path folder;
  private final @Nullable URI base;

  /// `folder` is the same path for the emulator and for this process. Pictures are told as files,
  /// or below `base` where that is given.
  public FolderScreenshots(Path folder, @Nullable URI base) {
    this.folder = folder.toAbsolutePath();
    this.base = base;
  }

  @Override
  public Shot take(Mgba mgba) throws InterruptedException {
    Path taken = folder.resolve(UUID.randomUUID() + ".png");
    if (taken.toString().contains(",")) {
      return new Shot.Missing(
          "the folder's path has a comma, which the emulator's script can't take");
    }
    try {
      Files.createDirectories(folder);
      mgba.screenshot(taken.toString());
      for (int i = 0; i < LOOKS && !Files.exists(taken); i++) {
        mgba.currentFrame(); // the emulator writes it between two frames
      }
      return kept(taken);
    } catch (IOException e) {
      return missing(e);
    } catch (MgbaException | WorldUnavailable e) {
      return new Shot.Missing("the emulator took none: " + e.getMessage());
    }
  }

  private Shot kept(Path taken) throws IOException {
    if (!Files.exists(taken)) {
      return new Shot.Missing(
          "the emulator left no file in %s; it must write there and this process must read there"
              .formatted(folder));
    }
    if (Files.size(taken) > MAX_BYTES) {
      Files.delete(taken);
      return new Shot.Missing("the picture has more than " + MAX_BYTES + " bytes");
    }
    String hash = Sha256.hex(Files.readAllBytes(taken));
    String name = hash + ".png";
    Path file = folder.resolve(name);
    Files.move(taken, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    return new Shot.Kept(hash, base == null ? file.toUri().toString() : below(base, name));
  }

  private static String below(URI base, String name) {
    String text = base.toString();
    return text.endsWith("/") ? text + name : text + "/" + name;
  }

  private Shot missing(IOException e) {
    return new Shot.Missing(
        "the folder %s can't be used here: %s".formatted(folder, e.getMessage()));
  }
}
