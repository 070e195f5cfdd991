package dev.playloop.console.door;

import dev.playloop.console.row.Reach;
import dev.playloop.http.Caller;
import dev.playloop.http.RouteScope;
import dev.playloop.http.Secret;
import dev.playloop.kit.access.KnownCaller;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.principal.Scope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Somebody at the page, or a program of theirs that looks: a principal, and what stands for it at
/// the gateway. Prints itself without that. Immutable.
///
/// @param bearer by which the gateway knows it; null where there is no gateway, and of who looks
/// @param guard of its session; null of who has none, and only looks
/// @param ends when it must log in again
/// @param token the digest of the token by which it looks without a session; else null
public record LoggedIn(
    KnownCaller known,
    @Nullable Secret bearer,
    @Nullable Secret guard,
    Instant ends,
    @Nullable String token)
    implements Caller {
  /// Whoever called a route of sessions.
  public static LoggedIn of(Caller caller) {
    if (caller instanceof LoggedIn one) {
      return one;
    }
    throw new IllegalStateException("not logged in: " + caller.name());
  }

  @Override
  public String name() {
    return known.name();
  }

  /// Whose agents it may see.
  public Reach reach() {
    Principal principal = known.principal();
    if (principal.isRevoked(known.at())) {
      return new Reach(false, List.of(), List.of());
    }
    List<String> worlds = new ArrayList<>();
    List<String> agents = new ArrayList<>();
    boolean all = false;
    for (Scope scope : principal.scopes()) {
      all |= scope.covers(Scope.read("*"));
      if (scope.verb() == Scope.Verb.READ && !scope.of().equals("*")) {
        (scope.of().contains("/") ? agents : worlds).add(scope.of());
      }
    }
    String home = principal.world();
    if (all && home == null) {
      return Reach.ALL;
    }
    if (home == null) {
      return new Reach(false, worlds, agents);
    }
    boolean whole = all || worlds.contains(home);
    return new Reach(
        false,
        whole ? List.of(home) : List.of(),
        agents.stream().filter(agent -> agent.startsWith(home + "/")).toList());
  }

  /// Throws [dev.playloop.http.Problem.Refused] where it may not see that agent.
  public void requireSight(AgentId agent) {
    if (!reach().reaches(agent.value())) {
      throw RouteScope.lacking(this, Scope.read(agent.value()).toString()).refused();
    }
  }

  /// Throws [dev.playloop.http.Problem.Refused] that names the scope where it may not do that.
  public void require(Scope asked) {
    known.require(asked);
  }
}
