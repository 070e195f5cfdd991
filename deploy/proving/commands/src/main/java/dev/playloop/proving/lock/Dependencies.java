package dev.playloop.proving.lock;

import dev.playloop.schemas.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What the modules and npm folders of a checkout use, by the lists that their builds leave in
/// `target/dependencies.txt`. Used by one thread.
final class Dependencies {
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
  private static final Pattern ARTIFACT =
      Pattern.compile(
          "\\s*([\\w.-]+(?::[\\w.-]+)+):(?:compile|runtime|test|provided|system):(/.*?)"
              + "(?: \\(optional\\))?(?: -- .*)?\\s*");
  private static final String LIST = "target/dependencies.txt";
  private static final String NPM_LOCK = "package-lock.json";

  private final Path root;
  private final Map<Path, String> hashed = new HashMap<>();

  Dependencies(Path root) {
    this.root = root;
  }

  /// The modules that the root's `pom.xml` names.
  List<String> modules() {
    Matcher matcher = MODULE.matcher(read(root.resolve("pom.xml")));
    List<String> modules = new ArrayList<>();
    while (matcher.find()) {
      modules.add(matcher.group(1));
    }
    return modules;
  }

  boolean isListed(String module) {
    return Files.exists(list(module));
  }

  /// Coordinates and SHA-256 of what a module's build has resolved. Throws [IllegalStateException]
  /// where a line of its list is not understood.
  SortedMap<String, String> of(String module) {
    SortedMap<String, String> used = new TreeMap<>();
    boolean head = true;
    for (String line : read(list(module)).lines().toList()) {
      if (line.isBlank() || head || line.strip().equals("none")) {
        head &= line.isBlank(); // the first line says what follows
        continue;
      }
      Matcher matcher = ARTIFACT.matcher(line);
      if (!matcher.matches()) {
        throw new IllegalStateException(list(module) + ": no dependency: '" + line + "'");
      }
      used.put(matcher.group(1), hash(Path.of(matcher.group(2))));
    }
    return used;
  }

  /// The lock of each npm folder, which holds the hash of each package itself. Throws
  /// [IllegalStateException] where a folder has none.
  SortedMap<String, String> npm() {
    SortedMap<String, String> used = new TreeMap<>();
    try (Stream<Path> all = Files.walk(root)) {
      for (Path one : all.filter(Dependencies::isNpm).toList()) {
        Path lock = one.resolveSibling(NPM_LOCK);
        if (!Files.exists(lock)) {
          throw new IllegalStateException(one + " has no " + NPM_LOCK + " beside it");
        }
        used.put("npm:" + root.relativize(lock).toString().replace('\\', '/'), hash(lock));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("can't walk " + root, e);
    }
    return used;
  }

  private static boolean isNpm(Path file) {
    if (!file.endsWith("package.json")) {
      return false;
    }
    for (Path part : file) {
      String name = part.toString();
      if (name.equals("node_modules") || name.equals("target") || name.equals(".playloop")) {
        return false;
      }
    }
    return true;
  }

  private Path list(String module) {
    return root.resolve(module).resolve(LIST);
  }

  private String hash(Path file) {
    return hashed.computeIfAbsent(
        file,
        path -> {
          try {
            return Sha256.hex(Files.readAllBytes(path));
          } catch (IOException e) {
            throw new UncheckedIOException("can't read " + path, e);
          }
        });
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("can't read " + file, e);
    }
  }
}
