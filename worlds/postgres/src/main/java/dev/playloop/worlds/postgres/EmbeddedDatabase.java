package dev.playloop.worlds.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A PostgreSQL of our own, on a free port of the loopback. Without a folder it is fast and gone on
/// close; with one it keeps its data through a crash: `fsync` and `synchronous_commit` are on.
///
/// One process uses a folder at a time (`lock`). A server that a killed process left running in it
/// is stopped first. Starts in 0.1 s on a kept folder, 1 s on a new one, 3 s the first time ever.
public final class EmbeddedDatabase implements AutoCloseable {
  private static final Duration STARTUP = Duration.ofSeconds(60);
  private static final String USER = "postgres";

  private final EmbeddedPostgres server;
  private final @Nullable FileChannel lock;

  private EmbeddedDatabase(EmbeddedPostgres server, @Nullable FileChannel lock) {
    this.server = server;
    this.lock = lock;
  }

  /// Starts it. Throws [IllegalStateException] where another process uses the folder.
  public static EmbeddedDatabase start(@Nullable Path folder) {
    try {
      return folder == null ? fresh() : kept(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the embedded PostgreSQL does not start: "
              + e.getMessage()
              + "; give a JDBC URL to use a server of your own",
          e);
    }
  }

  private static EmbeddedDatabase fresh() throws IOException {
    return new EmbeddedDatabase(builder().start(), null);
  }

  private static EmbeddedDatabase kept(Path folder) throws IOException {
    Files.createDirectories(folder);
    FileChannel lock = lock(folder);
    try {
      Path data = folder.resolve("pgdata");
      StalePostmaster.stop(data);
      EmbeddedPostgres server =
          builder()
              .setDataDirectory(data)
              .setCleanDataDirectory(false)
              .setServerConfig("fsync", "on")
              .setServerConfig("synchronous_commit", "on")
              .start();
      return new EmbeddedDatabase(server, lock);
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  private static EmbeddedPostgres.Builder builder() {
    return EmbeddedPostgres.builder()
        .setPGStartupWait(STARTUP)
        .setServerConfig("listen_addresses", "localhost")
        .setServerConfig("max_connections", "100");
  }

  /// Held until close, or until the process ends in whatever way.
  private static FileChannel lock(Path folder) throws IOException {
    FileChannel channel =
        FileChannel.open(
            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    FileLock held;
    try {
      held = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      held = null; // this very process has it
    }
    if (held == null) {
      channel.close();
      throw new IllegalStateException(
          "another Playloop uses the database folder "
              + folder
              + "; stop it, or choose another folder");
    }
    return channel;
  }

  public String jdbcUrl() {
    return "jdbc:postgresql://localhost:" + server.getPort() + "/postgres";
  }

  public String user() {
    return USER;
  }

  /// Any password will do: the server trusts the loopback.
  public String password() {
    return USER;
  }

  @Override
  public void close() {
    try {
      server.close();
      if (lock != null) {
        lock.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the embedded PostgreSQL does not stop", e);
    }
  }
}
