package dev.playloop.launcher.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.testkit.EmbeddedOnly;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A new world is what CONTRIBUTING says and no more: the one that stands there is built, put into
/// the list of a program that is else this one, and plays its example.
@EmbeddedOnly("it starts the whole command as a process")
class NewWorldTest {
  private static final Path ROOT = Path.of("../..");
  private static final String LIST =
      "deploy/launcher/src/main/java/dev/playloop/launcher/InstalledWorlds.java";
  private static final Pattern FILE =
      Pattern.compile(
          "^`(worlds/tally/[^`]+)`\\n\\n```\\w+\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern ROW = Pattern.compile("^\\| `([^`]+)`", Pattern.MULTILINE);
  private static final Pattern FIRST =
      Pattern.compile("(List<WorldModule> all\\(\\) \\{\\s*return List\\.of\\()\\s*new ");
  private static final int LIMIT_MINUTES = 10;

  private final SortedMap<String, String> files = files(section());

  @TempDir private Path folder;

  @Test
  void theOneThatContributingTellsPlaysItsExample() throws Exception {
    Path classes = build();
    Path log = folder.resolve("said.txt");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                classes + ":" + classPath(),
                "dev.playloop.launcher.cli.Playloop",
                "run",
                "tally")
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      assertThat(process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    String said = Files.readString(log);
    assertThat(said).contains("The tally is 3.", "all expectations hold");
    assertThat(process.exitValue()).as(said).isZero();
  }

  @Test
  void theTableNamesOneFolderAndWhatIsOutside() {
    String table = section();
    List<String> outside =
        ROW.matcher(table)
            .results()
            .map(row -> row.group(1))
            .filter(it -> !it.startsWith("worlds/<world>/"))
            .toList();
    assertThat(outside)
        .containsExactly("pom.xml", "deploy/launcher/pom.xml", LIST, "docs/settings.md");
    assertThat(outside).allSatisfy(file -> assertThat(ROOT.resolve(file)).exists());
    assertThat(files.keySet()).hasSize(8).allMatch(file -> file.startsWith("worlds/tally/"));
  }

  /// The world's classes and resources, and the list with one more.
  private Path build() throws IOException {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    List<Path> sources = new ArrayList<>();
    for (var file : files.entrySet()) {
      if (file.getKey().endsWith(".java")) {
        sources.add(write(folder.resolve(file.getKey()), file.getValue()));
      } else {
        write(
            classes.resolve(file.getKey().replace("worlds/tally/src/main/resources/", "")),
            file.getValue());
      }
    }
    String list = Files.readString(ROOT.resolve(LIST));
    Matcher first = FIRST.matcher(list);
    assertThat(first.results()).hasSize(1);
    sources.add(
        write(
            folder.resolve("InstalledWorlds.java"),
            first.replaceFirst("$1new dev.playloop.worlds.tally.TallyModule(), new ")));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    try (StandardJavaFileManager manager =
        compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      boolean compiled =
          compiler
              .getTask(
                  said,
                  manager,
                  null,
                  List.of("-proc:none", "-d", classes.toString(), "-cp", classPath()),
                  null,
                  manager.getJavaFileObjectsFromPaths(sources))
              .call();
      assertThat(compiled).as("%s", said).isTrue();
    }
    return classes;
  }

  private static Path write(Path file, String content) throws IOException {
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }

  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  private static SortedMap<String, String> files(String section) {
    SortedMap<String, String> found = new TreeMap<>();
    Matcher matcher = FILE.matcher(section);
    while (matcher.find()) {
      found.put(matcher.group(1), matcher.group(2));
    }
    return found;
  }

  private static String section() {
    try {
      String page = Files.readString(ROOT.resolve("CONTRIBUTING.md"));
      int begin = page.indexOf("\n## Add a world\n");
      return page.substring(begin, page.indexOf("\n## ", begin + 1));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
