package dev.playloop.console.index;

import dev.playloop.console.row.AgentRow;
import dev.playloop.console.row.AgentRowBuilder;
import dev.playloop.console.row.EntryRow;
import dev.playloop.console.row.EntryRowBuilder;
import dev.playloop.console.row.RunRow;
import dev.playloop.console.row.RunRowBuilder;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Makes rows of the tables' columns.
final class IndexRows {
  static final String ENTRY =
      "select a.name as agent, e.seq, e.at, e.kind, r.name as run, e.turn, e.tool, e.outcome,"
          + " e.bytes, e.part, e.off, e.place, e.flags, e.sealed from entry e join agent a on a.id ="
          + " e.agent left join run r on r.id = e.run ";

  static final String RUN =
      "select r.*, a.name as agent_name from run r join agent a on a.id = r.agent ";

  private IndexRows() {}

  static EntryRow entry(ResultSet row) throws SQLException {
    int turn = row.getInt("turn");
    return EntryRowBuilder.builder()
        .agent(row.getString("agent"))
        .seq(row.getLong("seq"))
        .at(Instant.ofEpochMilli(row.getLong("at")))
        .kind(row.getString("kind"))
        .run(row.getString("run"))
        .turn(turn == 0 ? null : turn)
        .tool(row.getString("tool"))
        .outcome(row.getString("outcome"))
        .bytes(row.getLong("bytes"))
        .partition(row.getInt("part"))
        .offset(row.getLong("off"))
        .sound((row.getInt("flags") & Tables.SOUND) != 0)
        .build();
  }

  static Spot spot(ResultSet row) throws SQLException {
    return new Spot(entry(row), row.getLong("place"), row.getInt("flags"), row.getString("sealed"));
  }

  static RunRow run(ResultSet row) throws SQLException {
    return RunRowBuilder.builder()
        .run(row.getString("name"))
        .agent(row.getString("agent_name"))
        .trigger(row.getString("trig"))
        .kind(row.getString("kind"))
        .opened(Instant.ofEpochMilli(row.getLong("opened")))
        .closed(time(Sql.number(row, "closed")))
        .outcome(row.getString("outcome"))
        .turns(row.getLong("turns"))
        .actions(row.getLong("actions"))
        .failed(row.getLong("failed"))
        .promptTokens(row.getLong("prompt"))
        .completionTokens(row.getLong("completion"))
        .costUsd(Usd.text(row.getLong("cost")))
        .arrived(row.getLong("arrived"))
        .first(row.getLong("first"))
        .last(row.getLong("last"))
        .build();
  }

  static AgentRow agent(ResultSet row) throws SQLException {
    return AgentRowBuilder.builder()
        .agent(row.getString("name"))
        .world(row.getString("world"))
        .state(row.getString("state"))
        .seq(row.getLong("seq"))
        .at(Instant.ofEpochMilli(row.getLong("at")))
        .since(time(Sql.number(row, "since")))
        .openRun(row.getString("run"))
        .runs(row.getLong("runs"))
        .costUsd(Usd.text(row.getLong("cost")))
        .build();
  }

  static @Nullable Instant time(@Nullable Long millis) {
    return millis == null ? null : Instant.ofEpochMilli(millis);
  }
}
