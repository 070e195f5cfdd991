package dev.playloop.console.index;

import dev.playloop.audit.JournalRecord;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.LoopEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// The tables of entries and of their words as they are written: many at a time. One thread's.
final class EntryTable {
  private final Sql sql;
  private final PreparedStatement entry;
  private final PreparedStatement words;
  private long lastId;

  /// Where an entry lies, and what is known of it there.
  record Placed(JournalRecord record, long place, int flags) {}

  EntryTable(Connection connection, Sql sql) throws SQLException {
    this.sql = sql;
    this.lastId = sql.number("select max(id) from entry");
    this.entry =
        connection.prepareStatement(
            "insert into entry(id, agent, seq, at, kind, run, turn, tool, outcome, bytes, part,"
                + " off, place, flags, sealed) values(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    this.words = connection.prepareStatement("insert into words(rowid, body) values(?, ?)");
  }

  long add(
      AgentTrack agent,
      @Nullable RunTrack run,
      EntryFacts facts,
      Placed placed,
      @Nullable String tool) {
    try {
      int at = 0;
      entry.setLong(++at, ++lastId);
      entry.setLong(++at, agent.id);
      entry.setLong(++at, facts.envelope().seq());
      entry.setLong(++at, facts.envelope().at().toEpochMilli());
      entry.setString(++at, facts.envelope().kind());
      entry.setObject(++at, run == null ? null : run.id);
      entry.setObject(++at, facts.turn() == 0 ? null : facts.turn());
      entry.setString(++at, tool);
      entry.setString(++at, facts.outcome());
      entry.setLong(++at, placed.record().value().length);
      entry.setInt(++at, placed.record().partition());
      entry.setLong(++at, placed.record().offset());
      entry.setLong(++at, placed.place());
      entry.setInt(++at, placed.flags());
      entry.setString(++at, placed.record().entry().key());
      entry.addBatch();
      return lastId;
    } catch (SQLException e) {
      throw new BrokenIndex("the index can't be written", e);
    }
  }

  void words(long id, String text) {
    if (text.isBlank()) {
      return;
    }
    try {
      words.setLong(1, id);
      words.setString(2, text);
      words.addBatch();
    } catch (SQLException e) {
      throw new BrokenIndex("the index can't be written", e);
    }
  }

  /// What people were asked, and how that ended.
  void approvals(AgentTrack agent, EntryFacts facts) {
    for (LoopEvent event : facts.events()) {
      if (event instanceof LoopEvent.ApprovalAsked asked) {
        sql.change(
            "insert or replace into asked(action, agent, tool, at, seq) values(?, ?, ?, ?, ?)",
            asked.action().value(),
            agent.id,
            asked.tool(),
            asked.question().askedAt().toEpochMilli(),
            facts.envelope().seq());
      } else if (event instanceof ApprovalEvent.Ended ended) {
        sql.change(
            "update asked set ended = ?, outcome = ?, seq = ? where action = ?",
            facts.envelope().at().toEpochMilli(),
            ended.how().name(),
            facts.envelope().seq(),
            ended.action().value());
      }
    }
  }

  /// The next one is the first.
  void clear() {
    lastId = 0;
  }

  void flush() throws SQLException {
    entry.executeBatch();
    words.executeBatch();
  }
}
