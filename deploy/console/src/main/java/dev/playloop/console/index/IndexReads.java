package dev.playloop.console.index;

import dev.playloop.console.row.AgentRow;
import dev.playloop.console.row.EntryRow;
import dev.playloop.console.row.Reach;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.AgentPattern;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What lists and slider ask the index. Everything is bounded by a limit that the caller has
/// checked. Safe for all threads; waits where [JournalIndex#READERS] others ask.
public final class IndexReads {
  private final JournalIndex index;

  public IndexReads(JournalIndex index) {
    this.index = index;
  }

  /// How many entries there are.
  public long entries() throws InterruptedException {
    return index.ask(sql -> sql.number("select max(id) from entry"));
  }

  /// Agents whose name has that in it, by name, behind `after`.
  public List<AgentRow> agents(AgentQuery query) throws InterruptedException {
    Where where = new Where();
    where.and("a.name > ?", query.after());
    where.and("instr(a.name, ?) > 0", query.text());
    where.fitting(query.only());
    where.and("a.world = ?", query.world());
    where.and("a.state = ?", query.state());
    where.and("a.gone = 0", query.state() == null);
    where.within(query.reach());
    return index.ask(sql ->
        sql
            .list(
                "select * from agent a" + where.text() + " order by a.name limit " + query.limit(),
                where.values(),
                IndexRows::agent)
            .stream()
            .map(row -> row.with().words(index.spoken().of(row.agent())).build())
            .toList());
  }

  /// Which agents are asked for; what is null is not looked at.
  ///
  /// @param text what stands in their names
  /// @param only whose ids it takes
  /// @param after the name that the last page ended with
  /// @param reach whose agents may be seen
  @RecordBuilder
  public record AgentQuery(
      @Nullable String text,
      @Nullable AgentPattern only,
      @Nullable String world,
      @Nullable String state,
      @Nullable String after,
      Reach reach,
      int limit) {}

  public @Nullable AgentRow agent(AgentId agent) throws InterruptedException {
    AgentRow row =
        index.ask(sql ->
            sql.one(
                "select * from agent where name = ?", List.of(agent.value()), IndexRows::agent));
    return row == null ? null : row.with().words(index.spoken().of(row.agent())).build();
  }

  /// Entries of an agent, or of one of its runs, from a number on.
  public List<EntryRow> entries(AgentId agent, @Nullable String run, long from, int limit)
      throws InterruptedException {
    Where where = new Where();
    where.and("a.name = ?", agent.value());
    where.and("r.name = ?", run);
    where.and("e.seq >= ?", from);
    return index.ask(sql ->
        sql.list(
            IndexRows.ENTRY + where.text() + " order by e.seq, e.id limit " + limit,
            where.values(),
            IndexRows::entry));
  }

  /// The first and the last number of an agent's entries, or of a run's; null where it has none.
  public @Nullable Bounds bounds(AgentId agent, @Nullable String run) throws InterruptedException {
    record Ends(@Nullable Long first, @Nullable Long last) {}
    Where where = new Where();
    where.and("a.name = ?", agent.value());
    where.and("r.name = ?", run);
    Ends ends =
        index.ask(sql ->
            sql.one(
                "select min(e.seq) as lowest, max(e.seq) as highest from entry e join agent a on a.id ="
                    + " e.agent left join run r on r.id = e.run"
                    + where.text(),
                where.values(),
                row -> new Ends(Sql.number(row, "lowest"), Sql.number(row, "highest"))));
    return ends == null || ends.first() == null || ends.last() == null
        ? null
        : new Bounds(ends.first(), ends.last());
  }

  /// Numbers of entries, both with them.
  public record Bounds(long first, long last) {}

  /// The entry of that number; of several that say so the first on the log.
  public @Nullable Spot spot(AgentId agent, long seq) throws InterruptedException {
    return spot("a.name = ? and e.seq = ?", "e.id", agent.value(), seq);
  }

  /// The entry of that number which lies no further than there; of several the last.
  public @Nullable Spot spot(AgentId agent, long seq, int partition, long offset)
      throws InterruptedException {
    return index.ask(sql ->
        sql.one(
            IndexRows.ENTRY
                + "where a.name = ? and e.seq = ? and e.part = ? and e.off <= ? order by e.off desc"
                + " limit 1",
            List.of(agent.value(), seq, partition, offset),
            IndexRows::spot));
  }

  /// How far a reading goes.
  public StrideReads strides() {
    return new StrideReads(index);
  }

  /// The last entry up to that time.
  public @Nullable Spot upTo(AgentId agent, Instant time) throws InterruptedException {
    return spot("a.name = ? and e.at <= ?", "e.id desc", agent.value(), time.toEpochMilli());
  }

  /// The first entry.
  public @Nullable Spot first(AgentId agent) throws InterruptedException {
    return ended("e.seq = a.first", "e.id", agent);
  }

