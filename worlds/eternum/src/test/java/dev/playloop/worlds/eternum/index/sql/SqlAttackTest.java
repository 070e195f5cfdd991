package dev.playloop.worlds.eternum.index.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// What strangers may try with SQL.
class SqlAttackTest {
  private static final String ENDLESS =
      "with recursive n(i) as (select 1 union all select i + 1 from n) ";

  @TempDir private Path folder;

  private Path file;
  private ReadOnlySql sql;

  @BeforeEach
  void open() throws SQLException {
    file = folder.resolve("game.sqlite");
    try (Connection writer = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = writer.createStatement()) {
      statement.execute("pragma journal_mode = wal");
      statement.execute("create table \"s2-Tile\" (game_id integer, \"base.x\" text)");
      statement.execute("insert into \"s2-Tile\" values (1, 'a;b'), (2, null)");
    }
    sql = new ReadOnlySql(file, SqlLimits.standard(), () -> 0);
  }

  @AfterEach
  void close() throws SQLException {
    sql.close();
  }

  @Test
  void aSelectIsAnsweredWithRowsAsObjects() throws InterruptedException {
    assertThat(ask("select game_id, `base.x` from [s2-Tile] order by game_id"))
        .isEqualTo(
            Json.tree("[{\"game_id\":1,\"base.x\":\"a;b\"},{\"game_id\":2,\"base.x\":null}]"));
    assertThat(ask("select 1 as a where 1 = 2 -- ; drop table x\n;")).isEqualTo(Json.tree("[]"));
    assertThat(
            ask("with a as (select 9007199254740993 as n) select n, 1.5 as r, x'0aff' as b from a"))
        .isEqualTo(Json.tree("[{\"n\":9007199254740993,\"r\":1.5,\"b\":\"0x0aff\"}]"));
    assertThat(ask("select replace('abc', 'b', 'x') as t, '/* drop */' as u /* ; */"))
        .isEqualTo(Json.tree("[{\"t\":\"axc\",\"u\":\"/* drop */\"}]"));
  }

  static Stream<String> refused() {
    return Stream.of(
        "",
        "   ",
        "-- only a comment",
        "insert into \"s2-Tile\" values (3, 'x')",
        "update \"s2-Tile\" set game_id = 3",
        "delete from \"s2-Tile\"",
        "replace into \"s2-Tile\" values (3, 'x')",
        "with a as (select 1) delete from \"s2-Tile\"",
        "with a as (select 1) insert into \"s2-Tile\" select 1, 2",
        "with a as (select 1) replace into \"s2-Tile\" select 1, 2",
        "select 1; drop table \"s2-Tile\"",
        "select 1;;select 2",
        "select 1 /* ; */; /* x */ delete from \"s2-Tile\"",
        "/* select */ drop table \"s2-Tile\"",
        "\"select\" 1",
        "drop table \"s2-Tile\"",
        "create table x (a)",
        "create temp table x (a)",
        "alter table \"s2-Tile\" rename to x",
        "attach 'x.sqlite' as x",
        "vacuum",
        "vacuum into 'x.sqlite'",
        "pragma query_only = off",
        "pragma journal_mode = delete",
        "select * from pragma_table_info('s2-Tile')",
        "select * from \"pragma_database_list\"",
        "select load_extension('x')",
        "select LOAD_EXTENSION('x')",
        "select \"load_extension\"('x')",
        "select length(randomblob(1000000000))",
        "select zeroblob(1000000000)",
        "begin",
        "explain select 1",
        "values (1)",
        "select 'no end",
        "select /* no end",
        "select \"no end",
        "select [no end",
        "select 1 as a, 2 as a",
        "select no_such_column from \"s2-Tile\"",
        "select * from no_such_table",
        "select 1 from",
        "select 1 \0 from x");
  }

  @ParameterizedTest
  @MethodSource("refused")
  void whateverIsNoSingleSelectIsRefusedAndChangesNothing(String attack)
      throws InterruptedException {
    assertThatThrownBy(() -> sql.answer(attack))
        .isInstanceOf(RefusedQuery.class)
        .hasMessageNotContaining(folder.toString());
    assertThat(ask("select count(*) as n from \"s2-Tile\"")).isEqualTo(Json.tree("[{\"n\":2}]"));
    assertThat(folder.toFile().list()).doesNotContain("x.sqlite");
  }

