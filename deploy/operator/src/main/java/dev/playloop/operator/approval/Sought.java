package dev.playloop.operator.approval;

import dev.playloop.schemas.id.AgentId;
import org.jspecify.annotations.Nullable;

/// Which of what waits somebody looks for; what is null is not looked at.
///
/// @param role what this role may answer; what has no role is everybody's
/// @param id the beginning of its id, or of its action's
public record Sought(@Nullable AgentId agent, @Nullable String role, @Nullable String id) {
  public static final Sought ALL = new Sought(null, null, null);

  /// What has this id, or one that begins so.
  public static Sought id(String id) {
    return new Sought(null, null, id);
  }

  boolean takes(Waits one) {
    return (agent == null || agent.equals(one.agent()))
        && (role == null || isFor(one, role))
        && (id == null || begins(one, id));
  }

  /// Whether it has this very id.
  static boolean is(Waits one, String id) {
    return one.id().equals(id)
        || (one instanceof Waits.Asked asked && asked.ask().action().value().equals(id));
  }

  private static boolean begins(Waits one, String id) {
    return one.id().startsWith(id)
        || (one instanceof Waits.Asked asked && asked.ask().action().value().startsWith(id));
  }

  private static boolean isFor(Waits one, String role) {
    return switch (one) {
      case Waits.Asked asked ->
          asked.ask().question().roles().isEmpty() || asked.ask().question().roles().contains(role);
      case Waits.InDoubt _, Waits.Granted _ -> true;
    };
  }
}