  /// The newest entry.
  public @Nullable Spot last(AgentId agent) throws InterruptedException {
    return ended("e.seq = a.seq", "e.id desc", agent);
  }

  /// By what is kept of the agent: looking for it would go through all of its entries.
  private @Nullable Spot ended(String where, String order, AgentId agent)
      throws InterruptedException {
    return index.ask(sql ->
        sql.one(
            IndexRows.ENTRY + "where a.name = ? and " + where + " order by " + order + " limit 1",
            List.of(agent.value()),
            IndexRows::spot));
  }

  /// The entry of that number, or where there is none the next one before it.
  public @Nullable Spot upTo(AgentId agent, long seq) throws InterruptedException {
    return spot("a.name = ? and e.seq <= ?", "e.seq desc, e.id", agent.value(), seq);
  }

  /// The nearest whole state that an agent's folding can begin with, up to that entry.
  public @Nullable Spot snapshot(AgentId agent, long seq) throws InterruptedException {
    return spot(
        "a.name = ? and e.seq <= ? and e.flags & 4 <> 0 and e.flags & 1 <> 0",
        "e.seq desc",
        agent.value(),
        seq);
  }

  /// The newest entry before that one that holds a view.
  public @Nullable Spot saw(AgentId agent, long seq) throws InterruptedException {
    return spot("a.name = ? and e.seq < ? and e.flags & 2 <> 0", "e.seq desc", agent.value(), seq);
  }

  /// The entries by which an agent's config became another: the newest so many, in their order.
  public List<Spot> configs(AgentId agent, int limit) throws InterruptedException {
    return index.ask(sql ->
        sql.list(
                IndexRows.ENTRY
                    + "where a.name = ? and e.kind in ('config-changed', 'config-removed') order by"
                    + " e.id desc limit "
                    + limit,
                List.of(agent.value()),
                IndexRows::spot)
            .reversed());
  }

  private @Nullable Spot spot(String where, String order, String agent, long value)
      throws InterruptedException {
    return index.ask(sql ->
        sql.one(
            IndexRows.ENTRY + "where " + where + " order by " + order + " limit 1",
            List.of(agent, value),
            IndexRows::spot));
  }

  /// Where an agent's chain ends.
  public record Head(String agent, long seq, String hash) {}

  /// The first so many, by agent.
  public List<Head> heads(int limit) throws InterruptedException {
    return index.ask(sql ->
        sql.list(
            "select name, head_seq, head_hash from agent where head_hash is not null order by name"
                + " limit "
                + limit,
            List.of(),
            row -> new Head(row.getString(1), row.getLong(2), row.getString(3))));
  }

  /// How many differences were found in an agent's entries before that one.
  public long findingsBefore(AgentId agent, long seq) throws InterruptedException {
    return index.ask(sql ->
        sql.number(
            "select count(*) from finding where agent = ? and seq < ? and seq >= 0",
            agent.value(),
            seq));
  }

  /// What was found in that entry.
  public List<Found> findings(AgentId agent, long seq) throws InterruptedException {
    return index.ask(sql ->
        sql.list(
            "select seq, detail from finding where agent = ? and seq = ? order by id limit 100",
            List.of(agent.value(), seq),
            row -> new Found(row.getLong(1), String.valueOf(row.getString(2)))));
  }

  /// A difference, in words.
  public record Found(long seq, String detail) {}

  /// What stands behind a list's `where`: columns of ours, and values that are bound.
  static final class Where {
    /// Only of agents that are within reach.
    void within(Reach reach) {
      if (!reach.all()) {
        List<String> any = new ArrayList<>();
        reach
            .worlds()
            .forEach(world -> {
              any.add("a.world = ?");
              values.add(world);
            });
        reach
            .agents()
            .forEach(agent -> {
              any.add("a.name = ?");
              values.add(agent);
            });
        parts.add(any.isEmpty() ? "1 = 0" : "(" + String.join(" or ", any) + ")");
      }
    }

    /// Only of agents that it takes, where there is one: SQLite's `glob` reads it alike, since no
    /// pattern has brackets.
    void fitting(@Nullable AgentPattern agents) {
      and("a.name glob ?", agents == null ? null : agents.value());
    }

    private final List<String> parts = new ArrayList<>();
    private final List<Object> values = new ArrayList<>();

    /// Only where there is a value to compare with.
    void and(String part, @Nullable Object value) {
      if (value != null) {
        parts.add(part);
        values.add(value);
      }
    }

    void and(String part, boolean wanted) {
      if (wanted) {
        parts.add(part);
      }
    }

    void with(Object value) {
      values.add(value);
    }

    String text() {
      return parts.isEmpty() ? " " : " where " + String.join(" and ", parts);
    }

    List<Object> values() {
      return values;
    }
  }
}
