package dev.playloop.executor;

import dev.playloop.kit.RoleContext;
import dev.playloop.kit.RoleSpec;
import dev.playloop.worlds.model.WorldBinding;
import java.util.List;

/// What an executor is made of. The worlds' actions stay the caller's to close, after the executor.
public record ExecutorRole(ExecutorSettings settings, List<WorldBinding<?>> bindings)
    implements RoleSpec {
  public ExecutorRole {
    bindings = List.copyOf(bindings);
  }

  /// Starts without blocking. Throws [IllegalArgumentException] where a world is bound twice.
  @Override
  public ActionExecutor start(RoleContext context) {
    return ActionExecutor.start(this, context);
  }
}
