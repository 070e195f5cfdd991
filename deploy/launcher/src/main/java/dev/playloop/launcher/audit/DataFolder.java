package dev.playloop.launcher.audit;

import dev.playloop.audit.evidence.Evidence;
import dev.playloop.broker.Flush;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.launcher.AccessRights;
import dev.playloop.launcher.FolderFormat;
import dev.playloop.launcher.LocalKafka;
import dev.playloop.launcher.UserProblem;
import dev.playloop.schemas.topic.Topics;
import java.nio.file.Files;
import java.nio.file.Path;

/// The data folder of a stopped `./playloop up --data DIR` or `run --data DIR`, with a broker
/// started on it for as long as this is open. Owned by one thread.
public final class DataFolder implements AutoCloseable {
  private final LocalKafka kafka;

  private DataFolder(LocalKafka kafka) {
    this.kafka = kafka;
  }

  /// Throws [UserProblem] where the folder is none, or is in use.
  public static DataFolder open(Path dir) {
    Path log = dir.resolve("broker");
    if (!Files.isRegularFile(log.resolve("meta.properties"))) {
      throw UserProblem.usage(
          "'" + dir + "' is not the data folder of a system: it has no broker/meta.properties",
          "name the folder that './playloop up --data DIR' or 'run --data DIR' was given.");
    }
    if (LocalKafka.isInUse(dir)) {
      throw UserProblem.environment(
          "'" + dir + "' is in use: a system runs on it",
          "stop it first, or leave --data out while './playloop up' runs: then it is asked itself.",
          null);
    }
    return new DataFolder(
        LocalKafka.embedded(
            dir, new Topics(Topics.DEFAULT_PREFIX, FolderFormat.partitions(dir)), Flush.BY_SYSTEM));
  }

  /// The journal in it; closing that closes the folder.
  public static Evidence evidence(Path dir) {
    DataFolder folder = open(dir);
    return Evidence.ofCluster(folder.kafka(), folder::close);
  }

  public KafkaSettings kafka() {
    return kafka.as(AccessRights.OPERATOR);
  }

  @Override
  public void close() {
    kafka.close();
  }
}
