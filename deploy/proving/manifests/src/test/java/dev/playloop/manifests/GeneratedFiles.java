package dev.playloop.manifests;

import static java.util.stream.Collectors.joining;

import dev.playloop.kit.KitSettings;
import dev.playloop.launcher.AccessRights;
import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/// Strimzi's KafkaUsers and KafkaTopics, from the tables that the code itself reads, and the
/// Prometheus operator's rules, from `deploy/monitoring`: what a role may do, which topics there
/// are, and what somebody is told of stands nowhere a second time. Each world's executor is a user
/// of its own.
final class GeneratedFiles {
  static final Topics TOPICS =
      new Topics(
          Topics.DEFAULT_PREFIX,
          Integer.parseInt(Objects.requireNonNull(KitSettings.PARTITIONS.defaultValue())));

  private static final String ROLE = "User:";
  private static final String HEAD =
      "# Written from %s by GeneratedFilesTest; -Dgolden.update=true writes it anew.\n";

  private GeneratedFiles() {}

  /// By name, in the table's order.
  static Map<String, List<AclBinding>> rights() {
    Map<String, List<AclBinding>> users = new LinkedHashMap<>();
    for (String group : InstalledWorlds.groups()) {
      for (AclBinding right : AccessRights.table(TOPICS, List.of(group))) {
        String role = right.entry().principal().substring(ROLE.length());
        String user = role.equals(AccessRights.EXECUTOR) ? role + "-" + group : role;
        List<AclBinding> rights = users.computeIfAbsent(user, _ -> new ArrayList<>());
        if (!rights.contains(right)) {
          rights.add(right);
        }
      }
    }
    return users;
  }

  static String users() {
    return HEAD.formatted("the table of rights")
        + rights().entrySet().stream()
            .map(user -> user(user.getKey(), user.getValue()))
            .collect(joining("---\n"));
  }

  static String topics() {
    return HEAD.formatted("the catalogue of topics")
        + TOPICS.all(InstalledWorlds.groups()).stream()
            .map(GeneratedFiles::topic)
            .collect(joining("---\n"));
  }

  /// The rules and alerts that promtool knows, as one PrometheusRule.
  static String prometheusRule() throws IOException {
    StringBuilder rule = new StringBuilder(HEAD.formatted("deploy/monitoring"));
    rule.append(
        """
        apiVersion: monitoring.coreos.com/v1
        kind: PrometheusRule
        metadata:
          name: playloop
          namespace: playloop
          labels:
            app.kubernetes.io/name: playloop
        spec:
          groups:
        """);
    for (String name : List.of("rules.yaml", "alerts.yaml")) {
      String file =
          Files.readString(KubernetesFolder.ROOT.resolveSibling("monitoring").resolve(name));
      String groups = "groups:\n";
      file.substring(file.indexOf(groups) + groups.length())
          .lines()
          .map(line -> line.isEmpty() ? line : "  " + line)
          .forEach(line -> rule.append(line).append('\n'));
    }
    return rule.toString();
  }

  private static String user(String name, List<AclBinding> rights) {
    Map<ResourcePattern, Set<AclOperation>> byResource = new LinkedHashMap<>();
    for (AclBinding right : rights) {
      byResource
          .computeIfAbsent(right.pattern(), _ -> EnumSet.noneOf(AclOperation.class))
          .add(right.entry().operation());
    }
    return head("KafkaUser", name)
        + """
        spec:
          authentication:
            type: scram-sha-512
          authorization:
            type: simple
            acls:
        """
        + byResource.entrySet().stream()
            .map(acl -> acl(acl.getKey(), acl.getValue()))
            .collect(joining());
  }

  private static String acl(ResourcePattern resource, Set<AclOperation> operations) {
    return """
          - resource: {type: %s, name: %s, patternType: %s}
            operations: [%s]
    """
        .formatted(
            type(resource.resourceType()),
            resource.name(),
            resource.patternType() == PatternType.PREFIXED ? "prefix" : "literal",
            operations.stream().map(GeneratedFiles::word).collect(joining(", ")));
  }

  /// The word of Strimzi for it.
  private static String type(ResourceType type) {
    return switch (type) {
      case TOPIC -> "topic";
      case GROUP -> "group";
      case TRANSACTIONAL_ID -> "transactionalId";
      default -> throw new IllegalArgumentException("no role has rights on " + type);
    };
  }

  private static String word(AclOperation operation) {
    String name = operation.name();
    return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
  }

  private static String topic(Topic<?, ?> topic) {
    return head("KafkaTopic", topic.name())
        + """
        spec:
          partitions: %d
          replicas: 3
          config:
        """
            .formatted(topic.partitions())
        + topic.config().entrySet().stream()
            .map(entry -> "    %s: %s%n".formatted(entry.getKey(), entry.getValue()))
            .collect(joining());
  }

  private static String head(String kind, String name) {
    return """
    apiVersion: kafka.strimzi.io/v1
    kind: %s
    metadata:
      name: %s
      namespace: playloop
      labels:
        strimzi.io/cluster: playloop
    """
        .formatted(kind, name);
  }

  /// Which principals there are.
  static Stream<String> names() {
    return rights().keySet().stream();
  }
}
