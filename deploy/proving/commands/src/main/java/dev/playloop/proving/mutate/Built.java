package dev.playloop.proving.mutate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A tree that is compiled, and may be broken. One thread at a time works on it.
///
/// @param classPaths of each module, its own classes not among them: what its tests need
record Built(Path root, Map<String, List<Path>> classPaths) {
  Built {
    classPaths = Map.copyOf(classPaths);
  }

  Path classes(String module) {
    return root.resolve(module).resolve("target/classes");
  }

  Path testClasses(String module) {
    return root.resolve(module).resolve("target/test-classes");
  }

  /// The module's own classes, and what it depends on.
  List<Path> compileClassPath(String module) {
    return classPaths.getOrDefault(module, List.of());
  }

  /// What the module's tests run on.
  List<Path> testClassPath(String module) {
    return Stream.concat(
            Stream.of(testClasses(module), classes(module)), compileClassPath(module).stream())
        .toList();
  }

  boolean hasModule(String module) {
    return classPaths.containsKey(module);
  }

  /// The module whose product code `file` is, or empty for a file that is not compiled.
  String moduleOf(Path file) {
    String path = file.toString();
    int at = path.indexOf("/src/main/");
    return at > 0 && classPaths.containsKey(path.substring(0, at)) ? path.substring(0, at) : "";
  }

  /// The whole name of a test class that a row names by its simple one.
  List<String> typesNamed(TestName test) {
    Path folder = testClasses(test.module());
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    String file = test.type().substring(test.type().lastIndexOf('.') + 1) + ".class";
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(path -> path.endsWith(file))
          .map(path -> folder.relativize(path).toString())
          .map(path -> path.substring(0, path.length() - ".class".length()).replace('/', '.'))
          .filter(name -> !test.type().contains(".") || name.equals(test.type()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("can't list " + folder, e);
    }
  }
}
