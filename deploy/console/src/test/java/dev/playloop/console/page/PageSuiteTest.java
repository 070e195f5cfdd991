package dev.playloop.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.testkit.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The page's own tests, in a browser: its bundle is what its sources build, each page shows what
/// it is there for in every state, and nothing that anybody wrote runs on it.
@Tag("slow")
class PageSuiteTest {
  private static final Path SOURCES = Path.of("web");
  private static final Path LOGS = Path.of("target");
  private static final long MINUTES = 20;

  @Test
  void allOfThemPass() throws IOException, InterruptedException {
    Programs.require("node", "npm", "chromium");
    run("npm-ci", List.of("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"));
    String said = run("npm-test", List.of("npm", "test"));

    assertThat(said).as("how many there are").containsPattern("# tests [1-9][0-9]{2}");
    assertThat(said).contains("# fail 0", "# cancelled 0", "# skipped 0");
  }

  private static String run(String name, List<String> words)
      throws IOException, InterruptedException {
    Path log = Files.createDirectories(LOGS).resolve(name + ".log");
    Process process =
        new ProcessBuilder(words)
            .directory(SOURCES.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
    process.destroyForcibly();
    String said = Files.readString(log, StandardCharsets.UTF_8);
    assertThat(ended).as("%s ends; its log is %s", name, log).isTrue();
    assertThat(process.exitValue()).as("%s:\n%s", name, failed(said)).isZero();
    return said;
  }

  /// The lines of what failed, with what stands behind them.
  private static String failed(String said) {
    List<String> lines = said.lines().toList();
    StringBuilder failed = new StringBuilder();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).strip().startsWith("not ok")) {
        failed
            .append(String.join("\n", lines.subList(i, Math.min(lines.size(), i + 20))))
            .append('\n');
      }
    }
    return failed.isEmpty() ? said : failed.toString();
  }
}
