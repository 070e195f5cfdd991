package dev.playloop.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.testkit.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The page's own tests, in a browser: its bundle is what its sources build, each page shows what
/// it is there for in every state, and nothing that anybody wrote runs on it.
@Tag("slow")
class PageSuiteTest {
  private static final Path SOURCES = Path.of("web");
  private static final Path LOGS = Path.of("target");
  private static final long MINUTES = 20;
  private static final String TAP = "--test-reporter=tap";

  /// Those that between them show texts in all ways: in lists, dialogs, drawings and as JSON.
  private static final String SOME = "do nothing on (run|inbox|slider-view|world)$";

  @TempDir private static Path built;

  @BeforeAll
  static void install() throws IOException, InterruptedException {
    Programs.require("node", "npm", "chromium");
    run("npm-ci", List.of("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"));
  }

  @Test
  void allOfThemPass() throws IOException, InterruptedException {
    String said = run("npm-test", List.of("npm", "test"));

    assertThat(said).as("how many there are").containsPattern("# tests [1-9][0-9]{2}");
    assertThat(said).contains("# fail 0", "# cancelled 0", "# skipped 0");
  }

  /// The sources themselves, whatever bundle is committed.
  @Test
  void whatIsHiddenInATextIsWrittenOut() throws IOException, InterruptedException {
    String said = run("text-test", List.of("node", "--test", TAP, "test/lib.test.mjs"));

    assertThat(said).containsPattern("# pass [1-9]").contains("# fail 0", "# cancelled 0");
  }

  /// On a page that is built of the sources now, whatever bundle is committed.
  @Test
  void noTextIsMarkup() throws IOException, InterruptedException {
    run("build", List.of("npx", "vite", "build", "--outDir", built.toString(), "--emptyOutDir"));

    String said =
        run(
            "hostile-test",
            List.of("node", "--test", TAP, "--test-name-pattern=" + SOME, "test/hostile.test.mjs"),
            Map.of("PAGE_BUNDLE", built.toString()));

    assertThat(said).contains("# pass 4", "# fail 0", "# cancelled 0");
  }

  private static String run(String name, List<String> words)
      throws IOException, InterruptedException {
    return run(name, words, Map.of());
  }

  private static String run(String name, List<String> words, Map<String, String> environment)
      throws IOException, InterruptedException {
    Path log = Files.createDirectories(LOGS).resolve(name + ".log");
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .directory(SOURCES.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
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
