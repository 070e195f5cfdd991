package dev.playloop.schemas.json;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import tools.jackson.databind.JsonNode;

/// The scripts of `src/test/node`, run by node in `target/node`, where npm installs what they are
/// locked to. A test that wants one is not run where node or npm are not there. Modules that come
/// later have the `NpmFolder` of the chains, which can't be seen from here.
final class NodeScripts {
  private static final Path SOURCES = Path.of("src/test/node");
  private static final Path INSTALLED = Path.of("target/node");
  private static final long MINUTES = 8;

  private NodeScripts() {}

  /// Runs a script, and returns the one line of JSON that it prints.
  static JsonNode run(String script, String... arguments) throws IOException, InterruptedException {
    Assumptions.assumeTrue(
        answers("node") && answers("npm"), "NOT RUN: node 20 or newer and npm are not on the PATH");
    install();
    Files.copy(
        SOURCES.resolve(script), INSTALLED.resolve(script), StandardCopyOption.REPLACE_EXISTING);
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
    end(node, log);
    return CheckedJson.of(Files.readAllBytes(said), Edge.WORKER).tree();
  }

  private static void install() throws IOException, InterruptedException {
    Files.createDirectories(INSTALLED);
    boolean same = Files.exists(INSTALLED.resolve("node_modules/.package-lock.json"));
    for (String file : List.of("package.json", "package-lock.json")) {
      Path to = INSTALLED.resolve(file);
      same &= Files.exists(to) && Files.mismatch(SOURCES.resolve(file), to) < 0;
      Files.copy(SOURCES.resolve(file), to, StandardCopyOption.REPLACE_EXISTING);
    }
    if (!same) {
      Path log = INSTALLED.resolve("npm.log");
      end(
          new ProcessBuilder("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
              .directory(INSTALLED.toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start(),
          log);
    }
  }

  private static void end(Process process, Path log) throws IOException, InterruptedException {
    boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
    process.destroyForcibly();
    if (!ended || process.exitValue() != 0) {
      throw new AssertionError(process.info() + " failed:\n" + Files.readString(log));
    }
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
