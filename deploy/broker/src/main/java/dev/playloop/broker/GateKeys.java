package dev.playloop.broker;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;

/// What the gate makes of a name and a secret: the one that the broker behind it knows. So nobody
/// who has only the first can go around the gate.
record GateKeys(BrokerAccess.Secrets outside, BrokerAccess.Secrets behind) {

  /// A PLAIN login (RFC 4616: authorisation id, name and secret, with NUL between) with the
  /// broker's secret instead of the outsider's; empty where that is not right.
  Optional<byte[]> exchange(byte[] login) {
    List<String> parts = List.of(new String(login, UTF_8).split("\0", -1));
    if (parts.size() != 3 || !outside.byName().containsKey(parts.get(1))) {
      return Optional.empty();
    }
    String name = parts.get(1);
    boolean right =
        MessageDigest.isEqual(outside.of(name).getBytes(UTF_8), parts.get(2).getBytes(UTF_8));
    boolean same = parts.getFirst().isEmpty() || parts.getFirst().equals(name);
    return right && same
        ? Optional.of(("\0" + name + "\0" + behind.of(name)).getBytes(UTF_8))
        : Optional.empty();
  }
}
