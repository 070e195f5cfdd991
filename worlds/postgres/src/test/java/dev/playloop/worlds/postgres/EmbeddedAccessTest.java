package dev.playloop.worlds.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.testkit.EmbeddedOnly;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The embedded PostgreSQL against whoever else is on the machine, and against its own world.
@EmbeddedOnly("it is about the embedded server")
class EmbeddedAccessTest {
  private static EmbeddedDatabase server;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    server = EmbeddedDatabase.start(null);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Connection world(EmbeddedDatabase database) throws SQLException {
    return DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @ParameterizedTest
  @CsvSource({"postgres,postgres", "postgres,''", "playloop,wrong", "playloop,''", "nobody,nobody"})
  void aStrangerDoesNotComeIn(String user, String password) {
    assertThatThrownBy(() -> DriverManager.getConnection(server.jdbcUrl(), user, password))
        .isInstanceOfSatisfying(
            SQLException.class, refused -> assertThat(refused.getSQLState()).matches("28.*|08004"));
  }

  @Test
  void theWorldsPasswordIsNotTheSuperusers() {
    assertThatThrownBy(
            () -> DriverManager.getConnection(server.jdbcUrl(), "postgres", server.password()))
        .isInstanceOf(SQLException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "copy (select 1) to program 'true'",
        "copy (select 1) to '/tmp/playloop-stolen'",
        "select pg_read_file('/etc/passwd')",
        "create role thief superuser",
        "alter role playloop superuser",
        "create database other",
        "set role postgres",
        "create extension file_fdw",
        "alter system set log_statement = 'all'"
      })
  void theWorldReachesNothingButItsDatabase(String sql) throws Exception {
    try (Connection world = world(server)) {
      assertThatThrownBy(() -> run(world, sql)).isInstanceOf(SQLException.class);
    }
  }

  @Test
  void theWorldEntersNoOtherDatabase() {
    String other = server.jdbcUrl().replace("/postgres", "/template1");
    assertThatThrownBy(() -> DriverManager.getConnection(other, server.user(), server.password()))
        .isInstanceOf(SQLException.class);
  }

  @Test
  void theWorldHasAHundredConnections() throws Exception {
    try (Connection world = world(server);
        var rows =
            world
                .createStatement()
                .executeQuery(
                    "select current_setting('max_connections')::int"
                        + " - current_setting('superuser_reserved_connections')::int"
                        + " - current_setting('reserved_connections')::int")) {
      rows.next();
      assertThat(rows.getInt(1)).isEqualTo(100);
    }
  }

  @Test
  void eachStartHasAPasswordOfItsOwnAndNoCommandLineShowsIt() {
    String first;
    try (EmbeddedDatabase once = EmbeddedDatabase.start(folder)) {
      first = once.password();
      assertThat(first).hasSizeGreaterThanOrEqualTo(32);
      assertThat(ProcessHandle.allProcesses().map(it -> it.info().commandLine().orElse("")))
          .noneMatch(line -> line.contains(first));
    }
    try (EmbeddedDatabase again = EmbeddedDatabase.start(folder)) {
      assertThat(again.password()).isNotEqualTo(first);
      assertThatThrownBy(() -> DriverManager.getConnection(again.jdbcUrl(), again.user(), first))
          .isInstanceOf(SQLException.class);
    }
  }

  @Test
  void onlyItsUserEntersItsFoldersAndItHasNoOtherSocket() throws Exception {
    try (EmbeddedDatabase kept = EmbeddedDatabase.start(folder)) {
      assertThat(kept.user()).isEqualTo("playloop");
      String socketFolder = Files.readAllLines(folder.resolve("pgdata/postmaster.pid")).get(4);
      assertThat(socketFolder).isBlank();
      assertThat(permissions(folder.resolve("pgdata"))).isEqualTo("rwx------");
      assertThat(permissions(Path.of(System.getProperty("ot.epg.working-dir"), "..")))
          .isEqualTo("rwx------");
    }
  }

  private static String permissions(Path path) throws Exception {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void aFolderOfAnOlderStartBecomesTheWorlds() throws Exception {
    try (EmbeddedPostgres old =
            EmbeddedPostgres.builder()
                .setDataDirectory(folder.resolve("pgdata"))
                .setCleanDataDirectory(false)
                .start();
        Connection superuser = old.getPostgresDatabase().getConnection()) {
      run(
          superuser,
          """
          create schema society;
          create type society.mood as enum ('calm', 'angry');
          create table society.users (id serial primary key, mood society.mood, gold int);
          create sequence society.counter;
          create table fixtures (id bigint generated always as identity, hash text);
          create view society.rich as select * from society.users where gold > 10;
          create function society.one() returns int language sql as 'select 1';
          insert into society.users (mood, gold) values ('calm', 20);
          """);
    }
    for (int start = 0; start < 2; start++) {
      try (EmbeddedDatabase now = EmbeddedDatabase.start(folder);
          Connection world = world(now)) {
        run(world, "insert into society.users (mood, gold) values ('angry', 30)");
        run(world, "select nextval('society.counter'), society.one()");
        run(world, "insert into fixtures (hash) values ('x')");
        run(world, "alter table society.users add column later" + start + " int");
        run(world, "alter type society.mood add value 'mood" + start + "'");
        run(world, "create schema more" + start);
        try (var rows = world.createStatement().executeQuery("select count(*) from society.rich")) {
          rows.next();
          assertThat(rows.getInt(1)).isEqualTo(2 + start);
        }
        assertThatThrownBy(() -> run(world, "copy (select 1) to program 'true'"))
            .isInstanceOf(SQLException.class);
      }
    }
  }

  /// The child holds its server, and says its pid.
  static final class Holder {
    private Holder() {}

    public static void main(String[] args) throws Exception {
      Path folder = Path.of(args[0]);
      try (EmbeddedDatabase held = EmbeddedDatabase.start(folder)) {
        System.out.println(
            "pid " + Files.readAllLines(folder.resolve("pgdata/postmaster.pid")).getFirst());
        System.out.println(held.user());
        Thread.currentThread().join();
      }
    }
  }

  @Test
  void theServerEndsWithAProcessThatIsKilled() throws Exception {
    Process holder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Holder.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (var said = holder.inputReader()) {
      String line = said.lines().filter(it -> it.startsWith("pid ")).findFirst().orElseThrow();
      ProcessHandle postmaster =
          ProcessHandle.of(Long.parseLong(line.substring(4).strip())).orElseThrow();
      assertThat(postmaster.isAlive()).isTrue();

      holder.destroyForcibly().waitFor();

      postmaster.onExit().get(30, TimeUnit.SECONDS);
      assertThat(postmaster.isAlive()).isFalse();
    } finally {
      holder.destroyForcibly();
    }
  }
}
