package dev.playloop.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// All objects that one `kubectl apply -k` would send.
record BuiltSystem(List<JsonNode> objects) {
  private static final Set<String> LASTING = Set.of("StatefulSet", "Deployment");

  BuiltSystem {
    objects = List.copyOf(objects);
  }

  static BuiltSystem of(String... built) {
    List<JsonNode> all = new ArrayList<>();
    for (String text : built) {
      all.addAll(KubernetesFolder.documents(text));
    }
    return new BuiltSystem(all);
  }

  Stream<JsonNode> kind(String kind) {
    return objects.stream().filter(object -> object.path("kind").asText().equals(kind));
  }

  /// Whatever has pods that stay.
  List<Workload> lasting() {
    return workloads().stream().filter(Workload::lasts).toList();
  }

  /// Whatever has pods.
  List<Workload> workloads() {
    return objects.stream()
        .filter(object -> !object.path("spec").path("template").path("spec").isMissingNode())
        .filter(object -> !object.path("apiVersion").asText().contains("strimzi"))
        .map(Workload::new)
        .toList();
  }

  /// What the ConfigMap of that name holds; null where there is none.
  @Nullable JsonNode config(String namespace, String name) {
    return kind("ConfigMap")
        .filter(map -> namespace(map).equals(namespace) && name(map).equals(name))
        .map(map -> map.path("data"))
        .findFirst()
        .orElse(null);
  }

  static String name(JsonNode object) {
    return object.path("metadata").path("name").asText();
  }

  static String namespace(JsonNode object) {
    return object.path("metadata").path("namespace").asText();
  }

  /// Whether a selector of `matchLabels` selects something with these labels; an empty one selects
  /// all. One of another form is none that we write.
  static boolean selects(JsonNode selector, JsonNode labels) {
    if (selector.has("matchExpressions")) {
      throw new IllegalArgumentException("only matchLabels are understood here: " + selector);
    }
    return includes(selector.path("matchLabels"), labels);
  }

  static boolean includes(JsonNode wanted, JsonNode labels) {
    return wanted.properties().stream()
        .allMatch(label -> label.getValue().equals(labels.path(label.getKey())));
  }

  /// A StatefulSet, a Deployment or a Job.
  record Workload(JsonNode object) {
    String name() {
      return BuiltSystem.name(object);
    }

    String namespace() {
      return BuiltSystem.namespace(object);
    }

    boolean is(String kind) {
      return object.path("kind").asText().equals(kind);
    }

    boolean lasts() {
      return LASTING.contains(object.path("kind").asText());
    }

    JsonNode spec() {
      return object.path("spec");
    }

    JsonNode labels() {
      return spec().path("template").path("metadata").path("labels");
    }

    JsonNode pod() {
      return spec().path("template").path("spec");
    }

    /// The one that does the work.
    JsonNode worker() {
      return pod().path("containers").path(0);
    }

    List<JsonNode> containers() {
      List<JsonNode> all = new ArrayList<>();
      pod().path("initContainers").forEach(all::add);
      pod().path("containers").forEach(all::add);
      return all;
    }

    /// The principal of this workload's pods.
    String user() {
      List<String> words = new ArrayList<>();
      worker().path("args").forEach(word -> words.add(word.asText()));
      if (!words.getFirst().equals("worker")) {
        return "operator";
      }
      String role = words.get(1);
      int worlds = words.indexOf("--worlds");
      return worlds < 0 ? role : role + "-" + words.get(worlds + 1);
    }

    /// The variables of its worker that have a plain value, those of its ConfigMaps among them.
    Map<String, String> variables(BuiltSystem system) {
      Map<String, String> all = new LinkedHashMap<>();
      for (JsonNode from : worker().path("envFrom")) {
        JsonNode config =
            system.config(namespace(), from.path("configMapRef").path("name").asText());
        if (config != null) {
          config.properties().forEach(one -> all.put(one.getKey(), one.getValue().asText()));
        }
      }
      worker()
          .path("env")
          .forEach(one -> all.put(one.path("name").asText(), one.path("value").asText()));
      return all;
    }

    /// The number behind a port's name, or the number itself; -1 where no container has it.
    int port(JsonNode port) {
      for (JsonNode declared : worker().path("ports")) {
        int number = declared.path("containerPort").asInt();
        if (declared.path("name").asText().equals(port.asText()) || number == port.asInt(-1)) {
          return number;
        }
      }
      return -1;
    }
  }
}
