package dev.playloop.broker;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.common.acl.AclBinding;

/// Who may come to a [GuardedBroker], and who may do what there.
///
/// @param inside principals of this system, which come to the broker itself
/// @param outside principals of others, which come by the gate
/// @param rights all that they may do; what is not named is refused
/// @param hint where an outsider finds the name and the secret, for the line that tells so
public record BrokerAccess(
    Set<String> inside, Set<String> outside, List<AclBinding> rights, String hint) {
  public BrokerAccess {
    inside = Set.copyOf(inside);
    outside = Set.copyOf(outside);
    rights = List.copyOf(rights);
  }

  /// The secrets of one start: 192 random bits for each name, in letters, digits, `-` and `_`.
  record Secrets(Map<String, String> byName) {
    static Secrets of(Set<String> names) {
      SecureRandom random = new SecureRandom();
      Map<String, String> secrets = new HashMap<>();
      for (String name : names) {
        byte[] bytes = new byte[24];
        random.nextBytes(bytes);
        secrets.put(name, Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
      }
      return new Secrets(Map.copyOf(secrets));
    }

    String of(String name) {
      return Objects.requireNonNull(byName.get(name), () -> "no principal " + name);
    }

    /// As the broker's PLAIN login module wants them.
    String users() {
      StringBuilder users = new StringBuilder();
      byName.forEach((name, secret) ->
          users.append(" user_").append(name).append("=\"").append(secret).append('"'));
      return users.toString();
    }

    @Override
    public String toString() {
      return byName.keySet().toString();
    }
  }
}
