package dev.playloop.worlds.sandbox;

import static dev.playloop.worlds.sandbox.TestSandbox.lives;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.testkit.Await;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The sandbox in a process that is not the one of the tests.
@Tag("slow")
class ParentProcessTest {
  @Test
  void childrenEndWithTheirParentWhateverTheyAreAt() throws IOException {
    Process parent = java("-cp", classPath(), ParentProcess.class.getName(), "loop");
    try (BufferedReader out = reader(parent)) {
      long child = Long.parseLong(out.readLine());
      assertThat(lives(child)).isTrue();
      Optional<Path> folder = TestSandbox.folder(child);

      parent.destroyForcibly();

      Await.until("the child's end", () -> !lives(child));
      folder.ifPresent(path -> assertThat(path).doesNotExist());
    } finally {
      parent.destroyForcibly();
    }
  }

  /// As `playloop.jar` is: everything is on the class path by its manifest, in `lib/` beside it.
  @Test
  void aPackagedProgramFindsTheJarsOfItsChildren(@TempDir Path folder)
      throws IOException, InterruptedException {
    Path jar = packaged(folder);
    Process parent = java("-jar", jar.toString(), "once");
    try (BufferedReader out = reader(parent)) {
      assertThat(Long.parseLong(out.readLine())).isPositive();
      assertThat(out.readLine()).startsWith("Returned[value=1, ");
      assertThat(parent.waitFor()).isZero();
    } finally {
      parent.destroyForcibly();
    }
  }

  @Test
  void aFolderThatHoldsNoPythonIsRefused() {
    SandboxSettings settings = SandboxSettings.DEFAULT.withPython(Path.of("src"));

    assertThatThrownBy(() -> Language.installed(settings))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("python: expected a folder with GraalPy's jars")
        .hasMessageContaining("-Ppython");
  }

  @Test
  void aChildHasTheJarsItNeedsAndNoOthers() {
    List<String> names =
        Objects.requireNonNull(Language.installed(SandboxSettings.DEFAULT).get(Program.JAVASCRIPT))
            .classPath()
            .stream()
            .map(path -> path.getFileName().toString().replaceAll("-[0-9].*", ""))
            .toList();

    assertThat(names)
        .containsExactlyInAnyOrder(
            "classes",
            "jackson-core",
            "polyglot",
            "collections",
            "nativeimage",
            "word",
            "truffle-api",
            "regex",
            "icu4j",
            "js-language",
            "xz");
  }

  @Test
  void aChildHasNoEnvironment() throws IOException {
    Process parent = java("-cp", classPath(), ParentProcess.class.getName(), "loop");
    try (BufferedReader out = reader(parent)) {
      Path environment = Path.of("/proc", out.readLine(), "environ");
      if (Files.exists(environment.getParent())) {
        assertThat(Files.readAllBytes(environment)).isEmpty();
      }
    } finally {
      parent.destroyForcibly();
    }
  }

  private static Path packaged(Path folder) throws IOException {
    Path lib = Files.createDirectory(folder.resolve("lib"));
    List<String> entries = new ArrayList<>();
    for (String entry : List.of(classPath().split(File.pathSeparator, -1))) {
      Path from = Path.of(entry);
      if (!Files.exists(from)) {
        continue;
      }
      Path to = lib.resolve(from.getFileName() + (Files.isDirectory(from) ? ".jar" : ""));
      if (Files.isDirectory(from)) {
        zip(from, to);
      } else {
        Files.createSymbolicLink(to, from);
      }
      entries.add("lib/" + to.getFileName());
    }
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, ParentProcess.class.getName());
    manifest
        .getMainAttributes()
        .put(Attributes.Name.CLASS_PATH, entries.stream().collect(Collectors.joining(" ")));
    Path jar = folder.resolve("a packaged program.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream empty = new JarOutputStream(out, manifest)) {
      empty.flush();
    }
    return jar;
  }

  private static void zip(Path from, Path to) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(from)) {
      files = all.filter(Files::isRegularFile).toList();
    }
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(to))) {
      for (Path file : files) {
        out.putNextEntry(
            new JarEntry(from.relativize(file).toString().replace(File.separatorChar, '/')));
        Files.copy(file, out);
      }
    }
  }

  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  private static BufferedReader reader(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  private static Process java(String... args) throws IOException {
    List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
    command.addAll(Arrays.asList(args));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }
}
