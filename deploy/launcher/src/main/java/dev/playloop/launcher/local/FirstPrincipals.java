package dev.playloop.launcher.local;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.operator.Publisher;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.principal.PrincipalBuilder;
import dev.playloop.schemas.principal.Scope;
import dev.playloop.schemas.seal.TrustedKey;
import java.time.Instant;
import java.util.List;

/// Whom a system on one machine knows from its start: who runs it, as a person who may do
/// everything, and its own gateway, which signs. Prints itself without the token.
///
/// @param user the name of who runs it, as the machine has it
/// @param token of this start; that of the one before is nobody's from now on
/// @param gateway the public half of what the gateway signs with
public record FirstPrincipals(String user, String token, TrustedKey gateway) {
  /// The same at every start: another would leave the tokens of all starts good.
  private static final String ID = "local";

  private static final String GATEWAY = "local-gateway";
  private static final int LONGEST = 127;

  /// Says so on the log; `kafka` is that of somebody who may write principals.
  public void write(KafkaSettings kafka, Instant now) throws InterruptedException {
    try (Publisher publisher = Publisher.open(kafka)) {
      publisher.principal(person(now));
      publisher.principal(signer(now));
    }
  }

  /// Who runs it.
  public Principal person(Instant now) {
    return PrincipalBuilder.builder()
        .v(Principal.VERSION)
        .id(ID)
        .name(name(user))
        .kind(Principal.Kind.PERSON)
        .scopes(List.of(Scope.ADMIN))
        .tokens(List.of(new Principal.Token(Sha256.hex(token), null)))
        .since(now)
        .build();
  }

  private Principal signer(Instant now) {
    return PrincipalBuilder.builder()
        .v(Principal.VERSION)
        .id(gateway.id())
        .name(GATEWAY)
        .kind(Principal.Kind.SERVICE)
        .scopes(List.of(Scope.SIGN))
        .publicKey(gateway.base64())
        .since(now)
        .build();
  }

  /// The machine's name for somebody as one of ours.
  public static String name(String user) {
    String plain = user.replaceAll("[^A-Za-z0-9._@-]", "-").replaceAll("^[^A-Za-z0-9]+", "");
    return plain.isEmpty() ? "local-user" : plain.substring(0, Math.min(LONGEST, plain.length()));
  }

  @Override
  public String toString() {
    return user + " and the gateway " + gateway.id();
  }
}
