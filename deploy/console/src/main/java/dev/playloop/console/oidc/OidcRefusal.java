package dev.playloop.console.oidc;

/// Nobody is let in: what came from the browser or from the provider is not what was expected. The
/// message says what to do, and holds nothing that anybody could log in with.
public final class OidcRefusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  OidcRefusal(String message) {
    super(message);
  }

  OidcRefusal(String message, Throwable cause) {
    super(message, cause);
  }
}
