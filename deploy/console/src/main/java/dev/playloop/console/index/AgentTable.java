package dev.playloop.console.index;

import dev.playloop.console.index.AgentTrack.Stage;
import dev.playloop.journal.ChainHead;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.schemas.id.AgentId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The table of agents as it is written: each is read once, and kept. One thread's.
final class AgentTable {
  private final Sql sql;
  private final JournalVerifier verifier;
  private final Map<AgentId, AgentTrack> tracks = new HashMap<>();
  private long lastId;

  AgentTable(Sql sql, JournalVerifier verifier) {
    this.sql = sql;
    this.verifier = verifier;
    this.lastId = sql.number("select max(id) from agent");
  }

  /// @param archived whether its chain may begin anywhere, as where what came before was archived
  AgentTrack of(AgentId agent, boolean archived) {
    AgentTrack known = tracks.get(agent);
    if (known == null) {
      known =
          sql.one(
              "select * from agent where name = ?",
              List.of(agent.value()),
              row -> read(agent, row));
      if (known == null) {
        known =
            new AgentTrack(
                ++lastId, agent, verifier.begin(agent, archived ? null : ChainHead.START));
        insert(known);
      }
      tracks.put(agent, known);
    }
    return known;
  }

  void clear() {
    tracks.clear();
    lastId = 0;
  }

  private AgentTrack read(AgentId agent, ResultSet row) throws SQLException {
    String hash = row.getString("head_hash");
    ChainHead head = hash == null ? ChainHead.START : new ChainHead(row.getLong("head_seq"), hash);
    AgentTrack track = new AgentTrack(row.getLong("id"), agent, verifier.begin(agent, head));
    track.stage = Stage.valueOf(row.getString("stage"));
    track.since = Sql.number(row, "since");
    track.first = row.getLong("first");
    track.seq = row.getLong("seq");
    track.at = row.getLong("at");
    track.run = row.getString("run");
    track.parked = row.getString("parked");
    track.paused = row.getBoolean("paused");
    track.quarantined = row.getBoolean("quarantined");
    track.gone = row.getBoolean("gone");
    track.asked = row.getLong("asked");
    track.runCount = row.getLong("runs");
    track.cost = row.getLong("cost");
    track.words = Sql.number(row, "words");
    track.cap = Sql.number(row, "cap");
    track.findings = row.getLong("findings");
    return track;
  }

  private void insert(AgentTrack track) {
    sql.change(
        "insert into agent(id, name, world, state, seq, at, paused, quarantined, gone, asked,"
            + " stage, runs, cost, findings, first) values(?, ?, ?, 'idle', -1, 0, 0, 0, 0, 0,"
            + " 'IDLE', 0, 0, 0, 0)",
        track.id,
        track.agent.value(),
        track.agent.world());
  }

  void write(AgentTrack track) {
    ChainHead head = track.chain.head();
    sql.change(
        "update agent set state = ?, since = ?, seq = ?, at = ?, run = ?, parked = ?, paused = ?,"
            + " quarantined = ?, gone = ?, asked = ?, stage = ?, runs = ?, cost = ?, words = ?,"
            + " cap = ?, head_seq = ?, head_hash = ?, findings = ?, first = ? where id = ?",
        track.state(),
        track.since,
        track.seq,
        track.at,
        track.run,
        track.parked,
        track.paused,
        track.quarantined,
        track.gone,
        track.asked,
        track.stage.name(),
        track.runCount,
        track.cost,
        track.words,
        track.cap,
        head == null ? null : head.seq(),
        head == null ? null : head.previous(),
        track.findings,
        track.first,
        track.id);
    track.changed = false;
  }
}
