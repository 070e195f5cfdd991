package dev.playloop.launcher.cli.options;

import dev.playloop.audit.evidence.Evidence;
import dev.playloop.console.source.ClusterJournal;
import dev.playloop.console.source.ConsoleJournal;
import dev.playloop.console.source.FileJournal;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.access.MasterKeySetting;
import dev.playloop.launcher.UserProblem;
import dev.playloop.launcher.audit.DataFolder;
import dev.playloop.schemas.seal.MasterKey;
import dev.playloop.settings.Settings;
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

  /// What it is: cluster, data or file.
  public String kind() {
    return file != null ? "file" : data != null ? "data" : "cluster";
  }

  /// The folder that was named; null where none was.
  public @Nullable Path data() {
    return data;
  }

  public Settings settings() {
    return Objects.requireNonNull(cluster).settings();
  }

  /// Opens it for somebody who reads on and on; close it to stop what was started for it.
  public ConsoleJournal openToFollow() throws InterruptedException {
    ClusterOptions named = Objects.requireNonNull(cluster);
    requireOne();
    if (file != null) {
      return FileJournal.of(file);
    }
    MasterKey master = MasterKeySetting.read(named.settings(), System.getenv());
    if (data == null) {
      KafkaSettings kafka = named.kafka();
      return ClusterJournal.of(
          kafka, kafka.client().getOrDefault("bootstrap.servers", "a cluster"), master);
    }
    DataFolder folder = DataFolder.open(data);
    return ClusterJournal.of(folder.kafka(), data.toString(), master, folder::close);
  }

  private void requireOne() {
    if (data != null && file != null) {
      throw UserProblem.usage("--data and --file name two journals", "leave one of them out.");
    }
  }

  /// Opens it; close it to stop what was started for it.
  public Evidence open() {
    ClusterOptions named = Objects.requireNonNull(cluster);
    requireOne();
    if (file != null) {
      return Evidence.ofFile(file);
    }
    Evidence evidence =
        data == null ? Evidence.ofCluster(named.kafka()) : DataFolder.evidence(data);
    return evidence.withKeys(MasterKeySetting.read(named.settings(), System.getenv()));
  }
}
