package dev.playloop.kit.access;

import dev.playloop.http.Caller;
import dev.playloop.http.RouteScope;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.principal.Scope;
import java.time.Instant;

/// A principal that calls. Immutable.
///
/// @param at when it was found to be good
public record KnownCaller(Principal principal, Instant at) implements Caller {
  /// Whoever called a route with a scope.
  public static KnownCaller of(Caller caller) {
    if (caller instanceof KnownCaller known) {
      return known;
    }
    throw new IllegalStateException("no principal: " + caller.name());
  }

  @Override
  public String name() {
    return principal.name();
  }

  public boolean isPerson() {
    return principal.kind() == Principal.Kind.PERSON;
  }

  /// Whether it may do that. A principal of one world may do nothing in another.
  public boolean may(Scope asked) {
    return principal.may(asked, at) && !isAbroad(asked);
  }

  /// Whether it may do that to whatever it names.
  public boolean mayAny(Scope.Verb verb) {
    return !principal.isRevoked(at)
        && principal.scopes().stream()
            .anyMatch(scope ->
                scope.verb() == verb
                    || (scope.verb() == Scope.Verb.ADMIN && verb != Scope.Verb.SIGN));
  }

  /// Whether it has to do with this world.
  public boolean isAtHome(String world) {
    return principal.world() == null || principal.world().equals(world);
  }

  private boolean isAbroad(Scope asked) {
    return switch (asked.verb()) {
      case PUBLISH, ACT -> !isAtHome(asked.of());
      case READ -> !isAtHome(asked.of().split("/", 2)[0]);
      case CONTROL, APPROVE, SIGN, ADMIN -> false;
    };
  }

  /// Throws [Problem.Refused] that names the scope where it may not.
  public void require(Scope asked) {
    if (!may(asked)) {
      throw RouteScope.lacking(this, asked.toString()).refused();
    }
  }
}
