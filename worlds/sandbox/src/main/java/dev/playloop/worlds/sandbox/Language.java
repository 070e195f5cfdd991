package dev.playloop.worlds.sandbox;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A language that children may run. It is installed where its jars are on the class path of this
/// process; a child gets those jars and no others.
///
/// @param name as in [Program#language]
/// @param classes one class of each jar that a child needs, beside those that all need
/// @param minHeapMegabytes below this its children do not start
record Language(String name, List<String> classes, int minHeapMegabytes) {
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

  private static final List<Language> ALL =
      List.of(
          new Language(
              Program.JAVASCRIPT,
              List.of(
                  "com.oracle.truffle.js.lang.JavaScriptLanguage",
                  "org.graalvm.shadowed.org.tukaani.xz.XZ"),
              48));

  /// Those that can be run here, by name.
  static Map<String, Language> installed() {
    return ALL.stream()
        .filter(language -> language.classPath().isPresent())
        .collect(Collectors.toUnmodifiableMap(Language::name, language -> language));
  }

  /// The jars and folders of a child, in order; nothing where one is missing.
  Optional<List<Path>> classPath() {
    Set<Path> found = new LinkedHashSet<>();
    for (String name : Stream.concat(COMMON.stream(), classes.stream()).toList()) {
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
