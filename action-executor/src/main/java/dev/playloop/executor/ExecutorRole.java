package dev.playloop.executor;

import dev.playloop.kit.RoleContext;
import dev.playloop.kit.RoleSpec;
import dev.playloop.worlds.model.WorldBinding;
import java.util.List;

/// What an executor is made of. The worlds' actions stay the caller's to close, after the executor.
///
/// @param later what it takes up while it runs
public record ExecutorRole(
    ExecutorSettings settings, List<WorldBinding<?>> bindings, LaterGroups later)
    implements RoleSpec {
  public ExecutorRole {
    bindings = List.copyOf(bindings);
  }

  /// One that performs the actions of these worlds, and of no others later.
  public ExecutorRole(ExecutorSettings settings, List<WorldBinding<?>> bindings) {
    this(settings, bindings, LaterGroups.NONE);
  }

  /// The same, and those too that come while it runs.
  public ExecutorRole following(LaterGroups others) {
    return new ExecutorRole(settings, bindings, others);
  }

  /// Starts without blocking. Throws [IllegalArgumentException] where a world is bound twice.
  @Override
  public ActionExecutor start(RoleContext context) {
    return ActionExecutor.start(this, context);
  }
}
