package dev.playloop.chaos.cluster;

import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// As whom workers come to brokers that ask: by the name of their role, and one secret of the
/// history. Immutable.
///
/// @param secret empty where brokers don't ask
public record Logins(String secret) {
  public static final Logins NONE = new Logins("");

  /// The environment variable by which processes get the secret: a command line shows it.
  public static final String SECRET = "CHAOS_BROKER_SECRET";

  private static final String MODULE =
      "org.apache.kafka.common.security.plain.PlainLoginModule required";

  static Logins fresh() {
    return new Logins(UUID.randomUUID().toString());
  }

  /// The client properties of a role.
  public Map<String, String> of(String role) {
    return secret.isEmpty()
        ? Map.of()
        : Map.of(
            "security.protocol",
            "SASL_PLAINTEXT",
            "sasl.mechanism",
            "PLAIN",
            "sasl.jaas.config",
            MODULE + " username=\"" + role + "\" password=\"" + secret + "\";");
  }

  /// As the broker's login module wants them.
  static String known(String secret) {
    return Stream.of("ingest", "projector", "reasoner", "executor")
        .map(role -> " user_" + role + "=\"" + secret + "\"")
        .collect(Collectors.joining("", MODULE, ";"));
  }
}
