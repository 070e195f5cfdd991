package dev.playloop.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import dev.playloop.launcher.AllSettings;
import dev.playloop.manifests.BuiltSystem.Workload;
import dev.playloop.settings.SettingKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Rules about a pod by itself.
final class PodRules {
  private static final Set<String> HEALTH = Set.of("/health/live", "/health/ready");
  private static final List<String> SPREAD =
      List.of("topology.kubernetes.io/zone", "kubernetes.io/hostname");
  private static final Set<String> SETTINGS =
      AllSettings.keys().stream().map(SettingKey::name).collect(Collectors.toSet());

  private PodRules() {}

  static List<ManifestRule> all() {
    return List.of(
        of("pods are nobody on their machine", PodRules::nobody),
        ofContainers("containers can't become more than they are", PodRules::locked),
        ofContainers("requests and limits are there", PodRules::bounded),
        ofContainers("images have this release's tag", PodRules::tagged),
        new ManifestRule("variables PLAYLOOP_… are settings", PodRules::settings),
        new ManifestRule("probes ask the health port for its paths", PodRules::probes),
        new ManifestRule("declared ports are those that are listened on", PodRules::ports),
        of("names are stable where they come back", PodRules::stable),
        of("pods of one kind are spread over zones and machines", PodRules::spread));
  }

  private static void nobody(Workload workload, Consumer<String> wrong) {
    JsonNode pod = workload.pod();
    JsonNode security = pod.path("securityContext");
    expect(security.path("runAsNonRoot").asBoolean(), "runAsNonRoot", wrong);
    expect(security.path("runAsUser").asInt() == 10001, "runAsUser 10001", wrong);
    expect(
        security.path("seccompProfile").path("type").asText().equals("RuntimeDefault"),
        "seccompProfile RuntimeDefault",
        wrong);
    for (String must : List.of("automountServiceAccountToken", "enableServiceLinks")) {
      expect(!pod.path(must).asBoolean(true), must + ": false", wrong);
    }
    for (String never : List.of("hostNetwork", "hostPID", "hostIPC")) {
      expect(!pod.has(never), "no " + never, wrong);
    }
    for (JsonNode volume : pod.path("volumes")) {
      expect(!volume.has("hostPath"), "no hostPath", wrong);
    }
  }

  private static void locked(JsonNode container, Consumer<String> wrong) {
    JsonNode security = container.path("securityContext");
    expect(!security.path("allowPrivilegeEscalation").asBoolean(true), "no escalation", wrong);
    expect(security.path("readOnlyRootFilesystem").asBoolean(), "a read-only root", wrong);
    expect(
        security.path("capabilities").path("drop").path(0).asText().equals("ALL"),
        "capabilities: drop ALL",
        wrong);
    expect(!security.path("capabilities").has("add"), "no capability added", wrong);
    expect(!security.path("privileged").asBoolean(), "not privileged", wrong);
    for (String pods : List.of("runAsUser", "runAsNonRoot", "seccompProfile")) {
      expect(!security.has(pods), pods + " as the pod has it", wrong);
    }
  }

  private static void bounded(JsonNode container, Consumer<String> wrong) {
    for (String bound : List.of("requests", "limits")) {
      for (String what : List.of("cpu", "memory")) {
        expect(container.path("resources").path(bound).has(what), bound + "." + what, wrong);
      }
    }
  }

  /// No `latest`, and nothing that would become it.
  private static void tagged(JsonNode container, Consumer<String> wrong) {
    String image = container.path("image").asText();
    String ours = "playloop:" + KubernetesFolder.version();
    expect(image.equals(ours) || image.endsWith("/" + ours), ours + ", got '" + image + "'", wrong);
  }

  private static List<String> settings(BuiltSystem system) {
    List<String> wrong = new ArrayList<>();
    for (Workload workload : system.workloads()) {
      workload.variables(system).keySet().stream()
          .filter(name -> name.startsWith("PLAYLOOP_") && !SETTINGS.contains(name))
          .forEach(name -> wrong.add(workload.name() + ": " + name + " is no setting"));
    }
    return wrong;
  }

