package dev.playloop.launcher.role;

import dev.playloop.audit.FoldBuild;
import dev.playloop.audit.checkpoint.AuditorRole;
import dev.playloop.audit.checkpoint.SealSettings;
import dev.playloop.console.ConsoleRole;
import dev.playloop.executor.ExecutorRole;
import dev.playloop.executor.ExecutorSettings;
import dev.playloop.ingest.IngestRole;
import dev.playloop.kit.RoleSpec;
import dev.playloop.kit.access.MasterKeySetting;
import dev.playloop.launcher.AllSettings;
import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.launcher.OpenWorlds;
import dev.playloop.launcher.audit.ThisBuild;
import dev.playloop.launcher.declared.PulledGames;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.projector.ProjectorRole;
import dev.playloop.projector.ProjectorSettings;
import dev.playloop.reasoner.ReasonerRole;
import dev.playloop.reasoner.ReasonerSettings;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.settings.Settings;
import dev.playloop.worlds.model.Worlds;
import java.net.URI;
import java.util.Locale;
import java.util.function.Supplier;

/// The roles that run against a cluster, and what each is made of there.
public enum ClusterRole {
  INGEST {
    @Override
    RoleSpec spec(Settings settings, Given given) {
      return IngestRole.of(InstalledWorlds.ingest(settings), given.worlds().get().sources())
          .checkedBy(given.known()::tools)
          .unsealing(MasterKeySetting.read(settings, System.getenv()));
    }
  },
  PROJECTOR {
    @Override
    RoleSpec spec(Settings settings, Given given) {
      return ProjectorRole.of(ProjectorSettings.from(settings), given.known())
          .sealedBy(MasterKeySetting.read(settings, System.getenv()));
    }
  },
  REASONER {
    @Override
    RoleSpec spec(Settings settings, Given given) {
      return ReasonerRole.of(ReasonerSettings.from(settings), given.known());
    }
  },
  EXECUTOR {
    @Override
    RoleSpec spec(Settings settings, Given given) {
      PulledGames pulled = PulledGames.of(given.known(), given.topics());
      return PullingExecutor.of(
          new ExecutorRole(
              ExecutorSettings.from(settings),
              given.worlds().get().bindings(given.known(), pulled.worlds())),
          pulled,
          settings);
    }
  },
  AUDITOR {
    @Override
    RoleSpec spec(Settings settings, Given given) {
      return new AuditorRole(SealSettings.from(settings, System.getenv()));
    }
  },
  CONSOLE {
    @Override
    RoleSpec spec(Settings settings, Given given) {
      return new ConsoleRole(
          settings,
          new FoldBuild(LoopPolicy.DEFAULT, given.known()),
          MasterKeySetting.read(settings, System.getenv()),
          settings.optional(AllSettings.GATEWAY).map(URI::create).orElse(null),
          ThisBuild.VERSION);
    }
  };

  /// What a role has beside its settings.
  ///
  /// @param known all worlds there are
  /// @param worlds opens those that it acts in, or whose events it takes
  record Given(Topics topics, Worlds known, Supplier<OpenWorlds> worlds) {}

  abstract RoleSpec spec(Settings settings, Given given);

  /// As the command line and telemetry call it.
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
