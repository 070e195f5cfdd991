package dev.playloop.manifests;

import static dev.playloop.manifests.BuiltSystem.name;
import static dev.playloop.manifests.BuiltSystem.namespace;
import static dev.playloop.manifests.BuiltSystem.selects;
import static dev.playloop.manifests.PodRules.expect;

import com.fasterxml.jackson.databind.JsonNode;
import dev.playloop.manifests.BuiltSystem.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Rules about what objects are to each other.
final class TogetherRules {
  private static final String REACHES = "/reaches-";
  private static final String ENFORCED = "pod-security.kubernetes.io/enforce";

  private TogetherRules() {}

  static List<ManifestRule> all() {
    return List.of(
        new ManifestRule("whatever selects, selects something", TogetherRules::selectors),
        new ManifestRule("what is mounted or read is there", TogetherRules::references),
        new ManifestRule("services lead to a declared port", TogetherRules::services),
        new ManifestRule("each workload has its disruption budget", TogetherRules::budgets),
        new ManifestRule("a namespace takes restricted pods alone", TogetherRules::restricted),
        new ManifestRule("nobody talks to anybody unless a policy says so", TogetherRules::closed),
        new ManifestRule("whoever reaches somebody has a policy for it", TogetherRules::reached),
        new ManifestRule("each pod is the principal of its role", TogetherRules::principals),
        new ManifestRule("what is scaled is there, up to its partitions", TogetherRules::scaled));
  }

  private static List<String> selectors(BuiltSystem system) {
    List<String> wrong = new ArrayList<>();
    for (Workload workload : system.lasting()) {
      List<JsonNode> own = new ArrayList<>(List.of(workload.spec().path("selector")));
      workload
          .pod()
          .path("topologySpreadConstraints")
          .forEach(spread -> own.add(spread.path("labelSelector")));
      for (JsonNode selector : own) {
        expect(
            !selector.path("matchLabels").isEmpty() && selects(selector, workload.labels()),
            workload.name() + ": a selector of its own pods, got " + selector,
            wrong::add);
        // Else pods of another workload would be taken for its own.
        for (Workload other : system.workloads()) {
          expect(
              other.equals(workload)
                  || !other.namespace().equals(workload.namespace())
                  || !selects(selector, other.labels()),
              workload.name() + ": not the pods of " + other.name(),
              wrong::add);
        }
      }
    }
    system
        .kind("Service")
        .forEach(service -> some(system, service, service.path("spec").path("selector"), wrong));
    system
        .kind("PodDisruptionBudget")
        .forEach(budget -> some(system, budget, budget.at("/spec/selector/matchLabels"), wrong));
    system
        .kind("PodMonitor")
        .forEach(monitor -> some(system, monitor, monitor.at("/spec/selector/matchLabels"), wrong));
    system
        .kind("NetworkPolicy")
        .forEach(policy -> {
          some(system, policy, policy.at("/spec/podSelector/matchLabels"), wrong);
        });
    return wrong;
  }

  /// A policy for a world that is not in this system waits for it.
  private static void some(
      BuiltSystem system, JsonNode selecting, JsonNode labels, List<String> wrong) {
    boolean ofAWorld =
        labels.properties().stream().anyMatch(label -> label.getKey().contains(REACHES))
            && system.workloads().stream()
                .noneMatch(workload ->
                    workload.labels().has(labels.properties().iterator().next().getKey()));
    expect(
        ofAWorld
            || system.workloads().stream()
                .filter(workload -> workload.namespace().equals(namespace(selecting)))
                .anyMatch(workload -> BuiltSystem.includes(labels, workload.labels())),
        selecting.path("kind").asText() + " " + name(selecting) + ": pods for " + labels,
        wrong::add);
  }

  private static List<String> references(BuiltSystem system) {
    List<String> wrong = new ArrayList<>();
    GivenSecrets secrets = GivenSecrets.of(system);
    for (Workload workload : system.workloads()) {
      String in = workload.namespace();
      for (JsonNode container : workload.containers()) {
        for (JsonNode from : container.path("envFrom")) {
          config(system, workload, from.path("configMapRef").path("name"), wrong);
          secrets.require(in, from.path("secretRef").path("name").asText(), "", wrong);
        }
        for (JsonNode variable : container.path("env")) {
          JsonNode key = variable.at("/valueFrom/secretKeyRef");
          secrets.require(in, key.path("name").asText(), key.path("key").asText(), wrong);
        }
        for (JsonNode mount : container.path("volumeMounts")) {
          expect(
              volumes(workload).contains(mount.path("name").asText()),
              workload.name() + ": a volume for " + mount,
              wrong::add);
        }
      }
      for (JsonNode volume : workload.pod().path("volumes")) {
        config(system, workload, volume.path("configMap").path("name"), wrong);
        String secret = volume.at("/secret/secretName").asText();
        secrets.require(in, secret, "", wrong);
        for (JsonNode item : volume.at("/secret/items")) {
          secrets.require(in, secret, item.path("key").asText(), wrong);
        }
      }
    }
    return wrong;
  }

  private static void config(
      BuiltSystem system, Workload workload, JsonNode name, List<String> wrong) {
    expect(
        name.isMissingNode() || system.config(workload.namespace(), name.asText()) != null,
        workload.name() + ": a ConfigMap " + name,
        wrong::add);
  }

