package dev.playloop.console.index;

import dev.playloop.loop.state.Input;
import dev.playloop.schemas.event.LoopEvent;
import java.util.List;

/// With which entries triggers came that wait for their runs: what a run is about stands there, and
/// not where it opens. As many as the loop lets wait. One thread's.
final class WaitingTable {
  private final Sql sql;

  WaitingTable(Sql sql) {
    this.sql = sql;
  }

  /// Brings what an entry says of those that wait, those that it opens a run for aside.
  void take(AgentTrack agent, EntryFacts facts) {
    String came = facts.input() instanceof Input.TriggerArrived now ? now.trigger().id() : null;
    boolean waits = came != null;
    for (LoopEvent event : facts.events()) {
      switch (event) {
        case LoopEvent.TriggerDropped dropped -> {
          if (dropped.trigger().equals(came)) {
            waits = false; // and one of its id that came before goes on waiting
          } else {
            remove(agent.id, dropped.trigger());
          }
        }
        case LoopEvent.TriggerJoined joined -> {
          waits &= !joined.trigger().equals(came);
          remove(agent.id, joined.trigger());
        }
        case LoopEvent.RunOpened opened -> waits &= !opened.trigger().equals(came);
        default -> {
          // Says nothing of who waits.
        }
      }
    }
    if (came != null && waits) {
      sql.change(
          "insert or replace into waiting(agent, trig, seq) values(?, ?, ?)",
          agent.id,
          came,
          facts.envelope().seq());
    }
  }

  private void remove(long agent, String trigger) {
    sql.change("delete from waiting where agent = ? and trig = ?", agent, trigger);
  }

  /// The number of the entry with the trigger of a run that opens in this one.
  long opened(RunTrack run, EntryFacts facts) {
    Long waited =
        sql.one(
            "select seq from waiting where agent = ? and trig = ?",
            List.of(run.agent, run.trigger),
            row -> row.getLong(1));
    if (waited == null) {
      return facts.envelope().seq();
    }
    remove(run.agent, run.trigger);
    return waited;
  }
}
