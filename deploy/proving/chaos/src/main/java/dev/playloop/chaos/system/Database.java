package dev.playloop.chaos.system;

import dev.playloop.chaos.cluster.Link;
import dev.playloop.chaos.world.ChaosWorlds;
import dev.playloop.worlds.kernel.books.KernelDatabase;
import dev.playloop.worlds.postgres.EmbeddedDatabase;
import dev.playloop.worlds.postgres.WorldDatabase;
import dev.playloop.worlds.society.SocietyDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// The PostgreSQL of the society and the kernel: a process tree of its own with `fsync` on, behind
/// a link, so that its address stays. Used by one thread at a time.
public final class Database implements AutoCloseable {
  private final Path folder;
  private final String password;
  private final Link link;
  private EmbeddedDatabase server;
  private boolean hasKernel;

  private Database(Path folder, String password, Link link, EmbeddedDatabase server) {
    this.folder = folder;
    this.password = password;
    this.link = link;
    this.server = server;
  }

  static Database start(Path folder, ChaosWorlds worlds) {
    String password = UUID.randomUUID().toString();
    EmbeddedDatabase server = EmbeddedDatabase.start(folder, password);
    Database database = new Database(folder, password, Link.open(0, port(server)), server);
    try (SocietyDatabase society = database.open()) {
      society.seed(Agents.societySql());
    }
    database.hasKernel = worlds.hasKernel();
    if (database.hasKernel) {
      try (KernelDatabase kernel = database.openKernel()) {
        kernel.seed(Agents.kernelSql());
      }
    }
    return database;
  }

  /// By the link, and the same for all starts: workers outlive the server.
  WorldDatabase.Login login() {
    return new WorldDatabase.Login(
        "jdbc:postgresql://localhost:" + link.port() + "/postgres", server.user(), password);
  }

  /// `kill -9` of the postmaster, and a start on the same data. Returns whether there was one to
  /// kill.
  public synchronized boolean crash() throws InterruptedException {
    Optional<ProcessHandle> running = postmaster();
    running.ifPresent(Database::kill);
    link.reset();
    try {
      server.close();
    } catch (UncheckedIOException e) {
      // What was killed can't be stopped.
    }
    server = EmbeddedDatabase.start(folder, password);
    link.retarget(port(server));
    return running.isPresent();
  }

  public synchronized List<Map<String, Object>> society(String sql) {
    try (SocietyDatabase society = open()) {
      return society.rows(sql);
    }
  }

  /// None where there is no kernel.
  public synchronized List<Map<String, Object>> kernel(String sql) {
    if (!hasKernel) {
      return List.of();
    }
    try (KernelDatabase kernel = openKernel()) {
      return kernel.rows(sql);
    }
  }

  private KernelDatabase openKernel() {
    return KernelDatabase.open(server.jdbcUrl(), server.user(), server.password());
  }

  private SocietyDatabase open() {
    return SocietyDatabase.open(server.jdbcUrl(), server.user(), server.password());
  }

  private Optional<ProcessHandle> postmaster() {
    try {
      String pid = Files.readAllLines(folder.resolve("pgdata/postmaster.pid")).getFirst().strip();
      return ProcessHandle.of(Long.parseLong(pid));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static void kill(ProcessHandle postmaster) {
    List<ProcessHandle> backends = postmaster.descendants().toList();
    postmaster.destroyForcibly();
    // They notice that their postmaster is gone, and end; the next one starts only then.
    postmaster.onExit().join();
    for (ProcessHandle backend : backends) {
      try {
        backend.onExit().get(5, TimeUnit.SECONDS);
      } catch (TimeoutException | java.util.concurrent.ExecutionException e) {
        backend.destroyForcibly();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private static int port(EmbeddedDatabase server) {
    return URI.create(server.jdbcUrl().substring("jdbc:".length())).getPort();
  }

  @Override
  public synchronized void close() {
    server.close();
    link.close();
  }
}
