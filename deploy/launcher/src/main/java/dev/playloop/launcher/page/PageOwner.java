package dev.playloop.launcher.page;

import dev.playloop.launcher.local.FirstPrincipals;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.principal.PrincipalBuilder;
import dev.playloop.schemas.principal.Scope;
import java.time.Instant;
import java.util.List;

/// Whoever runs this process, as a console knows them: by the name that the gateway of their own
/// system has for them, too.
final class PageOwner {
  private PageOwner() {}

  static Principal as(Scope scope) {
    return PrincipalBuilder.builder()
        .v(Principal.VERSION)
        .id("local")
        .name(FirstPrincipals.name(System.getProperty("user.name", "")))
        .kind(Principal.Kind.PERSON)
        .scopes(List.of(scope))
        .tokens(List.of())
        .since(Instant.now())
        .build();
  }
}
