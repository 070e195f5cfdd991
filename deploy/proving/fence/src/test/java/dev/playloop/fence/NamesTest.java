package dev.playloop.fence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A name stands for one thing: whoever reads `Gate` anywhere in the product needs no guess which.
/// There are no exceptions. A world's own folder, the emulator, which is a program of its own, and
/// what proves the product have words of their own; whoever reads those comes from there.
class NamesTest {
  private static final List<Path> APART =
      List.of(Path.of("deploy", "proving"), Path.of("worlds", "emulator"));

  @Test
  void noTwoTypesOfTheProductHaveOneName() {
    House house = House.here();

    assertThat(twice(house, Tree.worlds())).isEmpty();
  }

  @Test
  void aNameInTwoModulesIsTold(@TempDir Path root) throws IOException {
    write(root, "kit", "dev/playloop/kit/Gate");
    write(root, "kit", "dev/playloop/kit/package-info");
    write(root, "deploy/broker", "dev/playloop/broker/Gate");
    write(root, "deploy/broker", "dev/playloop/broker/package-info");
    write(root, "deploy/proving/chaos", "dev/playloop/chaos/Gate");
    write(root, "worlds/postgres", "dev/playloop/worlds/postgres/Rows");
    write(root, "worlds/tally", "dev/playloop/worlds/tally/Rows");

    assertThat(twice(House.at(root), List.of("tally")))
        .containsOnly(Map.entry("Gate", List.of("deploy/broker", "kit")));
    assertThat(twice(House.at(root), List.of())).containsOnlyKeys("Gate", "Rows");
  }

  @Test
  void aNameInTwoPackagesOfAModuleIsTold(@TempDir Path root) throws IOException {
    write(root, "kit", "dev/playloop/kit/Gate");
    write(root, "kit", "dev/playloop/kit/http/Gate");

    assertThat(twice(House.at(root), List.of())).containsOnlyKeys("Gate");
  }

  /// The simple names that more than one file of the product has, and the module of each file.
  private static Map<String, List<String>> twice(House house, List<String> worlds) {
    Map<String, List<String>> modules = new TreeMap<>();
    for (House.Module module : house.modules()) {
      Path where = house.root().relativize(module.folder());
      if (!isApart(where, worlds)) {
        for (Path file : module.mainSources()) {
          String name = file.getFileName().toString().replace(".java", "");
          modules.computeIfAbsent(name, _ -> new ArrayList<>()).add(where.toString());
        }
      }
    }
    modules.remove("package-info");
    modules.values().removeIf(files -> files.size() == 1);
    return modules;
  }

  private static boolean isApart(Path module, List<String> worlds) {
    return APART.stream().anyMatch(module::startsWith)
        || worlds.stream().anyMatch(world -> module.startsWith(Path.of("worlds", world)));
  }

  private static void write(Path root, String module, String type) throws IOException {
    Path file = root.resolve(module).resolve("src/main/java").resolve(type + ".java");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "");
    Path pom = root.resolve(module).resolve("pom.xml");
    if (!Files.exists(pom)) {
      Files.writeString(pom, "");
    }
  }
}
