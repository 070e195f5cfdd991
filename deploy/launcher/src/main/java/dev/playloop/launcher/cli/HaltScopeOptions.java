package dev.playloop.launcher.cli;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.launcher.UserProblem;
import dev.playloop.operator.AgentRegister;
import dev.playloop.schemas.Nearest;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.HaltScope;
import java.util.Collection;
import java.util.List;
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

  /// The scope, where there are agents in it: who mistypes a name must not believe that it is
  /// halted.
  HaltScope checked(KafkaSettings kafka) {
    HaltScope scope = given();
    Collection<AgentConfig> agents = AgentRegister.read(kafka).values();
    boolean covers = agents.stream().anyMatch(one -> HaltScope.over(one.agent()).contains(scope));
    if (scope.equals(HaltScope.ALL) || covers) {
      return scope;
    }
    List<String> known =
        agents.stream()
            .map(one -> agent == null ? one.agent().world() : one.agent().value())
            .distinct()
            .toList();
    String nearest = Nearest.of(scope.value(), known);
    throw UserProblem.usage(
        "there is no agent in " + words(scope),
        nearest == null
            ? "'./playloop agents list' shows who is there."
            : "Did you mean '" + nearest + "'?");
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
