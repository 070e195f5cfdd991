package dev.playloop.launcher.cli;

import dev.playloop.launcher.UserProblem;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.HaltScope;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// What a halt covers: everything, a world, or one agent.
final class HaltScopeOptions {
  @Option(names = "--world", paramLabel = "WORLD", description = "only this world")
  private @Nullable String world;

  @Option(names = "--agent", paramLabel = "AGENT", description = "only this agent")
  private @Nullable String agent;

  HaltScope given() {
    if (world != null && agent != null) {
      throw UserProblem.usage(
          "--world and --agent exclude each other", "An agent's world is a part of its name.");
    }
    if (agent != null) {
      return HaltScope.agent(new AgentId(agent));
    }
    return world == null ? HaltScope.ALL : HaltScope.world(world);
  }

  String words(HaltScope scope) {
    return scope.equals(HaltScope.ALL) ? "everything" : scope.value();
  }

  /// The command that ends a halt of `scope`.
  String resume(HaltScope scope) {
    if (scope.equals(HaltScope.ALL)) {
      return "./playloop resume";
    }
    return "./playloop resume --" + (scope.value().contains("/") ? "agent " : "world ") + scope;
  }
}
