package dev.playloop.worlds.eternum.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The Cairo compiler: where the property `playloop.cairo` says, or unpacked into `target/` from
/// the archive that lies beside the project.
final class CairoCompiler {
  static final String PROPERTY = "playloop.cairo";
  static final String VERSION = "2.19.4";
  private static final String ARCHIVE = "../shared/bin/cairo-" + VERSION + ".tar.xz";
  private static final long SECONDS = 120;

  private final Path home;

  private CairoCompiler(Path home) {
    this.home = home;
  }

  /// Null where there is none.
  static @Nullable CairoCompiler found() throws InterruptedException {
    String named = System.getProperty(PROPERTY);
    if (named != null) {
      return new CairoCompiler(Path.of(named));
    }
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.exists(at.resolve("dependencies.lock"))) {
        Path archive = at.resolve(ARCHIVE);
        return Files.exists(archive) ? new CairoCompiler(unpacked(archive)) : null;
      }
    }
    return null;
  }

  /// Another test process may be at it, too: the last step is one that only one of them can take.
  private static Path unpacked(Path archive) throws InterruptedException {
    Path target = Path.of("target").toAbsolutePath();
    Path folder = target.resolve("cairo-" + VERSION);
    Path home = folder.resolve("cairo");
    if (Files.exists(home)) {
      return home;
    }
    try {
      Files.createDirectories(target);
      Path mine = Files.createTempDirectory(target, "cairo-");
      run(List.of("tar", "xJf", archive.toString(), "-C", mine.toString()), target);
      try {
        Files.move(mine, folder);
      } catch (FileAlreadyExistsException e) {
        return home; // another one was first
      } catch (FileSystemException e) {
        if (!Files.exists(home)) {
          throw e;
        }
      }
      return home;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Writes `<name>.sierra.json` and `<name>.casm.json` of one contract.
  void compile(Path sources, ContractList.Entry contract, Path out) throws InterruptedException {
    String sierra = out.resolve(contract.name() + ".sierra.json").toString();
    run(
        List.of(
            home.resolve("bin/starknet-compile").toString(),
            "--contract-path",
            "eternum::" + contract.path(),
            sources.toString(),
            sierra),
        out);
    run(
        List.of(
            home.resolve("bin/starknet-sierra-compile").toString(),
            sierra,
            out.resolve(contract.name() + ".casm.json").toString()),
        out);
  }

  private static void run(List<String> command, Path folder) throws InterruptedException {
    try {
      Path log = Files.createTempFile(folder, "run-", ".log");
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        process.destroyForcibly();
        throw new IllegalStateException(command + ": " + Files.readString(log));
      }
      Files.delete(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
