package dev.playloop.reasoner.wire;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The independent model server `@copilotkit/aimock`, installed by npm into `target/node` and run
/// by node as an own process. Needs node 20.15 or newer and npm; without them it fails and says so.
final class Aimock implements AutoCloseable {
  private static final Path SOURCES = Path.of("src/test/node");
  private static final Path INSTALLED = Path.of("target/node");
  private static final Pattern LISTENING = Pattern.compile("listening on (http://\\S+)");

  private final Process process;
  private final String url;

  private Aimock(Process process, String url) {
    this.process = process;
    this.url = url;
  }

  static Aimock start() {
    install();
    try {
      Process process =
          new ProcessBuilder(
                  "node",
                  INSTALLED.resolve("node_modules/@copilotkit/aimock/dist/cli.js").toString(),
                  "-p",
                  "0",
                  "-f",
                  SOURCES.resolve("fixtures.json").toString(),
                  "--strict")
              .redirectErrorStream(true)
              .start();
      return new Aimock(process, address(process));
    } catch (IOException e) {
      throw needsNode(e);
    }
  }

  /// Without a trailing slash.
  String url() {
    return url;
  }

  private static void install() {
    try {
      Files.createDirectories(INSTALLED);
      for (String file : List.of("package.json", "package-lock.json")) {
        Files.copy(
            SOURCES.resolve(file),
            INSTALLED.resolve(file),
            java.nio.file.StandardCopyOption.REPLACE_EXISTING);
      }
      if (Files.exists(INSTALLED.resolve("node_modules/@copilotkit/aimock/dist/cli.js"))) {
        return;
      }
      Path log = INSTALLED.resolve("npm.log");
      Process npm =
          new ProcessBuilder("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
              .directory(INSTALLED.toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      if (!npm.waitFor(3, TimeUnit.MINUTES) || npm.exitValue() != 0) {
        npm.destroyForcibly();
        throw new AssertionError(
            "npm could not install @copilotkit/aimock 1.43.0 into "
                + INSTALLED.toAbsolutePath()
                + "; it needs the npm registry once:\n"
                + Files.readString(log));
      }
    } catch (IOException e) {
      throw needsNode(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static AssertionError needsNode(IOException e) {
    return new AssertionError(
        "this test needs node 20.15 or newer and npm on the PATH (https://nodejs.org, or your"
            + " system's packages 'nodejs' and 'npm'): "
            + e.getMessage(),
        e);
  }

  private static String address(Process process) {
    StringBuilder said = new StringBuilder();
    BufferedReader out = process.inputReader();
    try {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        said.append(line).append('\n');
        Matcher listening = LISTENING.matcher(line);
        if (listening.find()) {
          Thread.ofVirtual().start(() -> out.lines().forEach(ignored -> {}));
          return listening.group(1);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new AssertionError("aimock ended before it listened (node 20.15 or newer?):\n" + said);
  }

  @Override
  public void close() {
    process.destroy();
  }
}
