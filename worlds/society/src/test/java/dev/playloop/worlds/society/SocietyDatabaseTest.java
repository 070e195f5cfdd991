package dev.playloop.worlds.society;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.testkit.EmbeddedOnly;
import dev.playloop.worlds.model.TestExecutor;
import dev.playloop.worlds.model.WorldUnavailable;
import dev.playloop.worlds.postgres.EmbeddedDatabase;
import dev.playloop.worlds.postgres.WorldDatabase.Bounds;
import dev.playloop.worlds.postgres.WorldDatabase.Login;
import dev.playloop.worlds.society.model.SocietyTool;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The society on the embedded PostgreSQL: kept data, an outage.
@EmbeddedOnly("it is about the embedded server")
class SocietyDatabaseTest {
  private static final Bounds ONE_TRY =
      new Bounds(
          Duration.ZERO,
          Bounds.STANDARD.connection(),
          Bounds.STANDARD.statement(),
          Bounds.STANDARD.idling());

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
      assertThat(TestSociety.executing(database).perform(action).status()).isEqualTo(Status.DONE);
    }
    try (EmbeddedDatabase server = EmbeddedDatabase.start(folder);
        SocietyDatabase database = open(server)) {
      assertThat(database.seed(TestSociety.example())).as("applied before").isFalse();
      assertThat(database.rows("select gold from users where id = 'cal'").getFirst())
          .containsEntry("gold", 50);
      TestSociety.executing(database).perform(action);
      assertThat(database.rows("select gold from users where id = 'cal'").getFirst())
          .as("the action was kept with its effect")
          .containsEntry("gold", 50);
    }
  }

  @Test
  void whatTakesLongerThanItsUsersMayWaitIsEnded() {
    try (EmbeddedDatabase server = EmbeddedDatabase.start(null);
        SocietyDatabase database = open(server)) {
      assertThat(
              database.rows(
                  "select name, setting || unit as value from pg_settings where name in"
                      + " ('statement_timeout', 'lock_timeout',"
                      + " 'idle_in_transaction_session_timeout') order by name"))
          .extracting(row -> row.get("value"))
          .containsExactly("10000ms", "5000ms", "5000ms");
    }
  }

  @Test
  void withoutItsServerEverythingIsAnOutageAndNothingIsABug() {
    EmbeddedDatabase server = EmbeddedDatabase.start(folder);
    try (SocietyDatabase database = open(server)) {
      database.seed(TestSociety.example());
      TestExecutor<SocietyTool> actions = TestSociety.executing(database);
      server.close();
      var write = TestSociety.action("away", "cal", "do_work", "{\"jobType\":\"mining\"}");
      var read = TestSociety.action("away-too", "cal", "get_my_stats", "{}");
      assertThatThrownBy(() -> actions.perform(write)).isInstanceOf(WorldUnavailable.class);
      assertThatThrownBy(() -> actions.perform(read)).isInstanceOf(WorldUnavailable.class);
      assertThatThrownBy(() -> actions.reconcile(write, null)).isInstanceOf(WorldUnavailable.class);
      assertThatThrownBy(() -> new SocietyOutbox(database).poll(null, 1))
          .isInstanceOf(WorldUnavailable.class);
      assertThatThrownBy(
              () -> SocietyDatabase.open(new Login(server.jdbcUrl(), "postgres", "x"), ONE_TRY))
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
