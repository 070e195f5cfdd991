package dev.playloop.projector.proof;

import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.principal.PrincipalBuilder;
import dev.playloop.schemas.principal.Scope;
import dev.playloop.schemas.seal.ControlSeal;
import dev.playloop.schemas.seal.SigningKey;
import java.time.Instant;
import java.util.List;

/// A gateway's key, and the principal that the topic has for it.
public record Keyed(SigningKey key, Principal principal) {
  /// One that may vouch for others.
  public static Keyed signer() {
    return of(Scope.SIGN);
  }

  /// One that may do this.
  public static Keyed of(Scope scope) {
    SigningKey key = SigningKey.generate();
    return new Keyed(
        key,
        PrincipalBuilder.builder()
            .v(Principal.VERSION)
            .id(key.trusted().id())
            .name("gateway")
            .kind(Principal.Kind.SERVICE)
            .scopes(List.of(scope))
            .tokens(List.of())
            .publicKey(key.trusted().base64())
            .since(Instant.EPOCH)
            .build());
  }

  public String id() {
    return principal.id();
  }

  public Control sign(Control control) {
    return ControlSeal.sign(control, key, principal.name());
  }

  /// As it is known once it was revoked.
  public Keyed revoked(Instant at) {
    return new Keyed(key, principal.withRevokedAt(at));
  }
}
