package dev.playloop.console.index;

import dev.playloop.loop.state.Input;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.RunId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The tables of runs and of models' answers as they are written. Holds the runs that are open, and
/// those that the transaction under way closed. One thread's.
final class RunTable {
  private static final String BETWEEN = "\n";

  private final Sql sql;
  private final WaitingTable waiting;
  private long lastId;

  /// Those that have changed, and whose they are.
  private final Map<RunTrack, AgentTrack> changed = new LinkedHashMap<>();

  RunTable(Sql sql) {
    this.sql = sql;
    this.waiting = new WaitingTable(sql);
    this.lastId = sql.number("select max(id) from run");
  }

  /// Brings what an entry says of runs; returns the run it belongs to: the one that it names, else
  /// the one that the agent is at. Call behind [AgentTrack#take].
  @Nullable RunTrack take(AgentTrack agent, EntryFacts facts) {
    long seq = facts.envelope().seq();
    RunTrack own = null;
    waiting.take(agent, facts);
    for (LoopEvent event : facts.events()) {
      switch (event) {
        case LoopEvent.RunOpened opened -> {
          RunTrack run = open(agent, opened, facts);
          own = own == null ? run : own;
        }
        case LoopEvent.RunClosed closed -> own = close(agent, closed, seq);
        case ApprovalEvent.RunResumed resumed -> own = find(agent, resumed.run().value());
        default -> {
          // Says nothing of a run's row.
        }
      }
    }
    RunId named = facts.run();
    RunTrack run = named == null ? own : find(agent, named.value());
    if (run == null && named == null && agent.run != null) {
      run = find(agent, agent.run);
    }
    if (run != null) {
      run.last = Math.max(run.last, seq);
      count(agent, run, facts);
      changed.put(run, agent);
    }
    return run;
  }

  private RunTrack open(AgentTrack agent, LoopEvent.RunOpened opened, EntryFacts facts) {
    RunTrack run = new RunTrack(++lastId, opened.run().value(), agent.id);
    run.trigger = opened.trigger();
    run.kind = opened.kind();
    run.opened = facts.envelope().at().toEpochMilli();
    run.first = facts.envelope().seq();
    run.last = run.first;
    run.arrived = waiting.opened(run, facts);
    agent.runs.put(run.name, run);
    sql.change(
        "insert or ignore into run(id, name, agent, trig, kind, opened, turns, actions, failed,"
            + " prompt, completion, cost, arrived, first, last) values(?, ?, ?, ?, ?, ?, 0, 0, 0, 0,"
            + " 0, 0, ?, ?, ?)",
        run.id,
        run.name,
        run.agent,
        run.trigger,
        run.kind,
        run.opened,
        run.arrived,
        run.first,
        run.last);
    changed.put(run, agent);
    return run;
  }

  private @Nullable RunTrack close(AgentTrack agent, LoopEvent.RunClosed closed, long seq) {
    RunTrack run = find(agent, closed.run().value());
    if (run != null) {
      run.closed = closed.closedAt().toEpochMilli();
      run.outcome = closed.outcome().name();
      run.turns = closed.turns();
      run.actions = closed.actions().size();
      run.failed =
          closed.actions().stream()
              .filter(one -> one.status() != ActionResult.Status.DONE)
              .filter(one -> one.status() != ActionResult.Status.SKIPPED)
              .count();
      run.cost = Usd.pico(closed.costUsd());
      run.last = seq;
      changed.put(run, agent);
    }
    return run;
  }

  private @Nullable RunTrack find(AgentTrack agent, String name) {
    RunTrack known = agent.runs.get(name);
    if (known == null) {
      known = sql.one("select * from run where name = ?", List.of(name), RunTable::read);
      if (known != null) {
        agent.runs.put(name, known);
      }
    }
    return known;
  }

  private static RunTrack read(ResultSet row) throws SQLException {
    RunTrack run = new RunTrack(row.getLong("id"), row.getString("name"), row.getLong("agent"));
    run.trigger = row.getString("trig");
    run.kind = row.getString("kind");
    run.opened = row.getLong("opened");
    run.closed = Sql.number(row, "closed");
    run.outcome = row.getString("outcome");
    run.turns = row.getLong("turns");
    run.actions = row.getLong("actions");
    run.failed = row.getLong("failed");
    run.prompt = row.getLong("prompt");
    run.completion = row.getLong("completion");
    run.cost = row.getLong("cost");
    run.arrived = row.getLong("arrived");
    run.first = row.getLong("first");
    run.last = row.getLong("last");
    return run;
  }

  private void count(AgentTrack agent, RunTrack run, EntryFacts facts) {
    switch (facts.input()) {
      case Input.DecisionMade(_, _, Decision decision) -> {
        long cost = Usd.pico(decision.costUsd());
        Decision.Usage usage = decision.usage();
        if (usage != null) {
          run.prompt += usage.input();
          run.completion += usage.output();
        }
        agent.cost += cost;
        if (run.closed == null) {
          run.turns = Math.max(run.turns, decision.turn().number());
          run.cost += cost;
        }
        answer(run, decision, facts);
      }
      case Input.ActionDone done -> {
        if (run.closed == null) {
          run.actions++;
          run.failed += failed(done.result().status()) ? 1 : 0;
        }
      }
      case null, default -> {
        // Costs nothing and does nothing.
      }
    }
  }

  private static boolean failed(ActionResult.Status status) {
    return status != ActionResult.Status.DONE && status != ActionResult.Status.SKIPPED;
  }

  private void answer(RunTrack run, Decision decision, EntryFacts facts) {
    Decision.Usage usage =
        decision.usage() == null ? new Decision.Usage(0, 0, 0, 0) : decision.usage();
    sql.change(
        "insert into answer(agent, run, turn, seq, at, model, calls, prompt, cached, completion,"
            + " cost, tools) values(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        run.agent,
        run.name,
        decision.turn().number(),
        facts.envelope().seq(),
        facts.envelope().at().toEpochMilli(),
        decision.model(),
        decision.attempts(),
        usage.input(),
        usage.cached(),
        usage.output(),
        Usd.pico(decision.costUsd()),
        String.join(BETWEEN, facts.calls()));
  }

  /// The tool of an action that a model asked for; null where nobody knows it.
  @Nullable String tool(AgentTrack agent, String action) {
    ActionId id = new ActionId(action);
    String names =
        sql.one(
            "select tools from answer where run = ? and turn = ? order by id desc limit 1",
            List.of(id.run().value(), id.turn().number()),
            row -> String.valueOf(row.getString(1)));
    List<String> tools = names == null ? List.of() : List.of(names.split(BETWEEN, -1));
    return id.number() <= tools.size() && !tools.get(id.number() - 1).isEmpty()
        ? tools.get(id.number() - 1)
        : null;
  }

  /// The next one is the first.
  void clear() {
    changed.clear();
    lastId = 0;
  }

  /// Writes what has changed, and lets go of the runs that are closed.
  void write() {
    changed.forEach((run, agent) -> {
      sql.change(
          "update run set closed = ?, outcome = ?, turns = ?, actions = ?, failed = ?, prompt = ?,"
              + " completion = ?, cost = ?, last = ? where id = ?",
          run.closed,
          run.outcome,
          run.turns,
          run.actions,
          run.failed,
          run.prompt,
          run.completion,
          run.cost,
          run.last,
          run.id);
      if (run.closed != null) {
        agent.runs.remove(run.name);
      }
    });
    changed.clear();
  }
}
