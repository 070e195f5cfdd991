package dev.playloop.testkit;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/// What `src/test/node` of the module under test locks, installed by npm into its `target/node`,
/// and scripts that node runs there. Tests of several processes share it.
public final class NpmFolder {
  private static final Path SOURCES = Path.of("src/test/node");
  private static final Path INSTALLED = Path.of("target/node");
  private static final Path LOCK = Path.of("target/node.lock");
  private static final long MINUTES = 8;

  /// A process has the file's lock once, whichever of its threads asks.
  private static final ReentrantLock HERE = new ReentrantLock();

  private NpmFolder() {}

  /// Ends the test as not run where this machine lacks what it takes.
  public static void require() throws InterruptedException {
    Programs.require("node", "npm");
  }

  /// The folder; installed anew where what is locked has changed. Throws [IOException] with what
  /// npm said where that could not install it.
  public static Path installed() throws IOException, InterruptedException {
    Files.createDirectories(INSTALLED);
    HERE.lockInterruptibly();
    try (FileChannel file = lockFile();
        var _ = file.lock()) {
      install();
    } finally {
      HERE.unlock();
    }
    return INSTALLED;
  }

  private static FileChannel lockFile() throws IOException {
    return FileChannel.open(LOCK, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  private static void install() throws IOException, InterruptedException {
    boolean same = Files.exists(INSTALLED.resolve("node_modules/.package-lock.json"));
    for (String file : List.of("package.json", "package-lock.json", ".npmrc")) {
      if (!Files.exists(SOURCES.resolve(file))) {
        continue; // few need npm to be told how
      }
      Path to = INSTALLED.resolve(file);
      same &= isSame(SOURCES.resolve(file), to);
      copy(SOURCES.resolve(file), to);
    }
    if (!same) {
      Path log = INSTALLED.resolve("npm.log");
      Process npm =
          new ProcessBuilder("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
              .directory(INSTALLED.toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      if (failed(npm)) {
        throw new IOException(
            "npm could not install it; it needs the npm registry once:\n" + Files.readString(log));
      }
    }
  }

  private static boolean isSame(Path from, Path to) throws IOException {
    return Files.exists(to) && Files.mismatch(from, to) < 0;
  }

  /// What runs there may read it at any time, and finds all of the one or all of the other.
  private static void copy(Path from, Path to) throws IOException {
    if (!isSame(from, to)) {
      Path part = to.resolveSibling(to.getFileName() + ".part");
      Files.copy(from, part, StandardCopyOption.REPLACE_EXISTING);
      Files.move(part, to, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /// A file of `src/test/node`, where it finds what is installed.
  public static Path script(String name) throws IOException {
    Path to = INSTALLED.resolve(name);
    HERE.lock();
    try (FileChannel file = lockFile();
        var _ = file.lock()) {
      copy(SOURCES.resolve(name), to);
    } finally {
      HERE.unlock();
    }
    return to;
  }

  /// Runs a script of `src/test/node` beside what is installed, and returns all that it prints. The
  /// test is not run where node or npm are not there.
  public static String run(String script, String... arguments)
      throws IOException, InterruptedException {
    require();
    installed();
    script(script);
    List<String> words = new ArrayList<>(List.of("node", script));
    words.addAll(List.of(arguments));
    Path said = INSTALLED.resolve(script + ".out");
    Path log = INSTALLED.resolve(script + ".err");
    Process node =
        new ProcessBuilder(words)
            .directory(INSTALLED.toFile())
            .redirectOutput(said.toFile())
            .redirectError(log.toFile())
            .start();
    if (failed(node)) {
      throw new AssertionError(script + " failed:\n" + Files.readString(log));
    }
    return Files.readString(said, StandardCharsets.UTF_8);
  }

  private static boolean failed(Process process) throws InterruptedException {
    boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
    process.destroyForcibly();
    return !ended || process.exitValue() != 0;
  }
}
