package dev.playloop.proving.pack;

import dev.playloop.testkit.Programs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleFinder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/// A package of what this checkout has built, unpacked into a folder with a space in its name, and
/// a Java without a compiler beside it. Made once a class; one thread.
///
/// @param home where the package lies
/// @param jre a JRE 25: no javac is in it
record Unpacked(Path home, Path jre) {
  private static final long MINUTES = 5;

  /// What a JDK has and a JRE has not.
  private static final Pattern TOOLS =
      Pattern.compile(
          "jdk\\.(compiler|jartool|javadoc|jconsole|jcmd|jdeps|jdi|jlink|jpackage|jshell|jstatd"
              + "|attach|hotspot\\.agent|internal\\.(opt|ed|le|md)|unsupported\\.desktop|editpad"
              + "|graal\\.compiler.*)");

  /// Ends the test as not run where the checkout is not built, or only in parts.
  static Unpacked in(Path folder) throws IOException, InterruptedException {
    Path root = root();
    Path target = root.resolve("deploy/launcher/target");
    Assumptions.assumeTrue(
        Files.exists(target.resolve("playloop.jar")), "NOT RUN: playloop.jar is not built");
    Assumptions.assumeTrue(
        isNewer(target.resolve("bom.json"), root.resolve("deploy/launcher/pom.xml")),
        "NOT RUN: there is no list of licences of this build: Maven makes none offline");
    Programs.require("tar");
    Packing packing = new Packing(root);
    Path tar = folder.resolve(packing.name() + ".tar.gz");
    packing.packed().write(tar);
    Path place = Files.createDirectories(folder.resolve("a place"));
    ended(folder, "tar", "-xzf", tar.toString(), "-C", place.toString());
    Files.delete(tar);
    Path jre = folder.resolve("jre");
    String modules =
        ModuleFinder.ofSystem().findAll().stream()
            .map(module -> module.descriptor().name())
            .filter(name -> !TOOLS.matcher(name).matches())
            .sorted()
            .collect(Collectors.joining(","));
    Path jlink = Path.of(System.getProperty("java.home"), "bin", "jlink");
    Assumptions.assumeTrue(Files.exists(jlink), "NOT RUN: this JDK has no jlink");
    ended(folder, jlink.toString(), "--add-modules", modules, "--output", jre.toString());
    return new Unpacked(place.resolve(packing.name()), jre);
  }

  static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("playloop"))) {
      folder = Objects.requireNonNull(folder.getParent(), "no folder above holds ./playloop");
    }
    return folder;
  }

  /// A folder for the PATH with java, the shell and GNU's core utilities: no Maven, no Node, no
  /// git.
  Path path(Path folder) throws IOException {
    Path path = Files.createDirectories(folder.resolve("bin"));
    List<String> utilities =
        List.of(
            "sh",
            "cat",
            "chmod",
            "cp",
            "dirname",
            "env",
            "id",
            "ls",
            "mkdir",
            "mv",
            "nice",
            "readlink",
            "rm",
            "sleep",
            "uname");
    for (String name : utilities) {
      Files.createSymbolicLink(path.resolve(name), onPath(name));
    }
    if (Files.exists(Path.of("/usr/bin/unshare"))) { // as root PostgreSQL is started by it
      Files.createSymbolicLink(path.resolve("unshare"), Path.of("/usr/bin/unshare"));
    }
    Files.createSymbolicLink(path.resolve("java"), jre.resolve("bin/java"));
    return path;
  }

  private static Path onPath(String name) {
    return Stream.of(Objects.requireNonNull(System.getenv("PATH")).split(":", -1))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() -> new AssertionError("there is no " + name));
  }

  /// What a program said and how it ended.
  record Ended(int code, String said) {}

  static Ended ended(Path folder, ProcessBuilder program) throws IOException, InterruptedException {
    Path said = Files.createTempFile(folder, "said", ".txt");
    Process process = program.redirectErrorStream(true).redirectOutput(said.toFile()).start();
    try {
      if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
        throw new AssertionError(program.command() + " does not end: " + text(said));
      }
      return new Ended(process.exitValue(), text(said));
    } finally {
      List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
      all.add(process.toHandle());
      all.forEach(ProcessHandle::destroyForcibly);
    }
  }

  private static void ended(Path folder, String... command)
      throws IOException, InterruptedException {
    Ended ended = ended(folder, new ProcessBuilder(command));
    if (ended.code() != 0) {
      throw new AssertionError(String.join(" ", command) + ": " + ended.said());
    }
  }

  static String text(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file, StandardCharsets.UTF_8) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isNewer(Path file, Path than) throws IOException {
    return Files.exists(file)
        && Files.getLastModifiedTime(file).compareTo(Files.getLastModifiedTime(than)) >= 0;
  }
}
