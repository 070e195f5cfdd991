package dev.playloop.operator.principal;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.principal.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Somebody who is about to be added. Immutable.
///
/// @param world the only one that it has to do with; null: whichever its scopes name
/// @param signs the key that it signs with; null: it gets a token
public record NewPrincipal(
    String name,
    Principal.Kind kind,
    @Nullable String world,
    List<Scope> scopes,
    @Nullable SignerKey signs) {
  /// The public half of a key.
  ///
  /// @param id what it is known by
  /// @param publicKey X.509 in Base64
  public record SignerKey(String id, String publicKey) {}

  /// Throws [InvalidValueException] where a key signs nothing, or nothing signs, and where it would
  /// be no principal.
  public NewPrincipal {
    Require.match("name", name, Principal.NAME, "letters, digits and ._@-");
    scopes = List.copyOf(scopes);
    for (Scope scope : scopes) {
      if (scope.verb() == Scope.Verb.APPROVE && kind != Principal.Kind.PERSON) {
        throw new InvalidValueException(
            "scope", "no " + scope + " for who is no person", kind.toString());
      }
    }
    if (scopes.isEmpty()) {
      throw new InvalidValueException("scope", "at least one, such as approve:treasurer", "none");
    }
    if (scopes.contains(Scope.SIGN) && signs == null) {
      throw new InvalidValueException("public key", "one for the scope sign", "none");
    }
    if (signs != null && !scopes.equals(List.of(Scope.SIGN))) {
      throw new InvalidValueException(
          "scope", "sign alone for who has a public key", scopes.toString());
    }
    if (signs != null && kind != Principal.Kind.SERVICE) {
      throw new InvalidValueException("kind", "service for who signs", kind.toString());
    }
  }

  /// A person, with a token.
  public static NewPrincipal person(String name, List<Scope> scopes) {
    return new NewPrincipal(name, Principal.Kind.PERSON, null, scopes, null);
  }

  /// A service that vouches for others with this key.
  public static NewPrincipal signer(String name, SignerKey key) {
    return new NewPrincipal(name, Principal.Kind.SERVICE, null, List.of(Scope.SIGN), key);
  }
}