  private static List<String> probes(BuiltSystem system) {
    List<String> wrong = new ArrayList<>();
    for (Workload workload : system.lasting()) {
      String health = workload.variables(system).getOrDefault("PLAYLOOP_HEALTH_PORT", "unset");
      for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
        JsonNode asked = workload.worker().path(probe).path("httpGet");
        String where = workload.name() + ": " + probe;
        expect(HEALTH.contains(asked.path("path").asText()), where + ": its path", wrong::add);
        int port = workload.port(asked.path("port"));
        expect(
            String.valueOf(port).equals(health),
            where + ": the health port " + health + ", got " + port,
            wrong::add);
      }
      expect(
          workload.worker().at("/readinessProbe/httpGet/path").asText().endsWith("/ready"),
          workload.name() + ": readiness asks for ready",
          wrong::add);
      // A broker that is away is no reason to restart anybody.
      for (String probe : List.of("startupProbe", "livenessProbe")) {
        expect(
            workload.worker().path(probe).at("/httpGet/path").asText().endsWith("/live"),
            workload.name() + ": " + probe + " asks for live",
            wrong::add);
      }
    }
    return wrong;
  }

  private static List<String> ports(BuiltSystem system) {
    Map<String, String> settings =
        Map.of(
            "health", "PLAYLOOP_HEALTH_PORT",
            "metrics", "OTEL_EXPORTER_PROMETHEUS_PORT",
            "http", "PLAYLOOP_HTTP_PORT",
            "console", "PLAYLOOP_CONSOLE_PORT");
    List<String> wrong = new ArrayList<>();
    for (Workload workload : system.lasting()) {
      for (JsonNode port : workload.worker().path("ports")) {
        String setting = settings.getOrDefault(port.path("name").asText(), "no setting");
        String set = workload.variables(system).getOrDefault(setting, "unset");
        expect(
            port.path("containerPort").asText().equals(set),
            workload.name() + ": " + setting + " is " + set + ", the port " + port,
            wrong::add);
      }
    }
    return wrong;
  }

  /// A StatefulSet's pod comes back under its name; a Deployment's never does, and its group would
  /// wait for it.
  private static void stable(Workload workload, Consumer<String> wrong) {
    boolean named = false;
    for (JsonNode variable : workload.worker().path("env")) {
      named |=
          variable.path("name").asText().equals("PLAYLOOP_INSTANCE")
              && variable.at("/valueFrom/fieldRef/fieldPath").asText().equals("metadata.name");
    }
    expect(named == workload.is("StatefulSet"), "PLAYLOOP_INSTANCE of StatefulSets alone", wrong);
    if (workload.lasts()) {
      expect(
          workload.pod().path("terminationGracePeriodSeconds").asInt() == 30,
          "30 s to stop",
          wrong);
    }
    if (workload.is("StatefulSet")) {
      expect(
          workload.spec().path("podManagementPolicy").asText().equals("Parallel"),
          "pods don't wait for each other",
          wrong);
    }
  }

  /// Else one machine that falls may take all of a role. That their selector is their own is a rule
  /// of [TogetherRules].
  private static void spread(Workload workload, Consumer<String> wrong) {
    for (String over : workload.lasts() ? SPREAD : List.<String>of()) {
      boolean found = false;
      for (JsonNode spread : workload.pod().path("topologySpreadConstraints")) {
        found |=
            spread.path("topologyKey").asText().equals(over) && spread.path("maxSkew").asInt() == 1;
      }
      expect(found, "topologySpreadConstraints over " + over, wrong);
    }
  }

  static void expect(boolean holds, String what, Consumer<String> wrong) {
    if (!holds) {
      wrong.accept("expected " + what);
    }
  }

  private static ManifestRule of(String name, BiConsumer<Workload, Consumer<String>> rule) {
    return new ManifestRule(
        name,
        system -> {
          List<String> wrong = new ArrayList<>();
          for (Workload one : system.workloads()) {
            rule.accept(one, line -> wrong.add(one.name() + ": " + line));
          }
          return wrong;
        });
  }

  private static ManifestRule ofContainers(
      String name, BiConsumer<JsonNode, Consumer<String>> rule) {
    return of(
        name,
        (workload, wrong) ->
            workload
                .containers()
                .forEach(container ->
                    rule.accept(
                        container,
                        line -> wrong.accept(container.path("name").asText() + ": " + line))));
  }
}
