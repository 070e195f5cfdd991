package dev.playloop.worlds.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.testkit.Await;
import dev.playloop.testkit.EmbeddedOnly;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The embedded PostgreSQL: its settings, its lock, and a server left running.
@EmbeddedOnly("it is about the embedded server")
class EmbeddedDatabaseTest {
  @TempDir Path folder;

  private static Connection connect(EmbeddedDatabase server) throws SQLException {
    return DriverManager.getConnection(server.jdbcUrl(), server.user(), server.password());
  }

  @Test
  void aFolderIsDurableAndUsedByOneProcess() throws Exception {
    try (EmbeddedDatabase server = EmbeddedDatabase.start(folder);
        Connection database = connect(server)) {
      assertThat(setting(database, "fsync")).isEqualTo("on");
      assertThat(setting(database, "synchronous_commit")).isEqualTo("on");
      assertThatThrownBy(() -> EmbeddedDatabase.start(folder))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("another Playloop");
    }
  }

  private static String setting(Connection database, String name) throws SQLException {
    try (var rows = database.createStatement().executeQuery("show " + name)) {
      rows.next();
      return rows.getString(1);
    }
  }

  @Test
  void aServerLeftRunningInTheFolderIsStopped() throws Exception {
    Path data = folder.resolve("pgdata");
    String binary;
    try (EmbeddedDatabase server = EmbeddedDatabase.start(folder)) {
      assertThat(server.jdbcUrl()).contains("localhost");
      binary = ProcessHandle.of(recordedPid(data)).orElseThrow().info().command().orElseThrow();
    }
    // What a killed process leaves behind: its server, which nobody closes.
    Process orphan = postgres(binary, data);
    try {
      Await.until("the orphan", () -> isReady(data));
      try (EmbeddedDatabase server = EmbeddedDatabase.start(folder);
          var database = connect(server)) {
        assertThat(orphan.isAlive()).isFalse();
        assertThat(database.isValid(5)).isTrue();
      }
    } finally {
      orphan.destroyForcibly();
    }
  }

  private static Process postgres(String binary, Path data) throws Exception {
    List<String> command = new ArrayList<>();
    if (System.getProperty("user.name").equals("root")) {
      command.addAll(List.of("unshare", "-U")); // postgres refuses to run as root
    }
    String there = String.valueOf(data.toAbsolutePath().getParent());
    command.addAll(List.of(binary, "-D", data.toString(), "-h", "", "-k", there)); // no port
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(data.resolveSibling("orphan.log").toFile())
        .start();
  }

  private static boolean isReady(Path data) {
    try {
      return Files.readString(data.resolve("postmaster.pid")).contains("ready");
    } catch (java.io.IOException e) {
      return false;
    }
  }

  private static long recordedPid(Path data) throws Exception {
    return Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).getFirst().strip());
  }

  @Test
  void aStrangerWithTheRecordedPidIsLeftAlone() throws Exception {
    Path data = Files.createDirectories(folder.resolve("pgdata"));
    Process stranger = new ProcessBuilder("sleep", "60").start();
    try {
      Files.writeString(
          data.resolve("postmaster.pid"), stranger.pid() + "\n" + data.toAbsolutePath() + "\n");
      assertThat(StalePostmaster.stop(data)).isFalse();
      assertThat(stranger.isAlive()).isTrue();
    } finally {
      stranger.destroyForcibly();
      stranger.waitFor(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void aPostgresOfAnotherFolderIsLeftAlone() throws Exception {
    try (EmbeddedDatabase other = EmbeddedDatabase.start(folder.resolve("other"))) {
      long pid = recordedPid(folder.resolve("other/pgdata"));
      Path data = Files.createDirectories(folder.resolve("mine/pgdata"));
      Files.writeString(data.resolve("postmaster.pid"), pid + "\n" + data.toAbsolutePath() + "\n");
      assertThat(StalePostmaster.stop(data)).isFalse();
      assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isPresent();
      assertThat(other.jdbcUrl()).isNotBlank();
    }
  }
}
