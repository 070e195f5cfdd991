package dev.playloop.worlds.chain.simulator.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.chain.TestChain;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Clients of others work on the simulator as they are: starknet.js 10.8.0, from npm into
/// `target/`.
@Tag("slow")
final class StarknetJsTest {
  private static final Path FOLDER = Path.of("target", "starknet-js").toAbsolutePath();
  private static final String PACKAGE = "starknet@10.8.0";
  private static final long SECONDS = 240;

  @Test
  void anAccountOfStarknetJsExecutesAndWaits() throws IOException, InterruptedException {
    Path script = script();
    TestChain test = TestChain.start();
    String said;
    try (SimulatorServer server = SimulatorServer.start(test.chain(), 0)) {
      Felt key = Objects.requireNonNull(test.chain().accounts().getFirst().privateKey());
      said =
          run(
              List.of(
                  "node",
                  script.toString(),
                  server.address().toString(),
                  test.account(0).hex(),
                  key.hex(),
                  test.vault().hex()));
    }
    JsonNode told = Json.tree(said.lines().toList().getLast());
    assertThat(told.path("kept").asString()).isEqualTo("0x2b");
    assertThat(told.path("reverted").asBoolean()).isTrue();
    assertThat(told.path("reason").asString()).contains("'no more'");
    assertThat(told.path("estimate").asString()).isEqualTo("refused");
    assertThat(told.path("nonce").asString()).isEqualTo("0x3");
    assertThat(told.path("simulated").asInt()).isEqualTo(1);
    assertThat(told.path("events").asInt()).isEqualTo(3);
  }

  private static Path script() throws IOException, InterruptedException {
    Assumptions.assumeTrue(onPath("node") && onPath("npm"), "NOT RUN: no node and npm on the PATH");
    Files.createDirectories(FOLDER);
    if (!Files.exists(FOLDER.resolve("node_modules/starknet/package.json"))) {
      Files.writeString(FOLDER.resolve("package.json"), "{\"private\":true}");
      Process npm =
          process(List.of("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", PACKAGE))
              .redirectOutput(FOLDER.resolve("npm.log").toFile())
              .start();
      boolean done = npm.waitFor(SECONDS, TimeUnit.SECONDS);
      if (!done) {
        npm.destroyForcibly();
      }
      Assumptions.assumeTrue(
          done && npm.exitValue() == 0, "NOT RUN: npm can't install " + PACKAGE + "; see npm.log");
    }
    Path script = FOLDER.resolve("account.mjs");
    try (InputStream source =
        Objects.requireNonNull(
            StarknetJsTest.class.getResourceAsStream("/simulator/account.mjs"))) {
      Files.copy(source, script, StandardCopyOption.REPLACE_EXISTING);
    }
    return script;
  }

  private static boolean onPath(String program) {
    String path = System.getenv("PATH");
    return path != null
        && Stream.of(path.split(File.pathSeparator, -1))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  private static ProcessBuilder process(List<String> command) {
    return new ProcessBuilder(command).directory(FOLDER.toFile()).redirectErrorStream(true);
  }

  private static String run(List<String> command) throws IOException, InterruptedException {
    Path output = FOLDER.resolve("output.log");
    Process process = process(command).redirectOutput(Redirect.to(output.toFile())).start();
    boolean done = process.waitFor(SECONDS, TimeUnit.SECONDS);
    if (!done) {
      process.destroyForcibly();
    }
    String said = Files.readString(output, StandardCharsets.UTF_8);
    assertThat(done && process.exitValue() == 0).as(said).isTrue();
    return said;
  }
}
