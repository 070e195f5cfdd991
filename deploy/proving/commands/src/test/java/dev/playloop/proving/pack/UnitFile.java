package dev.playloop.proving.pack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A unit of systemd as its lines say it: what is named twice is said twice. Immutable.
///
/// @param said by section and key, such as `Service.User`
record UnitFile(String name, Map<String, List<String>> said) {
  static List<UnitFile> allIn(Path folder) throws IOException {
    List<UnitFile> units = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(file -> file.toString().endsWith(".service")).toList()) {
        units.add(of(String.valueOf(file.getFileName()), Files.readAllLines(file)));
      }
    }
    return units;
  }

  /// Throws [IllegalArgumentException] where a line is none: none of ours goes on in the next.
  static UnitFile of(String name, List<String> lines) {
    Map<String, List<String>> said = new LinkedHashMap<>();
    String section = "";
    for (String line : lines) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      if (line.startsWith("[") && line.endsWith("]")) {
        section = line.substring(1, line.length() - 1);
        continue;
      }
      int equals = line.indexOf('=');
      if (equals < 1 || line.endsWith("\\") || section.isEmpty()) {
        throw new IllegalArgumentException(name + ": '" + line + "' is no line of a unit");
      }
      said.computeIfAbsent(section + "." + line.substring(0, equals), key -> new ArrayList<>())
          .add(line.substring(equals + 1));
    }
    return new UnitFile(name, said);
  }

  /// All that is said of a key; nothing where it is not there.
  List<String> all(String key) {
    return said.getOrDefault(key, List.of());
  }

  /// What is said once; a text that no unit holds where it is not, or not once.
  String one(String key) {
    List<String> all = all(key);
    return all.size() == 1 ? all.getFirst() : all.size() + " times";
  }

  @Override
  public String toString() {
    return name;
  }
}
