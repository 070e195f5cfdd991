package dev.playloop.worlds.chain.crypto;

import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import tools.jackson.databind.JsonNode;

/// The independent library starknet.js, installed by npm into `target/node` and run by node. A test
/// that wants it is not run where node or npm are not there.
public final class StarknetJs {
  private static final Path INSTALLED = Path.of("target/node");
  private static final long MINUTES = 8;

  private StarknetJs() {}

  /// Runs a script of `src/test/node`, and returns the one line of JSON that it prints.
  public static JsonNode run(String script, String... arguments) throws InterruptedException {
    try {
      install();
      NpmFolder.script(script);
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
      boolean ended = node.waitFor(MINUTES, TimeUnit.MINUTES);
      node.destroyForcibly();
      if (!ended || node.exitValue() != 0) {
        throw new AssertionError(script + " failed:\n" + Files.readString(log));
      }
      return Json.tree(Files.readString(said));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void install() throws IOException, InterruptedException {
    Assumptions.assumeTrue(
        NpmFolder.hasNpm(), "NOT RUN: starknet.js needs node 20 or newer and npm on the PATH");
    try {
      NpmFolder.installed("node_modules/starknet/package.json");
    } catch (IOException e) {
      throw new AssertionError("starknet.js is not there", e);
    }
  }
}
