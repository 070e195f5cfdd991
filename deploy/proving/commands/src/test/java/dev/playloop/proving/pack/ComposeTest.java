package dev.playloop.proving.pack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.launcher.AllSettings;
import dev.playloop.settings.SettingKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// What `docker compose up` starts keeps to itself: no engine says so of a file that doesn't.
class ComposeTest {
  private static final Path FOLDER = Unpacked.root().resolve("deploy/compose");
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)(:[-?][^}]*)?}");
  private static final Pattern LINE =
      Pattern.compile("^#?((?!COMPOSE_)[A-Z_]+)=", Pattern.MULTILINE);
  private static ComposeFile compose;

  @BeforeAll
  static void read() throws IOException {
    compose = ComposeFile.read(FOLDER.resolve("compose.yaml"));
    assertThat(compose.roles())
        .containsExactly(
            "topics",
            "projector",
            "reasoner",
            "executor",
            "ingest",
            "console",
            "playloop",
            "agents");
    assertThat(compose.services()).containsKeys("kafka", "postgres", "prometheus", "grafana");
  }

  @Test
  void everyImageIsNamedByAVariableAndNoneIsTheLatest() {
    compose
        .services()
        .forEach((name, service) ->
            assertThat(service.path("image").asString(""))
                .as(name)
                .matches("\\$\\{[A-Z]+_IMAGE:-[a-z/]+:v?[0-9][0-9.]*}"));
    assertThat(compose.text()).doesNotContain("latest", "privileged", "docker.sock");
  }

  @Test
  void ourContainersMayWriteTheirVolumeAndNothingElse() {
    List<String> hardened = new ArrayList<>(compose.roles());
    hardened.addAll(List.of("seed", "prometheus", "grafana"));
    for (String name : hardened) {
      JsonNode service = compose.service(name);
      assertThat(service.path("read_only").asBoolean(false)).as(name).isTrue();
      assertThat(ComposeFile.texts(service.path("cap_drop"))).as(name).containsExactly("ALL");
      assertThat(ComposeFile.texts(service.path("security_opt")))
          .as(name)
          .containsExactly("no-new-privileges:true");
      assertThat(service.path("user").asString("")).as(name).matches("[1-9][0-9]*:[0-9]+");
      assertThat(service.path("mem_limit").asString("")).as(name).isNotEmpty();
    }
    for (String name : compose.roles()) {
      assertThat(compose.service(name).path("user").asString("")).startsWith(ImageStage.USER + ":");
      assertThat(compose.service(name).path("stop_grace_period").asString("")).isEqualTo("30s");
    }
  }

  @Test
  void whatFallsAgainAndAgainStaysDown() {
    compose
        .services()
        .forEach((name, service) ->
            assertThat(service.path("restart").asString("")).as(name).isEqualTo("on-failure:5"));
  }

  @Test
  void whatRunsIsAskedWhetherItIsWell() {
    compose
        .services()
        .forEach((name, service) -> {
          boolean ends = List.of("topics", "playloop", "seed", "agents").contains(name);
          assertThat(service.path("healthcheck").has(ends ? "disable" : "test")).as(name).isTrue();
        });
  }

  /// The broker and the database know nobody by a certificate: they are within.
  @Test
  void onlyThisMachineReachesWhatIsPublished() {
    assertThat(compose.root().path("networks").path("inner").path("internal").asBoolean(false))
        .isTrue();
    compose
        .services()
        .forEach((name, service) -> {
          assertThat(ComposeFile.texts(service.path("ports")))
              .as(name)
              .allMatch(port -> port.startsWith("127.0.0.1:"));
          List<String> networks = ComposeFile.texts(service.path("networks"));
          assertThat(networks.contains("outer"))
              .as(name)
              .isEqualTo(List.of("reasoner", "ingest", "console", "grafana").contains(name));
        });
  }

  @Test
  void settingsAreThereAndSecretsComeFromOutside() {
    List<String> known = AllSettings.keys().stream().map(SettingKey::name).toList();
    List<String> secret =
        AllSettings.keys().stream().filter(SettingKey::secret).map(SettingKey::name).toList();
    List<String> secrets = new ArrayList<>();
    compose
        .services()
        .forEach((name, service) ->
            service
                .path("environment")
                .properties()
                .forEach(entry -> {
                  String key = entry.getKey();
                  if (key.startsWith("PLAYLOOP_")) {
                    assertThat(known).as(name).contains(key);
                  }
                  if (secret.contains(key) || key.contains("PASSWORD")) {
                    secrets.add(key);
                    assertThat(entry.getValue().asString(""))
                        .as(name + " " + key)
                        .matches("\\$\\{\\w+:\\?set it in \\.env}");
                  }
                }));
    assertThat(secrets)
        .contains("PLAYLOOP_MODEL_KEY", "PLAYLOOP_HTTP_TOKEN", "PLAYLOOP_SOCIETY_PASSWORD");
  }

  /// The key of the model is the reasoner's, and the database's password of who needs it.
  @Test
  void noRoleIsToldAnothersSecret() {
    assertThat(told("PLAYLOOP_MODEL_KEY")).containsExactly("reasoner");
    assertThat(told("PLAYLOOP_HTTP_TOKEN")).containsExactly("ingest");
    assertThat(told("PLAYLOOP_SOCIETY_PASSWORD")).containsExactly("executor", "ingest", "playloop");
  }

  private static List<String> told(String key) {
    return compose.services().entrySet().stream()
        .filter(service -> service.getValue().path("environment").has(key))
        .map(Map.Entry::getKey)
        .toList();
  }

  @Test
  void theExampleOfItsEnvironmentHasEachVariable() throws IOException {
    assertThat(names(VARIABLE, compose.text()))
        .isEqualTo(names(LINE, Files.readString(FOLDER.resolve("env.example"))));
  }

  private static Set<String> names(Pattern pattern, String text) {
    Set<String> names = new TreeSet<>();
    pattern.matcher(text).results().map((MatchResult each) -> each.group(1)).forEach(names::add);
    return names;
  }

  /// An engine makes a folder of a file that is not there.
  @Test
  void whatIsMountedIsThere() {
    assertThat(mounted("./")).as("the user's own alone").containsOnly("./files");
    assertThat(mounted("../monitoring/"))
        .hasSize(6)
        .allMatch(from -> Files.exists(FOLDER.resolve(from)));
    assertThat(mounted("../../worlds/"))
        .hasSize(2)
        .allMatch(from -> Files.exists(FOLDER.resolve(from + "/agents.yaml")));
  }

  /// A number of a slow call names its trace: Prometheus keeps that, and Grafana knows where a
  /// trace is looked at. Whether there is one is the user's to say.
  @Test
  void aSlowCallLeadsToItsTrace() {
    for (String role : compose.roles()) {
      assertThat(compose.service(role).at("/environment/OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"))
          .as(role)
          .hasToString("\"${OTEL_EXPORTER_OTLP_TRACES_ENDPOINT:-}\"");
    }
    assertThat(ComposeFile.texts(compose.service("prometheus").path("command")))
        .contains("--enable-feature=exemplar-storage");
    assertThat(compose.service("grafana").at("/environment/TRACES_URL").asString(""))
        .matches("\\$\\{TRACES_URL:-https?://.+/}");
  }

  /// What people change of agents is not undone by whoever starts all again.
  @Test
  void agentsAreAppliedWhereSomebodyAsksForItOnly() {
    for (String asked : List.of("playloop", "seed", "agents")) {
      assertThat(ComposeFile.texts(compose.service(asked).path("profiles")))
          .as(asked)
          .containsExactly("commands");
    }
    assertThat(ComposeFile.texts(compose.service("agents").path("command")))
        .containsExactly("agents", "apply", "/agents/agents.yaml");
  }

  private static List<String> mounted(String below) {
    return compose.services().values().stream()
        .flatMap(service -> ComposeFile.texts(service.path("volumes")).stream())
        .map(volume -> volume.replaceFirst("^\\$\\{[A-Z]+:-([^}]*)}", "$1").split(":", 2)[0])
        .filter(from -> from.startsWith(below))
        .toList();
  }
}
