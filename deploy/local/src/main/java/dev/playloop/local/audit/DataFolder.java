package dev.playloop.local.audit;

import dev.playloop.broker.EmbeddedBroker;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.local.LocalOptions;
import dev.playloop.local.UserProblem;
import dev.playloop.schemas.topic.Topics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// The data folder of a stopped `./playloop up --data DIR` or `run --data DIR`, with a broker
/// started on it for as long as this is open. Owned by one thread.
public final class DataFolder implements AutoCloseable {
  private final EmbeddedBroker broker;

  private DataFolder(EmbeddedBroker broker) {
    this.broker = broker;
  }

  /// Throws [UserProblem] where the folder is none, or is in use.
  public static DataFolder open(Path dir) {
    Path log = dir.resolve("broker");
    if (!Files.isRegularFile(log.resolve("meta.properties"))) {
      throw UserProblem.usage(
          "'" + dir + "' is not the data folder of a system: it has no broker/meta.properties",
          "name the folder that './playloop up --data DIR' or 'run --data DIR' was given.");
    }
    if (isInUse(log.resolve(".lock"))) {
      throw UserProblem.environment(
          "'" + dir + "' is in use: a system runs on it",
          "stop it first, or leave --data out while './playloop up' runs: then it is asked itself.",
          null);
    }
    return new DataFolder(EmbeddedBroker.start(log));
  }

  public KafkaSettings kafka() {
    return KafkaSettings.of(
        broker.bootstrapServers(), new Topics(Topics.DEFAULT_PREFIX, LocalOptions.PARTITIONS));
  }

  /// The broker holds a lock on this file while it runs, in whatever process.
  private static boolean isInUse(Path lock) {
    if (!Files.exists(lock)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
        FileLock held = channel.tryLock()) {
      return held == null;
    } catch (OverlappingFileLockException e) {
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException("can't look at " + lock, e);
    }
  }

  @Override
  public void close() {
    broker.close();
  }
}
