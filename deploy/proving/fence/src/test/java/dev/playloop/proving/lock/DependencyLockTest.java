package dev.playloop.proving.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Nothing gets into a build that is not in `dependencies.lock`. It stands in the last module,
/// since it reads the lists of all of them.
@Tag("slow")
final class DependencyLockTest {
  @TempDir private Path folder;

  @Test
  void everyDependencyOfEveryModuleIsLocked() {
    Path root = Path.of("../../..").toAbsolutePath().normalize();
    Dependencies dependencies = new Dependencies(root);
    DependencyLock lock = DependencyLock.read(root);

    assertThat(lock.outside(dependencies.npm())).isEmpty();
    for (String module : dependencies.modules()) {
      if (module.equals("worlds/sandbox-python")) {
        continue; // built on demand only, with the profile `python`
      }
      assertThat(dependencies.isListed(module))
          .as("%s is listed; build all modules, without -Dquick", module)
          .isTrue();
      assertThat(lock.outside(dependencies.of(module)))
          .as("%s: './playloop lock' writes it anew; read the difference", module)
          .isEmpty();
    }
  }

  @Test
  void theBillOfMaterialsHasTheBytesThatAreLocked() throws IOException {
    Path root = Path.of("../../..").toAbsolutePath().normalize();
    Path file = root.resolve("deploy/launcher/target/bom.json");
    assertThat(file)
        .as("'mvn verify' of all modules writes it, online and without -Dquick")
        .exists();
    JsonNode bom = Json.tree(Files.readString(file));
    assertThat(bom.path("bomFormat").asString()).isEqualTo("CycloneDX");

    Set<String> locked = Set.copyOf(DependencyLock.read(root).hashes().values());
    Set<String> names = new HashSet<>();
    for (JsonNode component : bom.path("components")) {
      names.add(component.path("name").asString());
      if (!component.path("group").asString().equals("dev.playloop")) {
        assertThat(locked).as("%s", component.path("purl")).contains(sha256(component));
      }
    }
    assertThat(names).contains("kafka-streams", "jackson-databind", "jetty-server", "postgresql");
    assertThat(names).as("tests are no part of the product").doesNotContain("assertj-core");
  }

  private static String sha256(JsonNode component) {
    for (JsonNode hash : component.path("hashes")) {
      if (hash.path("alg").asString().equals("SHA-256")) {
        return hash.path("content").asString();
      }
    }
    return "none";
  }

  @Test
  void whatIsNewOrHasOtherBytesIsOutside() throws IOException {
    Path jar = Files.writeString(folder.resolve("a b-1.0.jar"), "good");
    Files.writeString(folder.resolve("pom.xml"), "<modules><module>one</module></modules>");
    list("   org.x:a-b:jar:linux-x86_64:1.0:test:" + jar + " (optional) -- module a.b (auto)");
    Dependencies dependencies = new Dependencies(folder);
    SortedMap<String, String> used = dependencies.of("one");
    assertThat(used).containsExactly(entry("org.x:a-b:jar:linux-x86_64:1.0", "good"));

    assertThat(new DependencyLock(new TreeMap<>()).outside(used))
        .containsExactly("org.x:a-b:jar:linux-x86_64:1.0 is not in dependencies.lock");
    new DependencyLock(used).write(folder);
    assertThat(DependencyLock.read(folder).outside(used)).isEmpty();

    Files.writeString(jar, "evil");
    assertThat(DependencyLock.read(folder).outside(new Dependencies(folder).of("one")))
        .singleElement()
        .asString()
        .contains(
            "org.x:a-b:jar:linux-x86_64:1.0 has the SHA-256", "locked is " + Sha256.hex("good"));
  }

  @Test
  void aListThatIsNotUnderstoodIsNoEmptyOne() throws IOException {
    list("   org.x:a:jar:1.0:strange:/tmp/a.jar");
    assertThatThrownBy(() -> new Dependencies(folder).of("one")).hasMessageContaining("strange");
  }

  @Test
  void anNpmFolderWithoutALockIsRefused() throws IOException {
    Path npm = Files.createDirectories(folder.resolve("web"));
    Files.writeString(npm.resolve("package.json"), "{}");
    assertThatThrownBy(() -> new Dependencies(folder).npm())
        .hasMessageContaining("has no package-lock.json");

    Files.writeString(npm.resolve("package-lock.json"), "{}");
    assertThat(new Dependencies(folder).npm())
        .containsExactly(entry("npm:web/package-lock.json", "{}"));
  }

  private void list(String line) throws IOException {
    Path target = Files.createDirectories(folder.resolve("one/target"));
    Files.writeString(
        target.resolve("dependencies.txt"),
        "\nThe following files have been resolved:\n" + line + "\n\n");
  }

  private static java.util.Map.Entry<String, String> entry(String coordinates, String content) {
    return java.util.Map.entry(coordinates, Sha256.hex(content));
  }
}
