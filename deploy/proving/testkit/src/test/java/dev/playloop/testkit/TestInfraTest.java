package dev.playloop.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;

/// What a test class is given, in whichever mode.
@NeedsInfra
class TestInfraTest {
  @Test
  void theBrokerOfAClassIsEmptyAndStaysTheSame(TestInfra infra) throws Exception {
    assertThat(infra.ownBroker()).matches("[^/]+:\\d+").isEqualTo(infra.ownBroker());
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", infra.ownBroker()))) {
      assertThat(admin.listTopics().names().get(30, TimeUnit.SECONDS)).isEmpty();
    }
  }

  @Test
  void everyDatabaseIsEmptyAndItsOwn(TestInfra infra) throws Exception {
    TestDatabase one = infra.database();
    try (var connection = DriverManager.getConnection(one.jdbcUrl(), one.user(), one.password());
        var statement = connection.createStatement()) {
      statement.execute("create table kept (id int)");
    }
    TestDatabase other = infra.database();

    assertThat(other.jdbcUrl()).isNotEqualTo(one.jdbcUrl());
    try (var connection =
            DriverManager.getConnection(other.jdbcUrl(), other.user(), other.password());
        var rows =
            connection
                .createStatement()
                .executeQuery("select count(*) from pg_tables where schemaname = 'public'")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getInt(1)).isZero();
    }
  }

  @Test
  void aCopyHoldsWhatItsKindWasFilledWithAndNoMore(TestInfra infra) throws Exception {
    AtomicInteger filled = new AtomicInteger();
    Consumer<TestDatabase> fill =
        database -> {
          execute(database, "create table filled (id int)");
          filled.incrementAndGet();
        };
    TestDatabase one = infra.database("filled", fill);
    execute(one, "drop table filled");

    TestDatabase other = infra.database("filled", fill);

    execute(other, "select from filled");
    assertThat(filled).hasValue(1);
  }

  private static void execute(TestDatabase database, String sql) {
    try (var connection =
            DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
        var statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }

  @Test
  void whatIsGivenIsOfTheModeThatWasAskedFor(TestInfra infra) {
    InfraMode mode = InfraMode.read(System.getProperty(InfraMode.PROPERTY, ""));
    if (mode != InfraMode.AUTO) {
      assertThat(infra.isEmbedded()).isEqualTo(mode == InfraMode.EMBEDDED);
    }
  }
}
