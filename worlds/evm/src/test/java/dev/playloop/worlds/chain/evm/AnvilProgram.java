package dev.playloop.worlds.chain.evm;

import dev.playloop.testkit.NpmFolder;
import dev.playloop.testkit.Programs;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/// Finds anvil for tests: where the property `playloop.evm.anvil` says, on the PATH, or installed
/// by npm into this module's `target/`.
final class AnvilProgram {
  private static final String PROPERTY = "playloop.evm.anvil";
  private static final String NAME = "anvil";
  private static final String NEEDED =
      "NOT RUN: no anvil by -D" + PROPERTY + "=…, on the PATH, or by npm: ";

  private AnvilProgram() {}

  /// Ends the test as not run where there is none.
  static Path found() throws InterruptedException {
    String named = System.getProperty(PROPERTY);
    Path program = named == null ? onPath() : Path.of(named);
    return program == null ? byNpm() : program;
  }

  private static @Nullable Path onPath() {
    return Pattern.compile(File.pathSeparator)
        .splitAsStream(System.getenv().getOrDefault("PATH", ""))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, NAME).toAbsolutePath())
        .filter(Files::isExecutable)
        .findFirst()
        .orElse(null);
  }

  private static Path byNpm() throws InterruptedException {
    Assumptions.assumeTrue(
        Programs.isThere("node") && Programs.isThere("npm"), NEEDED + "node and npm are not there");
    String program =
        "node_modules/@foundry-rs/anvil-%s-%s/bin/%s".formatted(system(), processor(), NAME);
    try {
      return NpmFolder.installed().resolve(program).toAbsolutePath();
    } catch (IOException e) {
      return Assumptions.abort(NEEDED + e.getMessage());
    }
  }

  private static String system() {
    return System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac")
        ? "darwin"
        : "linux";
  }

  private static String processor() {
    return System.getProperty("os.arch").equals("aarch64") ? "arm64" : "amd64";
  }
}
