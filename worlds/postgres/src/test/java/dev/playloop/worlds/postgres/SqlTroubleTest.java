package dev.playloop.worlds.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import org.jdbi.v3.core.ConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlTroubleTest {
  @ParameterizedTest
  @CsvSource({
    "40001, CONFLICT",
    "40P01, CONFLICT",
    "55P03, OUTAGE",
    "57014, OUTAGE",
    "25P03, OUTAGE",
    "08006, OUTAGE",
    "53300, OUTAGE",
    "57P01, OUTAGE",
    "58030, OUTAGE",
    "22021, VALUE",
    "23505, CONSTRAINT",
    "42601, BUG",
    "25P02, BUG",
    "4, BUG",
    "'', BUG",
    ", BUG",
  })
  void aStateMeansWhatPostgresSaysOfIt(String state, SqlTrouble trouble) {
    SQLException failure = new SQLException("it failed", state);
    assertThat(SqlTrouble.of(failure)).isEqualTo(trouble);
    assertThat(SqlTrouble.of(new IllegalStateException("around it", failure))).isEqualTo(trouble);
  }

  /// The pool's refusals carry no state.
  @Test
  void aConnectionThatIsNotGivenIsAnOutage() {
    assertThat(SqlTrouble.of(new ConnectionException(new SQLTransientConnectionException("busy"))))
        .isEqualTo(SqlTrouble.OUTAGE);
    assertThat(SqlTrouble.of(new SQLNonTransientConnectionException("gone")))
        .isEqualTo(SqlTrouble.OUTAGE);
  }

  @Test
  void whatIsNoFailureOfTheDatabaseIsOurs() {
    assertThat(SqlTrouble.of(new IllegalStateException("no SQL in it"))).isEqualTo(SqlTrouble.BUG);
  }
}
