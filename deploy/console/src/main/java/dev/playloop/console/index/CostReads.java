package dev.playloop.console.index;

import dev.playloop.console.index.IndexReads.Where;
import dev.playloop.console.index.RunReads.Period;
import dev.playloop.console.row.Reach;
import dev.playloop.schemas.id.AgentPattern;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What was spent, as models' answers in the index say. Safe for all threads.
public final class CostReads {
  private static final int MOST = 1_000;

  private final JournalIndex index;

  public CostReads(JournalIndex index) {
    this.index = index;
  }

  /// What sums are made by.
  public enum By {
    AGENT("a.name"),
    MODEL("coalesce(w.model, '')"),
    WORLD("a.world"),
    DAY("date(w.at / 1000, 'unixepoch')");

    private final String column;

    By(String column) {
      this.column = column;
    }
  }

  /// What one of them spent.
  @RecordBuilder
  public record CostRow(
      String key,
      long calls,
      long promptTokens,
      long completionTokens,
      long cachedTokens,
      String costUsd) {}

  /// Whose spending is asked for.
  ///
  /// @param agents whose ids it takes; null: all
  public record Whose(@Nullable AgentPattern agents, Reach reach) {}

  /// At most a thousand rows, what cost most first, days from the first to the last.
  public List<CostRow> by(By by, Period period, Whose whose) throws InterruptedException {
    return rows(by.column, period, whose, by == By.DAY ? "1" : "cost desc, 1");
  }

  public CostRow total(Period period, Whose whose) throws InterruptedException {
    return rows("'all'", period, whose, "1").stream()
        .findFirst()
        .orElseGet(() -> CostReadsCostRowBuilder.builder().key("all").costUsd("0").build());
  }

  private List<CostRow> rows(String key, Period period, Whose whose, String order)
      throws InterruptedException {
    Where where = new Where();
    where.and("w.at >= ?", period.from());
    where.and("w.at < ?", period.to());
    where.fitting(whose.agents());
    where.within(whose.reach());
    return index.ask(sql ->
        sql.list(
            "select "
                + key
                + " as key, sum(w.calls) as calls, sum(w.prompt) as prompt, sum(w.completion) as"
                + " completion, sum(w.cached) as cached, sum(w.cost) as cost from answer w join agent"
                + " a on a.id = w.agent"
                + where.text()
                + " group by 1 order by "
                + order
                + " limit "
                + MOST,
            where.values(),
            CostReads::row));
  }

  private static CostRow row(ResultSet row) throws SQLException {
    return CostReadsCostRowBuilder.builder()
        .key(String.valueOf(row.getString("key")))
        .calls(row.getLong("calls"))
        .promptTokens(row.getLong("prompt"))
        .completionTokens(row.getLong("completion"))
        .cachedTokens(row.getLong("cached"))
        .costUsd(Usd.text(row.getLong("cost")))
        .build();
  }

  /// A day's cap of one agent, and what it spent of it.
  public record Cap(String scope, String usdPerDay, String spentUsd) {}

  /// Those nearest to their caps.
  public List<Cap> caps(Period today, Reach reach, int limit) throws InterruptedException {
    Long from = today.from();
    Where where = new Where();
    where.with(from == null ? 0L : from);
    where.and("a.cap is not null and a.gone = 0", true);
    where.within(reach);
    return index.ask(sql ->
        sql.list(
            "select a.name, a.cap, coalesce((select sum(w.cost) from answer w where w.agent = a.id"
                + " and w.at >= ?), 0) as spent from agent a"
                + where.text()
                + " order by 1.0 * spent / max(1, a.cap) desc, a.name limit "
                + limit,
            where.values(),
            row -> new Cap(row.getString(1), Usd.text(row.getLong(2)), Usd.text(row.getLong(3)))));
  }
}
