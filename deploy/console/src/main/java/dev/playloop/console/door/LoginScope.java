package dev.playloop.console.door;

import dev.playloop.http.Caller;
import dev.playloop.http.RouteScope;
import dev.playloop.kit.access.AnyScope;
import dev.playloop.schemas.principal.Scope;
import java.util.List;
import java.util.Optional;

/// Lets in whoever is logged in and has one of these scopes, whatever it names. Immutable.
///
/// @param scopes empty: whoever is logged in
/// @param everybody whether it must be able to see all agents
public record LoginScope(Optional<AnyScope> scopes, boolean everybody) implements RouteScope {
  /// Whoever is logged in.
  public static final LoginScope ANYBODY = new LoginScope(Optional.empty(), false);

  /// Whoever may do that, and see all agents: nobody who has to do with one world alone.
  public static LoginScope ofAll(Scope.Verb verb) {
    return new LoginScope(Optional.of(AnyScope.of(verb)), true);
  }

  public static LoginScope of(Scope.Verb... verbs) {
    return new LoginScope(Optional.of(new AnyScope(List.of(verbs))), false);
  }

  @Override
  public boolean opensFor(Caller caller) {
    LoggedIn who = LoggedIn.of(caller);
    return scopes.map(one -> one.opensFor(who.known())).orElse(true)
        && (!everybody || who.reach().all());
  }

  @Override
  public String text() {
    String text = scopes.map(AnyScope::text).orElse("any");
    return everybody ? text.replace(":<agent>", ":*") + " for all worlds" : text;
  }
}
