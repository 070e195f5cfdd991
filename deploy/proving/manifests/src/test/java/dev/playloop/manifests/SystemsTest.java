package dev.playloop.manifests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.playloop.launcher.GameKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What kubectl makes of the base with each component and with each two of them, and the rules that
/// hold of what a cluster would get.
@Tag("slow")
final class SystemsTest {
  private static final List<String> COMPONENTS = KubernetesFolder.components();
  private static final String STRIMZI = "strimzi";
  private static final String EXTERNAL = "external-kafka";

  @TempDir private Path folder;
  private static Kubectl kubectl;
  private static Map<String, BuiltSystem> systems;

  @BeforeAll
  static void build() throws Exception {
    kubectl = Kubectl.found();
    systems = new LinkedHashMap<>();
    systems.put("everything", BuiltSystem.of(kubectl.system("everything", without(EXTERNAL))));
    systems.put(
        "the society on Strimzi",
        BuiltSystem.of(kubectl.build("overlays/strimzi"), kubectl.build("overlays/society")));
  }

  static Stream<ManifestRule> rules() {
    return Stream.concat(PodRules.all().stream(), TogetherRules.all().stream());
  }

  @ParameterizedTest
  @MethodSource("rules")
  void everySystemKeeps(ManifestRule rule) {
    systems.forEach((name, system) ->
        assertThat(rule.broken().apply(system)).as("%s: %s", name, rule).isEmpty());
  }

  @Test
  void eachComponentAndEachTwoOfThemCanBeBuilt() throws Exception {
    List<String> wrong = new ArrayList<>();
    for (int first = 0; first < COMPONENTS.size(); first++) {
      for (int second = first; second < COMPONENTS.size(); second++) {
        List<String> chosen =
            List.of(COMPONENTS.get(first), COMPONENTS.get(second)).stream().distinct().toList();
        if (!chosen.equals(List.of(STRIMZI, EXTERNAL))) { // two answers to one question
          for (JsonNode object :
              BuiltSystem.of(kubectl.system(String.join("+", chosen), chosen)).objects()) {
            StrictKinds.problems(object).forEach(problem -> wrong.add(chosen + ": " + problem));
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void anExternalKafkaIsEverybodys() throws Exception {
    BuiltSystem system = BuiltSystem.of(kubectl.system("external", without(STRIMZI)));

    assertThat(system.workloads())
        .isNotEmpty()
        .allSatisfy(workload ->
            assertThat(workload.variables(system))
                .containsEntry("PLAYLOOP_BOOTSTRAP", "kafka.example.com:9093"));
  }

  /// What a pod's group can read is refused as a key, and a mounted Secret is read by the group;
  /// what the init container leaves is the owner's alone.
  @ParameterizedTest
  @ValueSource(strings = {"executor-declared", "executor-eternum"})
  void keysOfAMountedSecretAreTaken(String executor) throws Exception {
    JsonNode init =
        Objects.requireNonNull(systems.get("everything")).lasting().stream()
            .filter(workload -> workload.name().equals(executor))
            .map(workload -> workload.pod().path("initContainers").path(0))
            .findFirst()
            .orElseThrow();
    Path mounted = Files.createDirectories(folder.resolve("mounted"));
    Path own = Files.createDirectories(folder.resolve("own"));
    Path key = Files.writeString(mounted.resolve("tally.key"), "0123456789abcdef");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("r--r-----"));
    assertThatThrownBy(() -> GameKeys.read(key)).hasMessageContaining("by others than its owner");

    String command =
        init.at("/command/2")
            .asText()
            .replace(init.at("/volumeMounts/0/mountPath").asText(), mounted.toString())
            .replace(init.at("/volumeMounts/1/mountPath").asText(), own.toString());
    Process process = new ProcessBuilder("sh", "-c", command).inheritIO().start();

    assertThat(process.waitFor()).as(command).isZero();
    assertThat(GameKeys.read(own.resolve("tally.key"))).hasSize(16);
  }

  private static List<String> without(String component) {
    return COMPONENTS.stream().filter(one -> !one.equals(component)).toList();
  }
}
