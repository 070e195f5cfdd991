package dev.playloop.worlds.chain.devnet;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/// Finds the devnet for tests: where the property `playloop.starknet.devnet` says, on the PATH, or
/// unpacked into this module's `target/` from the archive that lies beside the project.
public final class DevnetProgram {
  public static final String PROPERTY = "playloop.starknet.devnet";

  private static final String VERSION = "0.10.1";
  private static final String ARCHIVE = "../shared/bin/starknet-devnet-" + VERSION + ".tar.xz";
  private static final long UNPACK_SECONDS = 120;

  private DevnetProgram() {}

  /// Ends the test as not run where there is none.
  public static Path found() throws InterruptedException {
    Path program = look();
    Assumptions.assumeTrue(
        program != null,
        "NOT RUN: no "
            + DevnetBinary.NAME
            + " by -D"
            + PROPERTY
            + "=…, on the PATH, or in "
            + ARCHIVE
            + "; get it with '"
            + DevnetBinary.REMEDY
            + "'");
    return java.util.Objects.requireNonNull(program);
  }

  private static @Nullable Path look() throws InterruptedException {
    String named = System.getProperty(PROPERTY);
    if (named != null) {
      return Path.of(named);
    }
    Path onPath = DevnetBinary.on(System.getenv("PATH"));
    if (onPath != null) {
      return onPath;
    }
    Path archive = archive();
    try {
      return archive == null ? null : unpacked(archive);
    } catch (IOException e) {
      throw new UncheckedIOException("the devnet of " + archive + " is not unpacked", e);
    }
  }

  /// The project's root is the folder that locks the dependencies.
  private static @Nullable Path archive() {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.exists(at.resolve("dependencies.lock"))) {
        Path archive = at.resolve(ARCHIVE);
        return Files.exists(archive) ? archive : null;
      }
    }
    return null;
  }

  /// Another test process may be at it, too: the last step is one that only one of them can take.
  private static Path unpacked(Path archive) throws IOException, InterruptedException {
    Path target = Path.of("target").toAbsolutePath();
    Path folder = target.resolve("starknet-devnet-" + VERSION);
    Path program = folder.resolve("starknet-devnet").resolve(DevnetBinary.NAME);
    if (Files.exists(program)) {
      return program;
    }
    Files.createDirectories(target);
    Path mine = Files.createTempDirectory(target, "devnet-");
    Process tar =
        new ProcessBuilder("tar", "xJf", archive.toString(), "-C", mine.toString())
            .redirectErrorStream(true)
            .redirectOutput(new File(mine.toFile(), "tar.log"))
            .start();
    if (!tar.waitFor(UNPACK_SECONDS, TimeUnit.SECONDS) || tar.exitValue() != 0) {
      tar.destroyForcibly();
      throw new IOException("tar: " + Files.readString(mine.resolve("tar.log")));
    }
    try {
      Files.move(mine, folder);
    } catch (FileAlreadyExistsException e) {
      return program; // another one was first
    } catch (FileSystemException e) {
      if (!Files.exists(program)) {
        throw e;
      }
    }
    return program;
  }
}
