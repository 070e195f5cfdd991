package dev.playloop.console.oidc;

import dev.playloop.http.Secret;
import dev.playloop.schemas.InvalidValueException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/// Who vouches for people, and what of it is believed. Immutable.
///
/// @param issuer the provider, as its own documents name it
/// @param clientId what the provider knows us by
/// @param clientSecret null: a public client, which PKCE alone guards
/// @param callback where the provider sends people back to; the provider knows it, too
/// @param nameClaim which claim of the ID token is the name of a principal
public record OidcSettings(
    URI issuer, String clientId, @Nullable Secret clientSecret, URI callback, String nameClaim) {
  /// The claim that is trusted as a name only where `email_verified` says so.
  static final String EMAIL = "email";

  /// Throws [InvalidValueException] where somebody on the way could read or change what is said.
  public OidcSettings {
    requireSafe("oidc.issuer", issuer);
    requireSafe("oidc.callback", callback);
    if (clientId.isBlank()) {
      throw new InvalidValueException("oidc.client_id", "the client's id", "nothing");
    }
    if (nameClaim.isBlank()) {
      throw new InvalidValueException("oidc.name_claim", "a claim such as email", "nothing");
    }
  }

  private static void requireSafe(String field, URI address) {
    boolean https = "https".equalsIgnoreCase(address.getScheme());
    boolean plain = "http".equalsIgnoreCase(address.getScheme());
    if (address.getHost() == null || !(https || (plain && isLoopback(address.getHost())))) {
      throw new InvalidValueException(
          field, "an address of https (http on this machine alone)", address.toString());
    }
  }

  private static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }
}
