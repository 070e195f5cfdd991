package dev.playloop.fence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What is public is a promise: each public type is used outside its package, by main code, or
/// stands in `public-because.txt` with the reason. What tests run on (`testkit`, `fixtures`, the
/// suites) may be used by tests alone.
class PublicTypesTest {
  private static final Pattern IMPORT =
      Pattern.compile(
          "^import (?:static )?dev\\.playloop\\.([\\w.]+?)(?:\\.\\*)?;", Pattern.MULTILINE);
  private static final String BECAUSE =
      "deploy/proving/fence/src/test/resources/dev/playloop/fence/public-because.txt";
  private static final Path PROVING = Path.of("deploy", "proving");

  @Test
  void everyPublicTypeIsUsedOutsideItsPackage() throws IOException {
    assertThat(unused(House.here()))
        .as("types that no main code outside their package uses: exactly those with a reason")
        .containsExactlyInAnyOrderElementsOf(reasons());
  }

  static Set<String> unused(House house) throws IOException {
    Uses main = Uses.of(house.mainClasses());
    Set<String> used = new HashSet<>();
    add(used, main);
    addImports(used, house.mainSources());
    Set<String> byTests = new HashSet<>();
    add(
        byTests,
        Uses.of(
            Stream.concat(house.mainClasses().stream(), house.testClasses().stream()).toList()));
    addImports(byTests, house.testSources());
    Set<String> proving = new HashSet<>();
    for (House.Module module : house.modules()) {
      if (house.root().relativize(module.folder()).startsWith(PROVING)) {
        proving.addAll(Uses.of(module.mainClasses()).publicTypes());
      }
    }
    Set<String> unused = new TreeSet<>(main.publicTypes());
    unused.removeAll(used);
    unused.removeIf(type -> proving.contains(type) && byTests.contains(type));
    return unused;
  }

  private static void add(Set<String> used, Uses uses) {
    uses.from()
        .forEach((type, others) -> {
          for (String other : others) {
            if (!Uses.packageOf(other).equals(Uses.packageOf(type))) {
              used.add(other);
            }
          }
        });
  }

  /// A constant's home is named by an import only.
  private static void addImports(Set<String> used, List<Path> sources) throws IOException {
    for (Path file : sources) {
      Matcher named = IMPORT.matcher(Files.readString(file));
      while (named.find()) {
        String name = named.group(1);
        while (!name.isEmpty()) {
          used.add(name);
          name = Uses.packageOf(name);
        }
      }
    }
  }

  private static List<String> reasons() throws IOException {
    Path file = Tree.root().resolve(BECAUSE);
    return Files.readAllLines(file).stream()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .map(line -> line.substring(0, line.indexOf(':')))
        .toList();
  }
}
