package dev.playloop.manifests;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The Secrets that there will be: those that Strimzi makes of its users and of its cluster, and
/// those that the page asks its reader for, by `namespace/name#key`. A key is `*` where Strimzi or
/// the reader chooses it.
record GivenSecrets(Set<String> keys) {
  private static final Pattern ROW =
      Pattern.compile("^\\| `([\\w-]+)` \\| `([\\w-]+)` \\| ([^|]+) \\|", Pattern.MULTILINE);
  private static final Pattern KEY = Pattern.compile("`([\\w.*]+)`");
  private static final String AUTHORITY = "playloop-cluster-ca-cert";

  GivenSecrets {
    keys = Set.copyOf(keys);
  }

  static GivenSecrets of(BuiltSystem system) {
    Set<String> keys = new HashSet<>();
    system
        .kind("KafkaUser")
        .forEach(
            user -> keys.add(BuiltSystem.namespace(user) + "/" + BuiltSystem.name(user) + "#*"));
    system
        .kind("Kafka")
        .forEach(kafka -> keys.add(BuiltSystem.namespace(kafka) + "/" + AUTHORITY + "#ca.crt"));
    Matcher row = ROW.matcher(KubernetesFolder.text("README.md"));
    while (row.find()) {
      Matcher key = KEY.matcher(row.group(3));
      while (key.find()) {
        keys.add(row.group(2) + "/" + row.group(1) + "#" + key.group(1));
      }
    }
    return new GivenSecrets(keys);
  }

  /// Notes where there is none; an empty name asks for nothing, an empty key for any.
  void require(String namespace, String name, String key, List<String> wrong) {
    String secret = namespace + "/" + name + "#";
    boolean given =
        key.isEmpty()
            ? keys.stream().anyMatch(one -> one.startsWith(secret))
            : keys.contains(secret + key) || keys.contains(secret + "*");
    if (!name.isEmpty() && !given) {
      wrong.add("expected a Secret " + secret + key + ", of Strimzi or of the page's table");
    }
  }
}
