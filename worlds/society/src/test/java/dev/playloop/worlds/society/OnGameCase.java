package dev.playloop.worlds.society;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.playloop.schemas.event.Trigger;
import dev.playloop.testkit.Await;
import dev.playloop.worlds.model.WorldSource.Batch;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jdbi.v3.core.JdbiException;

/// A society whose game calls the functions of its database.
abstract class OnGameCase extends OutboxCase {
  /// What a call of a function answers.
  String call(String sql, Object... given) {
    return society
        .database
        .writes()
        .withHandle(handle -> {
          var query = handle.createQuery("select cast(" + sql + " as text)");
          for (int i = 0; i < given.length; i++) {
            query.bind(i, given[i]);
          }
          return query.mapTo(String.class).one();
        });
  }

  /// How the database refuses a call: its SQLSTATE and what it says.
  String refused(String sql, Object... given) {
    String before = society.everything();
    JdbiException thrown = catchThrowableOfType(JdbiException.class, () -> call(sql, given));
    assertThat(thrown).as(sql).isNotNull();
    SQLException cause = (SQLException) Objects.requireNonNull(thrown.getCause());
    assertThat(society.everything()).as("nothing is left of it").isEqualTo(before);
    return cause.getSQLState()
        + " "
        + Objects.requireNonNull(cause.getMessage()).lines().findFirst().orElse("");
  }

  /// The next so many triggers; what views became meanwhile is left out.
  List<Trigger> triggers(int count) {
    List<Trigger> triggers = new ArrayList<>();
    Await.until(
        count + " triggers",
        () -> {
          Batch batch = outbox.poll(cursor, 100);
          assertThat(batch.unreadable()).isEmpty();
          triggers.addAll(batch.triggers());
          cursor = batch.cursor();
          return triggers.size() >= count;
        });
    return triggers;
  }

  long outboxRows(String topic) {
    return society.number("select count(*) from outbox where topic = '" + topic + "'");
  }
}
