package dev.playloop.proving.pack;

import dev.playloop.proving.lock.DependencyLock;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Whose jars a package holds, and under which licences: of each the build's CycloneDX list must
/// name some, and `dependencies.lock` these very bytes. Immutable.
final class ThirdParty {
  private static final String OWN = "dev.playloop";

  /// A jar as the build's list has it.
  private record Component(String group, String name, String version, List<String> licences) {}

  private final Map<String, Component> byFile = new HashMap<>();
  private final Set<String> locked;

  /// Throws [CannotPackException] where the list can't be read.
  ThirdParty(Path bom, DependencyLock lock) throws IOException {
    if (!Files.exists(bom)) {
      throw new CannotPackException(bom + ", the list of licences, is missing");
    }
    JsonNode root = Json.LOG.readTree(Files.readAllBytes(bom));
    for (JsonNode each : root.path("components")) {
      Component component =
          new Component(
              each.path("group").asString(""),
              each.path("name").asString(""),
              each.path("version").asString(""),
              licences(each.path("licenses")));
      byFile.put(component.name() + "-" + component.version() + ".jar", component);
    }
    this.locked = new HashSet<>(lock.hashes().values());
  }

  /// A page that names each jar which is not ours. Throws [CannotPackException], with all that is
  /// wrong, where one has no licence or is not the one that was reviewed.
  String page(List<Path> jars) throws IOException {
    Map<String, String> lines = new TreeMap<>();
    List<String> wrong = new ArrayList<>();
    for (Path jar : jars) {
      String file = String.valueOf(jar.getFileName());
      Component component = byFile.get(file);
      if (component != null && component.group().equals(OWN)) {
        continue;
      }
      String hash = Sha256.hex(Files.readAllBytes(jar));
      String slip = slip(component, hash);
      if (component == null || slip != null) {
        wrong.add(file + " " + slip);
        continue;
      }
      lines.put(
          file,
          "| `%s` | %s:%s | %s | %s |"
              .formatted(
                  file,
                  component.group(),
                  component.name(),
                  String.join(" or ", component.licences()),
                  hash));
    }
    if (!wrong.isEmpty()) {
      throw new CannotPackException(String.join("; ", wrong));
    }
    return lines.values().stream()
        .collect(
            Collectors.joining(
                "\n",
                """
                # What is not ours in this package

                Each jar lies unchanged in `lib/`, with the notices and licence texts that its authors put into it
                (`META-INF/`). The licences are those that their poms name. The jars with PostgreSQL's binaries hold
                PostgreSQL under the PostgreSQL Licence, and the libraries that it needs under theirs.

                | jar | of | licence | SHA-256 |
                |---|---|---|---|
                """,
                "\n"));
  }

  private @Nullable String slip(@Nullable Component component, String hash) {
    if (component == null) {
      return "is not in the build's list of components";
    }
    if (component.licences().isEmpty()) {
      return "has no licence in its pom";
    }
    return locked.contains(hash) ? null : "is not the one in " + DependencyLock.FILE;
  }

  private static List<String> licences(JsonNode named) {
    List<String> licences = new ArrayList<>();
    for (JsonNode each : named) {
      JsonNode licence = each.path("license");
      String name =
          licence
              .path("id")
              .asString(licence.path("name").asString(each.path("expression").asString("")));
      if (!name.isBlank()) {
        licences.add(name);
      }
    }
    return List.copyOf(licences);
  }
}
