package dev.playloop.worlds.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// A language that children may run. JavaScript is installed where its jars are on the class path
/// of this process, Python where the settings name a folder of jars; a child gets the jars of its
/// language and no others.
///
/// @param name as in [Program#language]
/// @param classPath the jars and folders of a child, in order
/// @param minHeapMegabytes below this its children do not start
record Language(String name, List<Path> classPath, int minHeapMegabytes) {
  private static final List<String> COMMON =
      List.of(
          "dev.playloop.worlds.sandbox.child.ChildMain",
          "tools.jackson.core.json.JsonFactory",
          "org.graalvm.polyglot.Engine",
          "org.graalvm.collections.EconomicMap",
          "org.graalvm.nativeimage.ImageInfo",
          "org.graalvm.word.WordBase",
          "com.oracle.truffle.api.Truffle",
          "com.oracle.truffle.regex.RegexLanguage",
          "org.graalvm.shadowed.com.ibm.icu.text.Normalizer2");

  private static final List<String> JAVASCRIPT =
      List.of(
          "com.oracle.truffle.js.lang.JavaScriptLanguage",
          "org.graalvm.shadowed.org.tukaani.xz.XZ");

  /// GraalPy's own classes and the context of each run need it.
  private static final int PYTHON_HEAP = 256;

  Language {
    classPath = List.copyOf(classPath);
  }

  /// Those that can be run here, by name.
  ///
  /// @throws IllegalArgumentException where the folder for Python does not hold what runs it
  static Map<String, Language> installed(SandboxSettings settings) {
    Map<String, Language> installed = new HashMap<>();
    places(Stream.concat(COMMON.stream(), JAVASCRIPT.stream()))
        .map(places -> new Language(Program.JAVASCRIPT, places, 48))
        .ifPresent(language -> installed.put(language.name(), language));
    settings.python().map(Language::python).ifPresent(it -> installed.put(it.name(), it));
    return Map.copyOf(installed);
  }

  private static Language python(Path folder) {
    List<Path> jars = jars(folder);
    if (jars.stream().noneMatch(jar -> fileName(jar).startsWith("python-language-"))) {
      throw new IllegalArgumentException(
          "python: expected a folder with GraalPy's jars, and "
              + folder.toAbsolutePath()
              + " holds no python-language-*.jar; 'mvn -Ppython -pl worlds/sandbox-python -am"
              + " package' makes one as worlds/sandbox-python/target/jars");
    }
    List<Path> all = new ArrayList<>(places(COMMON.stream()).orElseThrow());
    List<String> there = all.stream().map(Language::fileName).toList();
    jars.stream().filter(jar -> !there.contains(fileName(jar))).forEach(all::add);
    return new Language(Program.PYTHON, all, PYTHON_HEAP);
  }

  private static List<Path> jars(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(Path::toAbsolutePath)
          .filter(file -> fileName(file).endsWith(".jar"))
          .sorted()
          .toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static String fileName(Path file) {
    return String.valueOf(file.getFileName());
  }

  /// Where these classes are, each place once; nothing where one is missing.
  private static Optional<List<Path>> places(Stream<String> classes) {
    Set<Path> found = new LinkedHashSet<>();
    for (String name : classes.toList()) {
      Optional<Path> place = placeOf(name);
      if (place.isEmpty()) {
        return Optional.empty();
      }
      found.add(place.get());
    }
    return Optional.of(List.copyOf(found));
  }

  /// Asks the class itself, so that it does not matter how this process was given its class path.
  private static Optional<Path> placeOf(String className) {
    try {
      Class<?> type = Class.forName(className, false, Language.class.getClassLoader());
      CodeSource source = type.getProtectionDomain().getCodeSource();
      return source == null
          ? Optional.empty()
          : Optional.of(Path.of(source.getLocation().toURI()).toAbsolutePath());
    } catch (ClassNotFoundException | URISyntaxException missing) {
      return Optional.empty();
    }
  }
}
