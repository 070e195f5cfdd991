package dev.playloop.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.testkit.EmbeddedOnly;
import dev.playloop.testkit.TestInfra;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// The users of `deploy/kubernetes`, with the rights that Strimzi would give them, and the file
/// that pods take their password by: both against a broker. Its login is PLAIN and not encrypted,
/// where that of a cluster is SCRAM over TLS.
@EmbeddedOnly("its broker has an authorizer")
class KubernetesUsersTest {
  private static final Path KUBERNETES = Path.of("../kubernetes");
  private static final Map<String, ResourceType> TYPES =
      Map.of(
          "topic", ResourceType.TOPIC,
          "group", ResourceType.GROUP,
          "transactionalId", ResourceType.TRANSACTIONAL_ID);

  @TempDir private Path folder;

  @Test
  void theirRightsAndThePodsFileAreEnoughForARun(TestInfra infra) throws Exception {
    Map<String, List<AclBinding>> users = users();
    assertThat(users).containsKeys("executor-society", "executor-kernel", "auditor", "game");
    try (SecuredPlay play = SecuredPlay.start(folder, infra, users.keySet())) {
      play.allow(users.values().stream().flatMap(List::stream).toList());

      play.run(
          "by-the-users",
          Map.of(
              "projector", pod(play, "projector"),
              "reasoner", pod(play, "reasoner"),
              "executor", pod(play, "executor-society"),
              "ingest", pod(play, "ingest")));
    }
  }

  /// A role's settings, with the client's properties as they stand in the ConfigMap but for where
  /// the Secret is mounted, and what else a cluster has.
  private Map<String, String> pod(SecuredPlay play, String user) throws IOException {
    Path secret = Files.createDirectories(folder.resolve("secret-of-" + user));
    Files.writeString(secret.resolve("sasl.jaas.config"), SecuredPlay.login(user));
    Properties mounted = new Properties();
    try (var reader = Files.newBufferedReader(KUBERNETES.resolve("settings/cluster.properties"))) {
      mounted.load(reader);
    }
    Map<String, String> all = new HashMap<>(play.settings(user));
    all.remove("sasl.jaas.config");
    mounted.stringPropertyNames().stream()
        .filter(name -> !all.containsKey(name) && !name.startsWith("ssl."))
        .forEach(name ->
            all.put(
                name, mounted.getProperty(name).replace("/etc/playloop/user", secret.toString())));
    assertThat(all.get("sasl.jaas.config")).startsWith("${directory:");
    return all;
  }

  private static Map<String, List<AclBinding>> users() {
    Map<String, List<AclBinding>> users = new HashMap<>();
    YAMLMapper.shared()
        .readerFor(JsonNode.class)
        .<JsonNode>readValues(KUBERNETES.resolve("components/strimzi/users.yaml").toFile())
        .forEachRemaining(user -> {
          String name = user.path("metadata").path("name").asString();
          users.put(name, rights(name, user.at("/spec/authorization/acls")));
        });
    return users;
  }

  private static List<AclBinding> rights(String user, JsonNode acls) {
    List<AclBinding> rights = new ArrayList<>();
    for (JsonNode acl : acls) {
      JsonNode resource = acl.path("resource");
      ResourcePattern pattern =
          new ResourcePattern(
              TYPES.get(resource.path("type").asString()),
              resource.path("name").asString(),
              resource.path("patternType").asString().equals("prefix")
                  ? PatternType.PREFIXED
                  : PatternType.LITERAL);
      for (JsonNode operation : acl.path("operations")) {
        rights.add(
            new AclBinding(
                pattern,
                new AccessControlEntry(
                    "User:" + user,
                    "*",
                    AclOperation.fromString(operation.asString().toUpperCase(Locale.ROOT)),
                    AclPermissionType.ALLOW)));
      }
    }
    return rights;
  }
}
