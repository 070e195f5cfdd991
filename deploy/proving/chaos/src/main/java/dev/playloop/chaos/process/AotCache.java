package dev.playloop.chaos.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The ahead-of-time cache of a program (JEP 483, 514): its classes loaded and linked, which lets
/// the next of its processes start in a fraction of the time. Works only where the class path has
/// jars alone, as that of `./playloop`.
///
/// @param folder where caches lie
/// @param training whether processes that end in order leave a cache where there is none
public record AotCache(Path folder, boolean training) {
  public static final AotCache NONE = new AotCache(Path.of(""), false);

  public List<String> flags(String program) {
    if (equals(NONE)) {
      return List.of();
    }
    Path file = folder.resolve(program + ".aot");
    if (Files.exists(file)) {
      return List.of("-XX:AOTCache=" + file, "-Xlog:disable");
    }
    return training ? List.of("-XX:AOTCacheOutput=" + file, "-Xlog:disable") : List.of();
  }
}
