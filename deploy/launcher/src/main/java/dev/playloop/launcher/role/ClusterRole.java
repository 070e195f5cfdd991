package dev.playloop.launcher.role;

import dev.playloop.audit.checkpoint.AuditorRole;
import dev.playloop.audit.checkpoint.SealSettings;
import dev.playloop.executor.ExecutorRole;
import dev.playloop.executor.ExecutorSettings;
import dev.playloop.ingest.IngestRole;
import dev.playloop.journal.MasterKey;
import dev.playloop.kit.RoleSpec;
import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.launcher.OpenWorlds;
import dev.playloop.projector.ProjectorRole;
import dev.playloop.projector.ProjectorSettings;
import dev.playloop.reasoner.ReasonerRole;
import dev.playloop.reasoner.ReasonerSettings;
import dev.playloop.settings.Settings;
import dev.playloop.worlds.model.Worlds;
import java.util.Locale;
import java.util.function.Supplier;

/// The roles that run against a cluster, and what each is made of there.
public enum ClusterRole {
  INGEST {
    @Override
    RoleSpec spec(Settings settings, Worlds known, Supplier<OpenWorlds> worlds) {
      return IngestRole.of(InstalledWorlds.ingest(settings), worlds.get().sources());
    }
  },
  PROJECTOR {
    @Override
    RoleSpec spec(Settings settings, Worlds known, Supplier<OpenWorlds> worlds) {
      return ProjectorRole.of(ProjectorSettings.from(settings), known)
          .sealedBy(MasterKey.from(settings, System.getenv()));
    }
  },
  REASONER {
    @Override
    RoleSpec spec(Settings settings, Worlds known, Supplier<OpenWorlds> worlds) {
      return ReasonerRole.of(ReasonerSettings.from(settings), known);
    }
  },
  EXECUTOR {
    @Override
    RoleSpec spec(Settings settings, Worlds known, Supplier<OpenWorlds> worlds) {
      return new ExecutorRole(ExecutorSettings.from(settings), worlds.get().bindings(known));
    }
  },
  AUDITOR {
    @Override
    RoleSpec spec(Settings settings, Worlds known, Supplier<OpenWorlds> worlds) {
      return new AuditorRole(SealSettings.from(settings, System.getenv()));
    }
  };

  /// As `settings` say; `known` are all worlds there are, and `worlds` opens those that it acts in,
  /// or whose events it takes.
  abstract RoleSpec spec(Settings settings, Worlds known, Supplier<OpenWorlds> worlds);

  /// As the command line and telemetry call it.
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
