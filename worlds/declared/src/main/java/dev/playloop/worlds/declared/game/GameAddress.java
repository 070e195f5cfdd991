package dev.playloop.worlds.declared.game;

import dev.playloop.schemas.Printable;
import dev.playloop.schemas.Require;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Where a game is, and whether it may be asked there: by https, or on this machine; and at an
/// address that is not of the public internet only where a setting lists it. Thread-safe.
///
/// A name is resolved and checked before each request, and once more where a connection is opened,
/// which goes to the addresses that were checked: a name that changes right in between leads
/// nowhere. Each of its addresses must be allowed.
public final class GameAddress {
  /// Asks for the addresses of a name.
  interface Resolver {
    InetAddress[] resolve(String host) throws UnknownHostException;
  }

  /// Not of the public internet: networks at home, of a provider, of a machine's own cloud (whose
  /// keys lie at 169.254.169.254), multicast, and those kept for later or for documents.
  private static final List<AddressRange> PRIVATE =
      Stream.of(
              "0.0.0.0/8",
              "10.0.0.0/8",
              "100.64.0.0/10",
              "127.0.0.0/8",
              "169.254.0.0/16",
              "172.16.0.0/12",
              "192.0.0.0/24",
              "192.0.2.0/24",
              "192.88.99.0/24",
              "192.168.0.0/16",
              "198.18.0.0/15",
              "198.51.100.0/24",
              "203.0.113.0/24",
              "224.0.0.0/3")
          .map(range -> AddressRange.parse("private", range))
          .toList();

  /// All of IPv6 that is public, but for what carries an address of IPv4 or is kept for documents.
  private static final AddressRange PUBLIC6 = AddressRange.parse("public", "2000::/3");

  private static final List<AddressRange> NOT_PUBLIC6 =
      Stream.of("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
          .map(range -> AddressRange.parse("private", range))
          .toList();

  private final URI base;
  private final List<AddressRange> listed;
  private final Resolver resolver;

  private GameAddress(URI base, List<AddressRange> listed, Resolver resolver) {
    this.base = base;
    this.listed = listed;
    this.resolver = resolver;
  }

  /// Resolves nothing yet. Throws [InvalidValueException] where the base or a range is none.
  ///
  /// @param base such as `https://game.example/playloop`; paths are appended to it
  /// @param listed private addresses and ranges that may be asked all the same
  public static GameAddress of(String base, Collection<String> listed) {
    return of(base, listed, InetAddress::getAllByName);
  }

  static GameAddress of(String base, Collection<String> listed, Resolver resolver) {
    URI address = Require.serverBase("url", base);
    boolean local = Require.isLoopback(address);
    String text = address.toString();
    String literal = local ? text.replaceFirst("//localhost", "//127.0.0.1") : text;
    String plain = "http".equals(address.getScheme()) ? literal : text;
    return new GameAddress(
        URI.create(plain.replaceFirst("/+$", "")),
        listed.stream().map(range -> AddressRange.parse("privateAddresses", range)).toList(),
        resolver);
  }

  /// Without what a path may hold.
  public String host() {
    return base.getPort() < 0 ? base.getHost() : base.getHost() + ":" + base.getPort();
  }

  URI at(String path) {
    return URI.create(base + path);
  }

  /// Resolves the name, and says why the game must not be asked there now; null where it may.
  @Nullable String refusal() {
    if (Require.isLoopback(base)) {
      return null;
    }
    try {
      return refusal(resolver.resolve(base.getHost()));
    } catch (UnknownHostException e) {
      return "its name is not known: " + Printable.brief(base.getHost(), 80);
    }
  }

  /// The addresses of a server, which may all be asked. Throws [UnknownHostException] that says
  /// which may not.
  InetAddress[] resolve(String host) throws UnknownHostException {
    InetAddress[] addresses = resolver.resolve(host);
    String refusal = Require.isLoopback(base) ? null : refusal(addresses);
    if (refusal != null) {
      throw new UnknownHostException(refusal);
    }
    return addresses;
  }

  private @Nullable String refusal(InetAddress[] addresses) {
    for (InetAddress address : addresses) {
      if (isPrivate(address) && listed.stream().noneMatch(range -> range.holds(address))) {
        return "its address "
            + address.getHostAddress()
            + " is not of the public internet, and no setting lists it";
      }
    }
    return null;
  }

  static boolean isPrivate(InetAddress address) {
    return address.getAddress().length == 4
        ? PRIVATE.stream().anyMatch(range -> range.holds(address))
        : !PUBLIC6.holds(address) || NOT_PUBLIC6.stream().anyMatch(range -> range.holds(address));
  }

  @Override
  public String toString() {
    return host();
  }
}
