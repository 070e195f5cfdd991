package dev.playloop.proving.pack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.testkit.Await;
import dev.playloop.testkit.EmbeddedOnly;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is unpacked runs on a machine that has a JRE and nothing else, wherever it lies and whoever
/// calls it.
@EmbeddedOnly("it starts servers of its own")
class PackageTest {
  /// A cache is made by a process of the lowest priority, beside whatever else runs here.
  private static final Duration MADE_WITHIN = Duration.ofMinutes(10);

  @TempDir static Path folder;
  private static Unpacked unpacked;
  private static Path path;
  private static Path command;

  @BeforeAll
  static void unpack() throws IOException, InterruptedException {
    unpacked = Unpacked.in(folder);
    path = unpacked.path(folder);
    Path linked = Files.createSymbolicLink(folder.resolve("linked"), unpacked.home());
    Path bin = Files.createDirectories(folder.resolve("own bin"));
    command = bin.resolve("playloop"); // a link of a link, through a folder that is one
    Files.createSymbolicLink(command, bin.relativize(linked).resolve("playloop"));
  }

  /// In a folder that has nothing to do with it, and with nothing in the environment.
  private static Unpacked.Ended playloop(String... arguments)
      throws IOException, InterruptedException {
    return Unpacked.ended(folder, program(arguments));
  }

  private static ProcessBuilder program(String... arguments) throws IOException {
    List<String> words = new ArrayList<>(List.of(command.toString()));
    words.addAll(List.of(arguments));
    Path empty = Files.createDirectories(folder.resolve("elsewhere"));
    ProcessBuilder program = new ProcessBuilder(words).directory(empty.toFile());
    program.environment().clear();
    program
        .environment()
        .putAll(
            Map.of("PATH", path.toString(), "HOME", empty.toString(), "CDPATH", folder.toString()));
    return program;
  }

  @Test
  void itNeedsNoCompiler() throws Exception {
    assertThat(unpacked.jre().resolve("bin/java")).isExecutable();
    assertThat(unpacked.jre().resolve("bin/javac")).doesNotExist();
    assertThat(playloop("--version")).isEqualTo(new Unpacked.Ended(0, "playloop 0.1.0\n"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"test", "bench", "chaos", "fuzz", "mutate", "lock", "package", "images"})
  void whatNeedsTheSourcesSaysSo(String name) throws Exception {
    Unpacked.Ended ended = playloop(name, "--help");

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.said().lines())
        .containsExactly(
            "playloop: '"
                + name
                + "' needs the sources and Maven: it is a command of a checkout, and not in a"
                + " package");
  }

  @Test
  void aWorldIsBegunAndChecked() throws Exception {
    Unpacked.Ended begun = playloop("worlds", "init", "tavern", "--language", "java");
    assertThat(begun.code()).as(begun.said()).isZero();

    Unpacked.Ended checked = playloop("worlds", "check", "tavern/world.yaml");
    assertThat(checked.code()).as(checked.said()).isZero();
    assertThat(checked.said()).contains("world tavern", "ring_bell");
  }

  @Test
  void anExampleIsPlayed() throws Exception {
    Unpacked.Ended played = playloop("run", "society");

    assertThat(played.code()).as(played.said()).isZero();
    assertThat(played.said()).contains("all expectations hold");
    assertThat(unpacked.home().resolve(".playloop/run.log")).isNotEmptyFile();
  }

  /// The JVM itself says whether the file is of use: told that it must be, it would not start.
  @Test
  void whatIsUpLeavesACacheForTheNextStart() throws Exception {
    upOnce(Map.of());
    Await.until(MADE_WITHIN, PackageTest::caches, left -> left.contains("playloop.aot"));

    upOnce(Map.of("JDK_JAVA_OPTIONS", "-XX:AOTMode=on"));
    // A run that took a minute of a processor's time leaves no young cache, and throws one away.
    List<String> left = caches();
    assertThat(left)
        .contains("playloop.aot.of")
        .isSubsetOf("playloop.aot", "playloop.aot.of", "playloop.aot.young");
    assertThat(left.contains("playloop.aot") || !left.contains("playloop.aot.young"))
        .as("the young one alone is thrown away with it: %s", left)
        .isTrue();
  }

  private static List<String> caches() {
    try (Stream<Path> left = Files.list(unpacked.home().resolve(".playloop"))) {
      return left.map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith("playloop.aot"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void upOnce(Map<String, String> more) throws IOException, InterruptedException {
    ProcessBuilder program = program("up", "society").redirectErrorStream(true);
    program.environment().putAll(more);
    program.environment().put("PLAYLOOP_HTTP_PORT", "0");
    Process process = program.start();
    try (BufferedReader said = process.inputReader(StandardCharsets.UTF_8)) {
      List<String> lines = new ArrayList<>();
      for (String line = said.readLine(); line != null; line = said.readLine()) {
        lines.add(line);
        if (line.startsWith("Playloop is up")) {
          process.toHandle().destroy(); // which leaves its streams open
        }
      }
      assertThat(lines).endsWith("stopped");
      process.waitFor();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  /// Its pages too lead where they say, but to what only a checkout has.
  @Test
  void everyLinkLeadsSomewhere() throws Exception {
    Path root = Unpacked.root();
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (Path file : Pages.files(unpacked.home())) {
      if (file.toString().endsWith(".md")) {
        for (String target : Pages.targets(unpacked.home(), file)) {
          links++;
          if (!Files.exists(unpacked.home().resolve(target))
              && !Pages.isOfACheckout(root, target)) {
            broken.add(unpacked.home().relativize(file) + " -> " + target);
          }
        }
      }
    }
    assertThat(broken).isEmpty();
    assertThat(links).isGreaterThan(50);
  }
}
