package dev.playloop.worlds.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A PostgreSQL of our own, on a free port of the loopback, which only lets in who has the password
/// of its start; see [PostgresAccess]. Without a folder it is fast and gone on close; with one it
/// keeps its data through a crash: `fsync` and `synchronous_commit` are on.
///
/// One process uses a folder at a time (`lock`). It ends with the process that started it, also
/// where that is killed; a server that is left running in the folder all the same is stopped first.
/// Starts in 0.3 s on a kept folder, 1 s on a new one, 3 s the first time ever.
public final class EmbeddedDatabase implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedDatabase.class);
  private static final Duration STARTUP = Duration.ofSeconds(60);
  private static final Duration STOPPING = Duration.ofSeconds(10);

  private final EmbeddedPostgres server;
  private final PostgresAccess access;
  private final ParentWatch watch;
  private final @Nullable FileChannel lock;

  private EmbeddedDatabase(
      EmbeddedPostgres server,
      PostgresAccess access,
      ParentWatch watch,
      @Nullable FileChannel lock) {
    this.server = server;
    this.access = access;
    this.watch = watch;
    this.lock = lock;
  }

  /// Starts it with a new password. Throws [IllegalStateException] where another process uses the
  /// folder.
  public static EmbeddedDatabase start(@Nullable Path folder) {
    return start(folder, PostgresAccess.random());
  }

  /// As [#start(Path)], with a password that outlives this start: for who is there before and after
  /// it.
  public static EmbeddedDatabase start(@Nullable Path folder, String password) {
    PostgresAccess access = PostgresAccess.with(password);
    try {
      PostgresPrograms.claimFolder();
      return folder == null ? started(builder(), access, null) : kept(folder, access);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the embedded PostgreSQL does not start: "
              + e.getMessage()
              + "; give a JDBC URL to use a server of your own",
          e);
    }
  }

  private static EmbeddedDatabase kept(Path folder, PostgresAccess access) throws IOException {
    Files.createDirectories(folder);
    FileChannel lock = lock(folder);
    try {
      Path data = folder.resolve("pgdata");
      StalePostmaster.stop(data);
      return started(
          builder()
              .setDataDirectory(data)
              .setCleanDataDirectory(false)
              .setServerConfig("fsync", "on")
              .setServerConfig("synchronous_commit", "on"),
          access,
          lock);
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  private static EmbeddedPostgres.Builder builder() {
    return EmbeddedPostgres.builder()
        .setPgBinaryResolver(PostgresPrograms.OURS)
        .setPGStartupWait(STARTUP)
        .setServerConfig("listen_addresses", "localhost")
        .setServerConfig("unix_socket_directories", "")
        .setServerConfig("max_connections", "100")
        .setServerConfig("superuser_reserved_connections", "0");
  }

  private static EmbeddedDatabase started(
      EmbeddedPostgres.Builder builder, PostgresAccess access, @Nullable FileChannel lock)
      throws IOException {
    AtomicReference<Path> data = new AtomicReference<>(Path.of("."));
    EmbeddedPostgres server =
        builder
            .setConnectConfig("password", access.superPassword())
            .setDataDirectoryCustomizer((File initialised) -> {
              data.set(initialised.toPath());
              access.close(initialised);
            })
            .start();
    boolean admitted = false;
    try {
      Path pidFile = Objects.requireNonNull(data.get()).resolve("postmaster.pid");
      long pid = Long.parseLong(Files.readAllLines(pidFile).getFirst().strip());
      ParentWatch watch = ParentWatch.over(pid, pidFile);
      access.admit(server);
      admitted = true;
      return new EmbeddedDatabase(server, access, watch, lock);
    } catch (SQLException e) {
      throw new IOException("its owner can't be made: " + e.getMessage(), e);
    } finally {
      if (!admitted) {
        server.close();
      }
    }
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
    return "jdbc:postgresql://localhost:" + server.getPort() + "/" + PostgresAccess.DATABASE;
  }

  /// Owns the database, and is no superuser.
  public String user() {
    return PostgresAccess.USER;
  }

  public String password() {
    return access.password();
  }

  @Override
  public void close() {
    try {
      server.close();
      if (!watch.awaitEnd(STOPPING)) {
        LOG.warn("the embedded PostgreSQL still stops; its folder is not at rest");
      }
      watch.close();
      if (lock != null) {
        lock.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the embedded PostgreSQL does not stop", e);
    }
  }
}
