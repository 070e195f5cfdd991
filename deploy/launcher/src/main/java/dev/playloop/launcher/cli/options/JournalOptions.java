package dev.playloop.launcher.cli.options;

import dev.playloop.audit.evidence.Evidence;
import dev.playloop.kit.access.MasterKeySetting;
import dev.playloop.launcher.UserProblem;
import dev.playloop.launcher.audit.DataFolder;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Which journal a command looks at: an export, the folder of a stopped system, else a cluster.
public final class JournalOptions {
  @Mixin private @Nullable ClusterOptions cluster;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The data folder of a stopped 'up --data DIR' or 'run --data DIR'.")
  private @Nullable Path data;

  @Option(
      names = "--file",
      paramLabel = "EXPORT",
      description = "A file that 'audit export' wrote; needs no broker.")
  private @Nullable Path file;

  /// Opens it; close it to stop what was started for it.
  public Evidence open() {
    ClusterOptions named = Objects.requireNonNull(cluster);
    if (data != null && file != null) {
      throw UserProblem.usage("--data and --file name two journals", "leave one of them out.");
    }
    if (file != null) {
      return Evidence.ofFile(file);
    }
    Evidence evidence =
        data == null ? Evidence.ofCluster(named.kafka()) : DataFolder.evidence(data);
    return evidence.withKeys(MasterKeySetting.read(named.settings(), System.getenv()));
  }
}
