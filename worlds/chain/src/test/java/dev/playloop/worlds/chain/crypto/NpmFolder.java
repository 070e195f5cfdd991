package dev.playloop.worlds.chain.crypto;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// What `src/test/node` of the module under test locks, installed by npm into its `target/node`.
public final class NpmFolder {
  private static final Path SOURCES = Path.of("src/test/node");
  private static final Path INSTALLED = Path.of("target/node");
  private static final long MINUTES = 8;

  private NpmFolder() {}

  /// Whether this machine has what it takes.
  public static boolean hasNpm() throws InterruptedException {
    return answers("node") && answers("npm");
  }

  /// The folder. Throws [IOException] with what npm said where that could not install it.
  ///
  /// @param probe a file of it that is there once it is installed
  public static Path installed(String probe) throws IOException, InterruptedException {
    Files.createDirectories(INSTALLED);
    for (String file : List.of("package.json", "package-lock.json")) {
      Files.copy(
          SOURCES.resolve(file), INSTALLED.resolve(file), StandardCopyOption.REPLACE_EXISTING);
    }
    if (Files.exists(INSTALLED.resolve(probe))) {
      return INSTALLED;
    }
    Path log = INSTALLED.resolve("npm.log");
    Process npm =
        new ProcessBuilder("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
            .directory(INSTALLED.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    if (!npm.waitFor(MINUTES, TimeUnit.MINUTES) || npm.exitValue() != 0) {
      npm.destroyForcibly();
      throw new IOException(
          "npm could not install it; it needs the npm registry once:\n" + Files.readString(log));
    }
    return INSTALLED;
  }

  /// A script of `src/test/node`, where it finds what is installed.
  public static Path script(String name) throws IOException {
    return Files.copy(
        SOURCES.resolve(name), INSTALLED.resolve(name), StandardCopyOption.REPLACE_EXISTING);
  }

  private static boolean answers(String program) throws InterruptedException {
    try {
      Process asked =
          new ProcessBuilder(program, "--version")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return asked.waitFor(MINUTES, TimeUnit.MINUTES) && asked.exitValue() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
