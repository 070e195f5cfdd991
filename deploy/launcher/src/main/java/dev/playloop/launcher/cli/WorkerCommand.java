package dev.playloop.launcher.cli;

import dev.playloop.launcher.GameKeys;
import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.launcher.OpenWorlds;
import dev.playloop.launcher.UserProblem;
import dev.playloop.launcher.cli.options.ClusterOptions;
import dev.playloop.launcher.role.ClusterRole;
import dev.playloop.launcher.role.RoleProcess;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.settings.Settings;
import dev.playloop.worlds.model.Opening.Purpose;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// One role alone against a real cluster. Scale by starting more of them.
@Command(
    name = "worker",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "(ingest | projector | reasoner | executor | auditor | console)",
    description = {
      "Runs one role against a Kafka cluster.",
      "Until it is stopped; scale by starting more.",
      "The topics must exist: './playloop topics create' makes them."
    })
final class WorkerCommand {
  @Command(
      mixinStandardHelpOptions = true,
      description = "Takes events in: HTTP, schedules, world sources.")
  int ingest(@Mixin ClusterOptions cluster, @Mixin WorldOptions worlds)
      throws InterruptedException {
    return run(ClusterRole.INGEST, cluster, worlds.chosen(cluster.settings()));
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = "Projects the worlds and owns the agents' loops.")
  int projector(@Mixin ClusterOptions cluster) throws InterruptedException {
    return run(ClusterRole.PROJECTOR, cluster, List.of());
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = "Signs checkpoints of the journal; needs PLAYLOOP_CHECKPOINT_KEY.")
  int auditor(@Mixin ClusterOptions cluster) throws InterruptedException {
    return run(ClusterRole.AUDITOR, cluster, List.of());
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = {
        "Shows people a page, on which they log in with a principal's token.",
        "What they say to agents goes through the gateway that PLAYLOOP_GATEWAY names."
      })
  int console(@Mixin ClusterOptions cluster) throws InterruptedException {
    return run(ClusterRole.CONSOLE, cluster, List.of());
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = "Turns turns into decisions by LLM calls.")
  int reasoner(@Mixin ClusterOptions cluster) throws InterruptedException {
    return run(ClusterRole.REASONER, cluster, List.of());
  }

  @Command(mixinStandardHelpOptions = true, description = "Performs actions in its worlds.")
  int executor(
      @Mixin ClusterOptions cluster,
      @Mixin WorldOptions worlds,
      @Option(
              names = UpCommand.DRY_RUN,
              description =
                  "act as ever and send nothing of it; only with worlds that have this, as --worlds"
                      + " names them")
          boolean dryRun)
      throws InterruptedException {
    List<String> chosen = worlds.chosenOrGroups(cluster.settings());
    if (dryRun) {
      requireDryRun(chosen);
    }
    return run(
        new RoleProcess(
            ClusterRole.EXECUTOR,
            cluster.settings(),
            cluster.kafka(),
            chosen,
            dryRun ? Purpose.DRY_RUN : Purpose.WORK));
  }

  private static void requireDryRun(List<String> chosen) {
    List<String> dry = OpenWorlds.withDryRun(InstalledWorlds.names());
    for (String world : chosen) {
      if (!dry.contains(world)) {
        throw UserProblem.usage(
            "the world '" + world + "' has no dry run",
            "leave out " + UpCommand.DRY_RUN + ", or name --worlds " + String.join(",", dry) + ".");
      }
    }
  }

  private static int run(ClusterRole role, ClusterOptions cluster, List<String> worlds)
      throws InterruptedException {
    return run(new RoleProcess(role, cluster.settings(), cluster.kafka(), worlds, Purpose.WORK));
  }

  private static int run(RoleProcess process) throws InterruptedException {
    return Interrupted.by(() -> {
      try {
        process.untilItEnds();
        return UserProblem.FAILED;
      } catch (InterruptedException e) {
        return 0; // stopped on purpose
      }
    });
  }

  /// Which worlds a role serves.
  static final class WorldOptions {
    @Option(
        names = "--worlds",
        split = ",",
        paramLabel = "WORLD",
        description =
            "worlds to serve, comma-separated; for executors also groups that declared worlds name;"
                + " default: all that have a server, and no such group")
    private @Nullable List<String> worlds;

    /// The worlds to serve; each must exist and have a server.
    List<String> chosen(Settings settings) {
      List<String> chosen = chosenOrGroups(settings);
      for (String world : chosen) {
        if (!InstalledWorlds.groups().contains(world)) {
          throw UserProblem.usage(
              "there is no world '" + world + "'", "worlds: " + InstalledWorlds.groups() + ".");
        }
      }
      return chosen;
    }

    /// The same, where names may be among them of groups that declared worlds name; whether there
    /// are these is known once the cluster is asked.
    List<String> chosenOrGroups(Settings settings) {
      List<String> chosen = worlds == null ? served(settings) : worlds;
      OpenWorlds.requireServers(settings, chosen);
      return chosen;
    }

    /// Those that the settings name a server for, or keys; where there is none, all, so that the
    /// error says what to set.
    private static List<String> served(Settings settings) {
      List<String> served = new ArrayList<>();
      InstalledWorlds.all().stream()
          .filter(world -> !world.needsServer(settings))
          .forEach(world -> served.add(world.world().name()));
      if (settings.isSet(GameKeys.KEYS) || settings.isSet(GameKeys.PULL_PORT)) {
        served.add(WorldDeclaration.SHARED);
      }
      return served.isEmpty() ? InstalledWorlds.names() : served;
    }
  }
}
