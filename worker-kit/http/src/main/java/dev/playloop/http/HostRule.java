package dev.playloop.http;

import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Which names callers may use for us. A web page that has its own name point to this machine (DNS
/// rebinding) sends that name as Host, so a name that is not ours is refused; an address that the
/// connection itself has is ours.
final class HostRule {
  private static final Pattern AUTHORITY =
      Pattern.compile("(\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9._-]+)(?::([0-9]{1,5}))?");
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  private final Set<String> names = new TreeSet<>();
  private final int standardPort;

  HostRule(Set<String> names, boolean tls) {
    names.forEach(name -> this.names.add(name.toLowerCase(Locale.ROOT)));
    this.standardPort = tls ? 443 : 80;
  }

  /// `authority` is what the Host header says, `reached` the address that the connection came to.
  boolean isOurs(@Nullable String authority, InetSocketAddress reached) {
    Matcher parts = AUTHORITY.matcher(authority == null ? "" : authority);
    if (!parts.matches()) {
      return false;
    }
    String host = parts.group(1).toLowerCase(Locale.ROOT);
    int port = parts.group(2) == null ? standardPort : Integer.parseInt(parts.group(2));
    if (names.contains(host) || names.contains(host + ":" + port)) {
      return true;
    }
    return port == reached.getPort() && (LOOPBACK.contains(host) || host.equals(literal(reached)));
  }

  /// How an address stands in a URL.
  static String literal(InetSocketAddress address) {
    String text = address.getAddress().getHostAddress().toLowerCase(Locale.ROOT);
    int zone = text.indexOf('%');
    String bare = zone < 0 ? text : text.substring(0, zone);
    return bare.contains(":") ? "[" + bare + "]" : bare;
  }
}
