package dev.playloop.worlds.society;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.testkit.EmbeddedOnly;
import dev.playloop.worlds.model.WorldUnavailable;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The embedded PostgreSQL: kept data, a server left running, an outage.
@EmbeddedOnly("it is about the embedded server")
class EmbeddedDatabaseTest {
  @TempDir Path folder;

  private static SocietyDatabase open(EmbeddedDatabase server) {
    return SocietyDatabase.open(server.jdbcUrl(), server.user(), server.password());
  }

  @Test
  void aFolderKeepsTheSocietyAcrossARestart() {
    var action = TestSociety.action("kept", "cal", "do_work", "{\"jobType\":\"mining\"}");
    try (EmbeddedDatabase server = EmbeddedDatabase.start(folder);
        SocietyDatabase database = open(server)) {
      database.seed(TestSociety.example());
      assertThat(new SocietyActions(database).perform(action).status()).isEqualTo(Status.DONE);
      assertThat(setting(database, "fsync")).isEqualTo("on");
      assertThat(setting(database, "synchronous_commit")).isEqualTo("on");
      assertThatThrownBy(() -> EmbeddedDatabase.start(folder))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("another Playloop");
    }
    try (EmbeddedDatabase server = EmbeddedDatabase.start(folder);
        SocietyDatabase database = open(server)) {
      assertThat(database.seed(TestSociety.example())).as("applied before").isFalse();
      assertThat(database.rows("select gold from users where id = 'cal'").getFirst())
          .containsEntry("gold", 50);
      new SocietyActions(database).perform(action);
      assertThat(database.rows("select gold from users where id = 'cal'").getFirst())
          .as("the action was kept with its effect")
          .containsEntry("gold", 50);
    }
  }

  private static String setting(SocietyDatabase database, String name) {
    return String.valueOf(database.rows("show " + name).getFirst().values().iterator().next());
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
      TestSociety.await("the orphan", () -> isReady(data));
      try (EmbeddedDatabase server = EmbeddedDatabase.start(folder);
          SocietyDatabase database = open(server)) {
        assertThat(orphan.isAlive()).isFalse();
        assertThat(database.rows("select 1 as one").getFirst()).containsEntry("one", 1);
      }
    } finally {
      orphan.destroyForcibly();
    }
  }

  private static Process postgres(String binary, Path data) throws Exception {
    int port;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    List<String> command = new ArrayList<>();
    if (System.getProperty("user.name").equals("root")) {
      command.addAll(List.of("unshare", "-U")); // postgres refuses to run as root
    }
    command.addAll(List.of(binary, "-D", data.toString(), "-p", String.valueOf(port)));
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

  @Test
  void withoutItsServerEverythingIsAnOutageAndNothingIsABug() {
    EmbeddedDatabase server = EmbeddedDatabase.start(folder);
    try (SocietyDatabase database = open(server)) {
      database.seed(TestSociety.example());
      SocietyActions actions = new SocietyActions(database);
      server.close();
      var write = TestSociety.action("away", "cal", "do_work", "{\"jobType\":\"mining\"}");
      var read = TestSociety.action("away-too", "cal", "get_my_stats", "{}");
      assertThatThrownBy(() -> actions.perform(write)).isInstanceOf(WorldUnavailable.class);
      assertThatThrownBy(() -> actions.perform(read)).isInstanceOf(WorldUnavailable.class);
      assertThatThrownBy(() -> actions.reconcile(write, null)).isInstanceOf(WorldUnavailable.class);
      assertThatThrownBy(() -> new SocietyOutbox(database).poll(null, 1))
          .isInstanceOf(WorldUnavailable.class);
      assertThatThrownBy(
              () -> SocietyDatabase.open(server.jdbcUrl(), "postgres", "x", Duration.ZERO))
          .isInstanceOf(WorldUnavailable.class);
    } finally {
      server.close();
    }
  }

  @Test
  void aRefusedConnectionSaysWhatToCheck() {
    try (EmbeddedDatabase server = EmbeddedDatabase.start(null)) {
      assertThatThrownBy(
              () -> SocietyDatabase.open(server.jdbcUrl() + "_not_there", "postgres", "x"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("check its JDBC URL");
    }
  }
}
