package dev.playloop.fence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// A file is read on a few screens, and a package has room for as many as one can keep in mind.
/// There are no exceptions.
class SizesTest {
  private static final int LINES = 300;
  private static final int FILES = 25;
  private static final Pattern PACKAGE =
      Pattern.compile("^package dev\\.playloop\\.?([\\w.]*);", Pattern.MULTILINE);

  private static final House HOUSE = House.here();

  @Test
  void noFileHasMoreThan300Lines() {
    System.out.printf(
        "median file: main %d, test %d lines%n",
        median(HOUSE.mainSources()), median(HOUSE.testSources()));
    assertThat(tooLong(HOUSE)).as("files over %d lines", LINES).isEmpty();
  }

  @Test
  void noPackageHasMoreThan25Files() throws IOException {
    assertThat(full(HOUSE)).as("packages with more than %d files", FILES).isEmpty();
  }

  static List<String> tooLong(House house) {
    return Stream.concat(house.mainSources().stream(), house.testSources().stream())
        .filter(file -> House.lines(file) > LINES)
        .map(file -> file.getFileName().toString())
        .toList();
  }

  /// Packages of main code, over all modules, and how many files they have beside their page.
  static Map<String, Integer> full(House house) throws IOException {
    Map<String, Integer> files = new TreeMap<>();
    for (Path file : house.mainSources()) {
      Matcher name = PACKAGE.matcher(Files.readString(file));
      if (!file.endsWith("package-info.java") && name.find()) {
        files.merge(name.group(1), 1, Integer::sum);
      }
    }
    files.values().removeIf(count -> count <= FILES);
    return files;
  }

  static int median(List<Path> files) {
    return files.stream().map(House::lines).sorted().toList().get(files.size() / 2);
  }
}
