package dev.playloop.proving.mutate;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The tree whose copies are broken. Copies lie under `.playloop/mutate` and are kept: the next
/// call writes only what has changed since, and Maven compiles only that.
///
/// @param root the checkout's folder
record Checkout(Path root) {
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
  private static final String CLASS_PATH = "target/mutate.classpath";

  /// What Maven is called with; the second try may fetch what is missing.
  private static final List<String> BUILD =
      List.of(
          "--batch-mode",
          "-q",
          "-Dquick",
          "-Dspotless.check.skip=true",
          "test-compile",
          "org.apache.maven.plugins:maven-dependency-plugin:build-classpath",
          "-Dmdep.includeScope=test",
          "-Dmdep.outputFile=" + CLASS_PATH);

  /// So many copies, all compiled.
  List<Built> copies(int count) throws IOException, InterruptedException {
    Path first = copy(1);
    Files.createDirectories(first);
    Swap.restoreAll(first);
    write(first);
    build(first);
    Built[] built = new Built[count];
    built[0] = new Built(first, classPaths(first, first));
    for (int i = 1; i < count; i++) {
      Path next = copy(i + 1);
      Trees.delete(next);
      Trees.copy(first, next);
      built[i] = new Built(next, classPaths(next, first));
    }
    return List.of(built);
  }

  Path folder() {
    return root.resolve(".playloop").resolve("mutate");
  }

  private Path copy(int number) {
    return folder().resolve("tree-" + number);
  }

  /// The files that are in the tree or may come into it, as git sees it.
  private void write(Path copy) throws IOException, InterruptedException {
    Path listed = folder().resolve("files");
    int code =
        new ProcessBuilder("git", "ls-files", "-z", "-co", "--exclude-standard")
            .directory(root.toFile())
            .redirectOutput(listed.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start()
            .waitFor();
    if (code != 0) {
      throw new IOException("git ls-files ended with " + code + "; mutate needs a git checkout");
    }
    Set<Path> kept = new HashSet<>();
    for (String name : Files.readString(listed).split("\0", -1)) {
      Path from = root.resolve(name);
      if (!Files.isRegularFile(from)) {
        continue; // deleted, and not yet committed
      }
      Path to = copy.resolve(name);
      kept.add(to);
      if (!Files.isRegularFile(to) || Files.mismatch(from, to) >= 0) {
        Files.createDirectories(to.getParent());
        Files.write(to, Files.readAllBytes(from));
        if (Files.isExecutable(from) && !to.toFile().setExecutable(true)) {
          throw new IOException("can't make " + to + " executable");
        }
      }
    }
    for (Path file : sources(copy)) {
      if (!kept.contains(file)) {
        Files.delete(file);
      }
    }
  }

  private static List<Path> sources(Path copy) throws IOException {
    try (Stream<Path> walk = Files.walk(copy)) {
      return walk.filter(Files::isRegularFile)
          .filter(file -> !("/" + copy.relativize(file)).contains("/target/"))
          .toList();
    }
  }

  private void build(Path copy) throws IOException, InterruptedException {
    File log = folder().resolve("build.log").toFile();
    for (String network : List.of("--offline", "--no-transfer-progress")) {
      ProcessBuilder maven = new ProcessBuilder("mvn", network);
      maven.command().addAll(BUILD);
      maven.directory(copy.toFile()).redirectErrorStream(true).redirectOutput(log);
      maven.environment().put("JAVA_HOME", System.getProperty("java.home"));
      maven
          .environment()
          .put(
              "MAVEN_OPTS",
              "--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow");
      if (maven.start().waitFor() == 0) {
        return;
      }
    }
    throw new IOException("the copy of the tree does not compile; see " + log);
  }

  /// @param builtIn where Maven wrote them, whose path stands in them
  private static Map<String, List<Path>> classPaths(Path copy, Path builtIn) throws IOException {
    Map<String, List<Path>> paths = new LinkedHashMap<>();
    for (String module : modules(copy)) {
      String text =
          Files.readString(copy.resolve(module).resolve(CLASS_PATH), StandardCharsets.UTF_8);
      paths.put(
          module,
          Arrays.stream(text.strip().split(File.pathSeparator, -1))
              .filter(path -> !path.isBlank())
              .map(Path::of)
              .map(path -> path.startsWith(builtIn) ? copy.resolve(builtIn.relativize(path)) : path)
              .toList());
    }
    return paths;
  }

  private static List<String> modules(Path copy) throws IOException {
    String pom = Files.readString(copy.resolve("pom.xml"));
    // Modules behind a profile are not built here.
    Matcher module = MODULE.matcher(pom.substring(0, pom.indexOf("</modules>")));
    return module.results().map(found -> found.group(1)).toList();
  }
}
