package dev.playloop.manifests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.playloop.kit.KitSettings;
import dev.playloop.launcher.AllSettings;
import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.launcher.example.ExampleFiles;
import dev.playloop.settings.SettingKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// A misspelt field, anywhere in `deploy/kubernetes`, ends the build; for that it needs no program
/// and no network.
final class FieldsTest {
  private static final Path AGENTS = KubernetesFolder.ROOT.resolve("overlays/society/agents.yaml");

  static Stream<Path> files() {
    return KubernetesFolder.files().stream()
        .filter(file -> !file.equals(AGENTS))
        .map(KubernetesFolder.ROOT::relativize);
  }

  @ParameterizedTest
  @MethodSource("files")
  void everyFieldIsOneOfItsKind(Path file) {
    List<String> wrong = new ArrayList<>();
    List<JsonNode> documents = KubernetesFolder.documents(KubernetesFolder.text(file.toString()));
    documents.forEach(document -> wrong.addAll(StrictKinds.problems(document)));

    assertThat(documents).isNotEmpty();
    assertThat(wrong).isEmpty();
  }

  /// What the types themselves would have taken.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          base/projector.yaml               | replicas: 2          | replica: 2              | /spec/replica
          base/projector.yaml               | livenessProbe:       | livenesProbe:           | /spec/template/spec/containers/0/livenesProbe
          base/reasoner.yaml                | drop: [ALL]          | droop: [ALL]            | /spec/template/spec/containers/0/securityContext/capabilities/droop
          base/ingest.yaml                  | targetPort: http     | targetport: http        | /spec/ports/0/targetport
          components/strimzi/kafka.yaml     | listeners:           | listners:               | /spec/kafka/listners
          components/strimzi/kafka.yaml     | deleteClaim: false   | deletClaim: false       | /spec/storage/volumes/0/deletClaim
          components/keda/reasoner.yaml     | pollingInterval: 15  | pollingIntervall: 15    | /spec/pollingIntervall
          components/keda/reasoner.yaml     | periodSeconds: 300   | periodSecond: 300       | periodSecond
          components/monitoring/rules.yaml  | for: 5m              | fore: 5m                | /spec/groups/1/rules/1/fore
          base/kustomization.yaml           | resources:           | resource:               | /resource
          base/projector.yaml               | kind: StatefulSet    | kind: StatefullSet      | StatefullSet
          components/auditor/auditor/network.yaml | [Egress]       | [Egres]                 | Egres
          components/external-kafka/bootstrap.yaml | op: replace   | op: replce              | replce
          """)
  void aMisspeltFieldIsNamed(String file, String right, String wrong, String told) {
    String text = KubernetesFolder.text(file);
    assertThat(text).contains(right);

    List<String> problems = new ArrayList<>();
    KubernetesFolder.documents(text.replaceFirst(Pattern.quote(right), wrong))
        .forEach(document -> problems.addAll(StrictKinds.problems(document)));

    assertThat(problems).anyMatch(problem -> problem.contains(told));
  }

  @Test
  void everySettingIsOne() throws IOException {
    Properties settings = properties("settings/settings.env");
    settings.keySet().removeIf(name -> name.toString().startsWith("OTEL_"));
    settings.putAll(properties("overlays/society/model.env"));

    assertThat(AllSettings.keys().stream().map(SettingKey::name))
        .containsAll(settings.stringPropertyNames());
    assertThat(settings.getProperty(KitSettings.PARTITIONS.name()))
        .as("as many as topics.yaml has")
        .isEqualTo(String.valueOf(GeneratedFiles.TOPICS.partitions()));
  }

  @Test
  void everyClientPropertyIsKafkas() throws IOException {
    assertThat(properties("settings/cluster.properties").stringPropertyNames())
        .filteredOn(name -> !name.startsWith("config.providers.directory."))
        .allMatch(ConsumerConfig.configNames()::contains)
        .contains(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG);
  }

  @Test
  void theAgentsOfTheOverlayCanBeApplied() {
    assertThat(ExampleFiles.agents(AGENTS, InstalledWorlds.worlds())).isNotEmpty();
  }

  @Test
  void eachWorldHasAComponent() {
    assertThat(KubernetesFolder.components()).containsAll(InstalledWorlds.groups());
  }

  @Test
  void theListOfComponentsIsWhole() throws IOException {
    try (Stream<Path> folders = Files.list(KubernetesFolder.ROOT.resolve("components"))) {
      assertThat(folders.map(folder -> folder.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(KubernetesFolder.components());
    }
  }

  private static Properties properties(String file) throws IOException {
    Properties properties = new Properties();
    try (var reader = Files.newBufferedReader(KubernetesFolder.ROOT.resolve(file))) {
      properties.load(reader);
    }
    return properties;
  }
}
