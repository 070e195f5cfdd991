package dev.playloop.proving.pack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The pages for whoever uses the product, and all that they point at: clients, schemas, examples.
/// So no link of theirs leads nowhere in a package either, but those to what only a checkout has.
final class Pages {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:\\s]+)(?:#[^)\\s]*)?\\)");

  /// Where they begin.
  private static final List<String> FIRST =
      List.of("README.md", "CHANGELOG.md", "SECURITY.md", "LICENSE", "trigger-ingest/clients");

  /// For whoever changes the code.
  private static final Set<String> OF_A_CHECKOUT = Set.of("CONTRIBUTING.md", "docs/tour.md");

  private Pages() {}

  /// Files below `root`, as paths from there. Throws [CannotPackException] where a link leads
  /// nowhere or out of `root`.
  static SortedSet<String> of(Path root) throws IOException {
    SortedSet<String> found = new TreeSet<>();
    Deque<String> open = new ArrayDeque<>(FIRST);
    try (Stream<Path> docs = Files.list(root.resolve("docs"))) {
      docs.map(page -> name(root, page)).sorted().forEach(open::add);
    }
    while (!open.isEmpty()) {
      String next = open.remove();
      if (isOfACheckout(root, next) || found.contains(next)) {
        continue;
      }
      Path path = root.resolve(next);
      if (Files.isDirectory(path)) {
        files(path).forEach(file -> open.add(name(root, file)));
        continue;
      }
      if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
        throw new CannotPackException("a page points at " + next + ", which is no file");
      }
      found.add(next);
      if (next.endsWith(".md")) {
        targets(root, path).forEach(open::add);
      }
    }
    return found;
  }

  /// What is left out, and may be pointed at all the same: pages for whoever changes the code, and
  /// modules.
  static boolean isOfACheckout(Path root, String path) {
    return OF_A_CHECKOUT.contains(path) || Files.exists(root.resolve(path).resolve("pom.xml"));
  }

  /// Where the links of a page lead, as paths from `root`.
  static List<String> targets(Path root, Path page) throws IOException {
    Matcher link = LINK.matcher(Files.readString(page));
    return link.results().map(each -> name(root, page.resolveSibling(each.group(1)))).toList();
  }

  /// The files of a folder, without what builds and systems leave behind.
  static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> walk = Files.walk(folder)) {
      return walk.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
          .filter(file -> !isLeftBehind(folder.relativize(file)))
          .sorted()
          .toList();
    }
  }

  private static boolean isLeftBehind(Path path) {
    for (Path part : path) {
      String name = part.toString();
      if (name.startsWith(".")
          || name.equals("target")
          || name.equals("node_modules")
          || name.equals("__pycache__")) {
        return true;
      }
    }
    return false;
  }

  private static String name(Path root, Path file) {
    Path inside = root.normalize().relativize(file.normalize());
    if (inside.startsWith("..")) {
      throw new CannotPackException("a page points at " + inside + ", outside of the checkout");
    }
    return inside.toString().replace('\\', '/');
  }
}
