package dev.playloop.console.index;

import dev.playloop.console.index.IndexReads.Where;
import dev.playloop.console.row.Reach;
import dev.playloop.console.row.RunRow;
import dev.playloop.schemas.id.AgentPattern;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What lists of runs, costs and people's answers ask the index. Safe for all threads.
public final class RunReads {
  private final JournalIndex index;

  public RunReads(JournalIndex index) {
    this.index = index;
  }

  /// Which runs are asked for; what is null is not looked at.
  ///
  /// @param agents whose ids it takes
  /// @param before the place that the last page ended with
  @RecordBuilder
  public record RunQuery(
      @Nullable AgentPattern agents,
      @Nullable String agent,
      @Nullable String world,
      @Nullable String outcome,
      @Nullable String tool,
      Period period,
      @Nullable Before before,
      Reach reach,
      int limit) {}

  /// From when on, and up to when; null: without an end there.
  public record Period(@Nullable Instant since, @Nullable Instant until) {
    @Nullable Long from() {
      return since == null ? null : since.toEpochMilli();
    }

    @Nullable Long to() {
      return until == null ? null : until.toEpochMilli();
    }
  }

  /// A place in the list, which is ordered by when runs were opened, the newest first.
  public record Before(long opened, long id) {}

  /// A page, and where the next one begins; null where there is none.
  public record Page<T>(List<T> rows, @Nullable Before next) {
    public Page {
      rows = List.copyOf(rows);
    }
  }

  private record Numbered(long id, long opened, RunRow row) {}

  public Page<RunRow> runs(RunQuery query) throws InterruptedException {
    Where where = new Where();
    where.within(query.reach());
    where.fitting(query.agents());
    where.and("a.name = ?", query.agent());
    where.and("a.world = ?", query.world());
    if ("open".equals(query.outcome())) {
      where.and("r.closed is null", true);
    } else {
      where.and("r.outcome = ?", query.outcome());
    }
    where.and("exists(select 1 from entry e where e.run = r.id and e.tool = ?)", query.tool());
    where.and("r.opened >= ?", query.period().from());
    where.and("r.opened < ?", query.period().to());
    Before before = query.before();
    if (before != null) {
      where.and("(r.opened, r.id) < (?, ?)", before.opened());
      where.with(before.id());
    }
    List<Numbered> found =
        index.ask(sql ->
            sql.list(
                IndexRows.RUN
                    + where.text()
                    + " order by r.opened desc, r.id desc limit "
                    + (query.limit() + 1),
                where.values(),
                row -> new Numbered(row.getLong("id"), row.getLong("opened"), IndexRows.run(row))));
    boolean more = found.size() > query.limit();
    List<Numbered> shown = more ? found.subList(0, query.limit()) : found;
    Numbered last = more ? shown.getLast() : null;
    return new Page<>(
        shown.stream().map(Numbered::row).toList(),
        last == null ? null : new Before(last.opened(), last.id()));
  }

  public @Nullable RunRow run(String name) throws InterruptedException {
    return index.ask(
        sql -> sql.one(IndexRows.RUN + "where r.name = ?", List.of(name), IndexRows::run));
  }

  /// The number of the entry that opened that turn of a run: the decision's own, of the newest
  /// decision of it, where it is decided; null where nobody has.
  public @Nullable Long decided(String run, int turn) throws InterruptedException {
    return index.ask(sql ->
        sql.one(
            "select seq from answer where run = ? and turn = ? order by id desc limit 1",
            List.of(run, turn),
            row -> row.getLong(1)));
  }

  /// How many were asked for a tool's writes, and what came of it.
  @RecordBuilder
  public record History(
      long asked, long approved, long rejected, long expired, long edited, List<Last> last) {
    public History {
      last = List.copyOf(last);
    }
  }

  /// One of them; `seq` is the entry that ended it.
  public record Last(String agent, String action, Instant at, @Nullable String how, long seq) {}

  /// Of the agents within reach alone.
  public History history(String tool, Reach reach) throws InterruptedException {
    Where where = new Where();
    where.and("q.tool = ?", tool);
    where.within(reach);
    String asked = " from asked q join agent a on a.id = q.agent" + where.text();
    return index.ask(sql -> {
      List<Last> last =
          sql.list(
              "select a.name, q.action, q.at, q.outcome, q.seq"
                  + asked
                  + " order by q.at desc limit 20",
              where.values(),
              row ->
                  new Last(
                      row.getString(1),
                      row.getString(2),
                      Instant.ofEpochMilli(row.getLong(3)),
                      row.getString(4),
                      row.getLong(5)));
      Map<String, Long> ended = new HashMap<>();
      sql.list(
          "select coalesce(q.outcome, ''), count(*)" + asked + " group by 1",
          where.values(),
          row -> ended.put(row.getString(1), row.getLong(2)));
      return RunReadsHistoryBuilder.builder()
          .asked(ended.values().stream().mapToLong(Long::longValue).sum())
          .approved(ended.getOrDefault("APPROVED", 0L))
          .rejected(ended.getOrDefault("DENIED", 0L))
          .expired(ended.getOrDefault("EXPIRED", 0L))
          .edited(ended.getOrDefault("EDITED", 0L))
          .last(last)
          .build();
    });
  }
}