  private static Set<String> volumes(Workload workload) {
    Set<String> names = new TreeSet<>();
    workload.pod().path("volumes").forEach(volume -> names.add(volume.path("name").asText()));
    workload.spec().path("volumeClaimTemplates").forEach(claim -> names.add(name(claim)));
    return names;
  }

  private static List<String> services(BuiltSystem system) {
    List<String> wrong = new ArrayList<>();
    system
        .kind("Service")
        .forEach(service -> {
          for (Workload workload : system.lasting()) {
            if (workload.namespace().equals(namespace(service))
                && BuiltSystem.includes(service.at("/spec/selector"), workload.labels())) {
              for (JsonNode port : service.at("/spec/ports")) {
                expect(
                    workload.port(port.path("targetPort")) == port.path("port").asInt(),
                    name(service) + ": a port of " + workload.name() + ", got " + port,
                    wrong::add);
              }
            }
          }
        });
    for (Workload workload : system.lasting()) {
      String wanted = workload.spec().path("serviceName").asText();
      expect(
          workload.is("Deployment")
              || system.kind("Service").anyMatch(service -> name(service).equals(wanted)),
          workload.name() + ": a service " + wanted,
          wrong::add);
    }
    return wrong;
  }

  private static List<String> budgets(BuiltSystem system) {
    List<String> wrong = new ArrayList<>();
    for (Workload workload : system.lasting()) {
      List<JsonNode> budgets =
          system
              .kind("PodDisruptionBudget")
              .filter(budget -> namespace(budget).equals(workload.namespace()))
              .filter(budget -> selects(budget.at("/spec/selector"), workload.labels()))
              .toList();
      expect(
          budgets.size() == 1 && budgets.getFirst().at("/spec/maxUnavailable").asInt() == 1,
          workload.name() + ": one budget with maxUnavailable 1, got " + budgets,
          wrong::add);
    }
    return wrong;
  }

  /// So that what somebody adds by hand is held to it, too.
  private static List<String> restricted(BuiltSystem system) {
    List<String> wrong = new ArrayList<>();
    for (Workload workload : system.workloads()) {
      expect(
          system
              .kind("Namespace")
              .filter(namespace -> name(namespace).equals(workload.namespace()))
              .map(namespace -> namespace.path("metadata").path("labels").path(ENFORCED).asText())
              .anyMatch("restricted"::equals),
          workload.name() + ": a namespace with " + ENFORCED + ": restricted",
          wrong::add);
    }
    return wrong;
  }

  /// By one policy, which still holds when those go that allow something.
  private static List<String> closed(BuiltSystem system) {
    List<String> wrong = new ArrayList<>();
    for (Workload workload : system.workloads()) {
      expect(
          system
              .kind("NetworkPolicy")
              .filter(policy -> namespace(policy).equals(workload.namespace()))
              .filter(policy -> selects(policy.at("/spec/podSelector"), workload.labels()))
              .anyMatch(policy -> policy.at("/spec/policyTypes").size() == 2),
          workload.name() + ": a policy that closes both ways",
          wrong::add);
    }
    return wrong;
  }

  /// A label that no policy selects by leaves its pod shut in.
  private static List<String> reached(BuiltSystem system) {
    List<String> wrong = new ArrayList<>();
    for (Workload workload : system.workloads()) {
      workload.labels().properties().stream()
          .map(label -> label.getKey())
          .filter(label -> label.contains(REACHES))
          .forEach(label ->
              expect(
                  system
                      .kind("NetworkPolicy")
                      .anyMatch(policy -> policy.at("/spec/podSelector/matchLabels").has(label)),
                  workload.name() + ": a policy for " + label,
                  wrong::add));
    }
    return wrong;
  }

  private static List<String> principals(BuiltSystem system) {
    List<String> wrong = new ArrayList<>();
    Set<String> users = system.kind("KafkaUser").map(BuiltSystem::name).collect(Collectors.toSet());
    expect(
        users.equals(GeneratedFiles.names().collect(Collectors.toSet())),
        "the table's principals, got " + users,
        wrong::add);
    for (Workload workload : system.workloads()) {
      for (JsonNode volume : workload.pod().path("volumes")) {
        if (volume.path("name").asText().equals("user")) {
          String secret = volume.at("/secret/secretName").asText();
          expect(
              secret.equals(workload.user()) && users.contains(secret),
              workload.name() + ": the Secret of " + workload.user() + ", got " + secret,
              wrong::add);
        }
      }
    }
    return wrong;
  }

  private static List<String> scaled(BuiltSystem system) {
    List<String> wrong = new ArrayList<>();
    system
        .kind("ScaledObject")
        .forEach(scaling -> {
          String target = scaling.at("/spec/scaleTargetRef/name").asText();
          expect(
              system.lasting().stream()
                  .anyMatch(it -> it.name().equals(target) && !it.spec().has("replicas")),
              "a workload " + target + " without a number of replicas",
              wrong::add);
          expect(
              scaling.at("/spec/maxReplicaCount").asInt() == GeneratedFiles.TOPICS.partitions(),
              "as many replicas as partitions at most",
              wrong::add);
        });
    return wrong;
  }
}
