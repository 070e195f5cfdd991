package dev.playloop.proving.mutate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// A tree with one row applied: the file's text, and the classes of its module compiled anew.
/// Closing puts everything back. What a killed process left broken, [#restore] mends.
final class Swap implements AutoCloseable {
  private static final String SAVED = ".unbroken";

  private final Path file;
  private final Path classes;

  private Swap(Path file, Path classes) {
    this.file = file;
    this.classes = classes;
  }

  /// @return what the compiler says, empty where it compiles
  static List<String> apply(Built tree, Row row, String broken, List<Swap> applied) {
    String module = tree.moduleOf(row.file());
    Path file = tree.root().resolve(row.file());
    Swap swap = new Swap(file, tree.classes(module));
    applied.add(swap);
    try {
      Files.copy(file, saved(file), StandardCopyOption.COPY_ATTRIBUTES);
      Files.writeString(file, broken);
      return module.isEmpty() ? List.of() : swap.classes(tree, module);
    } catch (IOException e) {
      throw new UncheckedIOException("can't break " + row.file(), e);
    }
  }

  private List<String> classes(Built tree, String module) throws IOException {
    Files.move(classes, saved(classes));
    // Resources come from before; sources, and what processors made of them, are compiled over
    // them.
    Trees.copy(saved(classes), classes);
    Path folder = tree.root().resolve(module);
    Path main = folder.resolve("src/main");
    if (file.startsWith(main.resolve("java"))) {
      List<Path> sources =
          List.of(main.resolve("java"), folder.resolve("target/generated-sources/annotations"));
      return Compiler.compile(sources, tree.compileClassPath(module), classes);
    }
    Path resources = main.resolve("resources");
    if (file.startsWith(resources)) {
      Files.copy(
          file,
          classes.resolve(resources.relativize(file).toString()),
          StandardCopyOption.REPLACE_EXISTING);
    }
    return List.of();
  }

  @Override
  public void close() {
    restore(file);
    restore(classes);
  }

  /// Puts back what lies saved beside any file or folder below `root`.
  static void restoreAll(Path root) {
    try (Stream<Path> files = Files.walk(root)) {
      files
          .filter(path -> path.toString().endsWith(SAVED))
          .sorted(Comparator.comparingInt(Path::getNameCount))
          .toList()
          .forEach(saved -> {
            String path = saved.toString();
            restore(Path.of(path.substring(0, path.length() - SAVED.length())));
          });
    } catch (IOException e) {
      throw new UncheckedIOException("can't look through " + root, e);
    }
  }

  private static void restore(Path path) {
    Path saved = saved(path);
    if (!Files.exists(saved)) {
      return;
    }
    try {
      Trees.delete(path);
      Files.move(saved, path);
    } catch (IOException e) {
      throw new UncheckedIOException("can't put back " + path, e);
    }
  }

  private static Path saved(Path path) {
    return path.resolveSibling(path.getFileName() + SAVED);
  }
}