  /// The inner door: what would come through if the outer one stood open.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "insert into \"s2-Tile\" values (3, 'x') returning 1 as one",
        "with a as (select 1) delete from \"s2-Tile\" returning 1 as one",
        "create table x (a)",
        "vacuum into 'FOLDER/x.sqlite'",
        "attach 'FOLDER/x.sqlite' as x",
        "select load_extension('x') as x",
        "select length(randomblob(1000000000)) as n",
        "select length(zeroblob(100000)) as n",
        "select printf('%1000000d', 1) as n"
      })
  void theConnectionItselfCanWriteNothing(String attack) throws InterruptedException {
    String there = attack.replace("FOLDER", folder.toString());
    assertThatThrownBy(() -> sql.unchecked(there)).isInstanceOf(RefusedQuery.class);
    assertThat(ask("select count(*) as n from \"s2-Tile\"")).isEqualTo(Json.tree("[{\"n\":2}]"));
    assertThat(folder.resolve("x.sqlite")).doesNotExist();
  }

  @Test
  void aQueryWithoutAnEndIsStoppedAfterItsSteps() throws SQLException {
    try (ReadOnlySql patient =
        new ReadOnlySql(
            file,
            new SqlLimits(100_000, Duration.ofSeconds(20), new SqlLimits.Answer(10, 1_000)),
            System::nanoTime)) {
      assertThatThrownBy(() -> patient.answer(ENDLESS + "select count(*) as n from n"))
          .isInstanceOf(RefusedQuery.class)
          .hasMessageContaining("100000 steps");
    }
  }

  @Test
  void aQueryThatTakesLongIsStoppedAfterItsTime() throws SQLException {
    long[] clock = {0};
    SqlLimits limits =
        new SqlLimits(Long.MAX_VALUE, Duration.ofSeconds(2), new SqlLimits.Answer(10, 1_000));
    try (ReadOnlySql watched =
        new ReadOnlySql(file, limits, () -> clock[0] += Duration.ofMillis(100).toNanos())) {
      assertThatThrownBy(() -> watched.answer(ENDLESS + "select max(i) as n from n"))
          .isInstanceOf(RefusedQuery.class)
          .hasMessageContaining("2000 ms");
    }
  }

  @Test
  void anAnswerOfTooManyRowsOrBytesIsRefused() {
    assertThatThrownBy(() -> sql.answer(ENDLESS + "select i from n"))
        .isInstanceOf(RefusedQuery.class)
        .hasMessageContaining("10000 rows");
    StringBuilder columns = new StringBuilder("select i");
    for (int c = 0; c < 40; c++) {
      columns.append(", hex(i || '").append("x".repeat(150)).append("') as c").append(c);
    }
    assertThatThrownBy(() -> sql.answer(ENDLESS + columns + " from n"))
        .isInstanceOf(RefusedQuery.class)
        .hasMessageContaining("4194304 bytes");
  }

  @Test
  void afterManyAttacksConnectionsAreStillThere() throws InterruptedException {
    for (int i = 0; i < 50; i++) {
      assertThatThrownBy(() -> sql.answer("select x from y")).isInstanceOf(RefusedQuery.class);
    }
    assertThat(ask("select 1 as a")).isEqualTo(Json.tree("[{\"a\":1}]"));
  }

  @Test
  void deepAndLongStatementsAreRefused() {
    assertThatThrownBy(() -> sql.answer("select " + "(".repeat(5_000) + "1" + ")".repeat(5_000)))
        .isInstanceOf(RefusedQuery.class);
    assertThatThrownBy(() -> sql.answer("select '" + "x".repeat(20_000) + "' as a"))
        .isInstanceOf(RefusedQuery.class)
        .hasMessageContaining("characters");
  }

  @Test
  void whatIsWrittenMeanwhileIsSeen() throws SQLException, InterruptedException {
    try (Connection writer = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = writer.createStatement()) {
      statement.execute("insert into \"s2-Tile\" values (3, 'new')");
      assertThat(ask("select count(*) as n from \"s2-Tile\"")).isEqualTo(Json.tree("[{\"n\":3}]"));
    }
    assertThat(Files.exists(file)).isTrue();
  }

  private JsonNode ask(String query) throws InterruptedException {
    return Json.tree(new String(sql.answer(query), StandardCharsets.UTF_8));
  }
}
