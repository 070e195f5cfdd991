package dev.playloop.fence;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// All modules of one checkout: their sources and the classes compiled of them. A module is a
/// folder with a `pom.xml` and a `src`; what an older layout left behind is none.
record House(Path root, List<Module> modules) {
  private static final Set<String> ASIDE =
      Set.of("target", "src", "node_modules", ".git", ".playloop");

  /// What the benchmarks' harness writes.
  private static final String GENERATED = "jmh_generated";

  /// One module, by its folder.
  record Module(Path folder) {
    List<Path> mainSources() {
      return javaFiles(folder.resolve("src/main/java"));
    }

    List<Path> testSources() {
      return javaFiles(folder.resolve("src/test/java"));
    }

    List<Path> mainClasses() {
      List<Path> found = classes("target/classes");
      if (found.isEmpty() && !mainSources().isEmpty()) {
        throw new IllegalStateException(folder + " is not compiled");
      }
      return found;
    }

    /// None where only a profile of the build compiles them.
    List<Path> testClasses() {
      return classes("target/test-classes");
    }

    private List<Path> classes(String compiled) {
      return files(folder.resolve(compiled), ".class").stream()
          .filter(file -> !file.toString().contains(GENERATED))
          .toList();
    }
  }

  /// Of the checkout that these tests stand in.
  static House here() {
    return at(Tree.root());
  }

  static House at(Path root) {
    List<Module> found = new ArrayList<>();
    try {
      Files.walkFileTree(
          root,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              if (!folder.equals(root) && ASIDE.contains(folder.getFileName().toString())) {
                return FileVisitResult.SKIP_SUBTREE;
              }
              if (Files.exists(folder.resolve("pom.xml")) && Files.exists(folder.resolve("src"))) {
                found.add(new Module(folder));
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    found.sort((a, b) -> a.folder().compareTo(b.folder()));
    return new House(root, List.copyOf(found));
  }

  List<Path> mainSources() {
    return modules.stream().flatMap(module -> module.mainSources().stream()).toList();
  }

  List<Path> testSources() {
    return modules.stream().flatMap(module -> module.testSources().stream()).toList();
  }

  List<Path> mainClasses() {
    return modules.stream().flatMap(module -> module.mainClasses().stream()).toList();
  }

  List<Path> testClasses() {
    return modules.stream().flatMap(module -> module.testClasses().stream()).toList();
  }

  /// How many lines `file` has.
  static int lines(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return (int) lines.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> javaFiles(Path folder) {
    return files(folder, ".java");
  }

  private static List<Path> files(Path folder, String ending) {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
