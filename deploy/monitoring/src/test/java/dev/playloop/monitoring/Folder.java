package dev.playloop.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// `deploy/monitoring` of the checkout that these tests stand in.
public final class Folder {
  private static final YAMLMapper YAML = new YAMLMapper();

  private Folder() {}

  /// The folder that holds `./playloop`.
  static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("playloop"))) {
      folder = Objects.requireNonNull(folder.getParent(), "no folder above holds ./playloop");
    }
    return folder;
  }

  public static Path of(String name) {
    return root().resolve("deploy/monitoring").resolve(name);
  }

  public static JsonNode yaml(String name) throws IOException {
    return YAML.readTree(Files.readString(of(name)));
  }

  /// Compares text with a committed file. With `-Dgolden.update=true` it writes the file instead.
  public static void golden(String name, String text) throws IOException {
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(of(name), text);
    }
    assertThat(Files.readString(of(name)))
        .as("%s; where the change is meant, run the test with -Dgolden.update=true", name)
        .isEqualTo(text);
  }

  static List<Path> dashboards() throws IOException {
    try (Stream<Path> files = Files.list(of("dashboards"))) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
  }
}
