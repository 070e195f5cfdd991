package dev.playloop.worlds.eternum.server;

import java.security.SecureRandom;
import java.util.HexFormat;

/// Where a server of this machine lies: a path that nobody finds who was not told, as its clients
/// bring no secret of their own. Other users of the machine reach the port, and nothing behind it.
final class SecretPlace {
  private static final int BYTES = 16;

  private SecretPlace() {}

  /// Such as `/6f1d…`.
  static String fresh() {
    byte[] random = new byte[BYTES];
    new SecureRandom().nextBytes(random);
    return "/" + HexFormat.of().formatHex(random);
  }
}
