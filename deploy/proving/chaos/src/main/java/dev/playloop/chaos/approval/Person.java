package dev.playloop.chaos.approval;

import dev.playloop.http.AccessToken;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.principal.PrincipalBuilder;
import dev.playloop.schemas.principal.Scope;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// The people who answer, each with a bearer token of this process.
enum Person {
  ANN("treasurer", "clerk"),
  BEN("treasurer"),
  CYD("clerk"),
  /// May answer, and nothing that is asked here.
  EVE("guard");

  private static final int ID = 16;

  /// With commas between.
  private final String roles;

  private final String token = AccessToken.fresh();

  Person(String... roles) {
    this.roles = String.join(",", roles);
  }

  String token() {
    return token;
  }

  /// What an author of theirs is called.
  String subject() {
    return name().toLowerCase(Locale.ROOT);
  }

  Principal principal() {
    String sha256 = Sha256.hex(token);
    return PrincipalBuilder.builder()
        .v(Principal.VERSION)
        .id(sha256.substring(0, ID))
        .name(subject())
        .kind(Principal.Kind.PERSON)
        .scopes(Stream.of(roles.split(",", -1)).map(Scope::approve).toList())
        .tokens(List.of(new Principal.Token(sha256, null)))
        .since(Instant.EPOCH)
        .build();
  }
}
