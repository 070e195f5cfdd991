package dev.playloop.chaos;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// An archive of the classes that a program loads, which lets the next of its processes start in a
/// fraction of the time. Works only where the class path has jars alone, as that of `./playloop`.
///
/// @param folder where archives lie
/// @param training whether processes that end in order leave an archive where there is none
record Archive(Path folder, boolean training) {
  static final Archive NONE = new Archive(Path.of(""), false);

  List<String> flags(String program) {
    if (equals(NONE)) {
      return List.of();
    }
    Path file = folder.resolve(program + ".jsa");
    if (Files.exists(file)) {
      return List.of("-XX:SharedArchiveFile=" + file, "-Xlog:disable");
    }
    return training ? List.of("-XX:ArchiveClassesAtExit=" + file, "-Xlog:disable") : List.of();
  }
}
