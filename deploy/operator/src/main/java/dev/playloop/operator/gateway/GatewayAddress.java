package dev.playloop.operator.gateway;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/// Where a gateway is, and the bearer token of who asks. Prints itself without the token.
///
/// @param token null: none is sent, and the gateway says what it thinks of that
public record GatewayAddress(URI uri, @Nullable String token) {
  /// The address of a path below it.
  URI at(String path) {
    String base = uri.toString();
    return URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path);
  }

  @Override
  public String toString() {
    return uri.toString();
  }
}
