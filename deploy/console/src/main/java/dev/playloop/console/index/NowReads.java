package dev.playloop.console.index;

import dev.playloop.console.index.IndexReads.Where;
import dev.playloop.console.row.AgentRow;
import dev.playloop.console.row.Reach;
import dev.playloop.operator.Letter;
import dev.playloop.operator.LetterBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What a look at everything asks the index, and what a search does. Safe for all threads.
public final class NowReads {
  private final JournalIndex index;

  public NowReads(JournalIndex index) {
    this.index = index;
  }

  /// How many agents are at what; those that are gone are none.
  public Map<String, Long> states(CostReads.Whose whose) throws InterruptedException {
    Where where = new Where();
    where.and("a.gone = 0", true);
    where.fitting(whose.agents());
    where.within(whose.reach());
    return index.ask(sql -> {
      Map<String, Long> states = new TreeMap<>();
      record Count(String state, long agents) {}
      sql.list(
              "select a.state, count(*) from agent a" + where.text() + " group by a.state",
              where.values(),
              row -> new Count(row.getString(1), row.getLong(2)))
          .forEach(count -> states.put(count.state(), count.agents()));
      return states;
    });
  }

  /// Who has been at something longest; null where nobody is at anything.
  public @Nullable AgentRow oldest(CostReads.Whose whose) throws InterruptedException {
    Where where = new Where();
    where.and("a.state in ('thinking', 'acting', 'waiting') and a.since is not null", true);
    where.fitting(whose.agents());
    where.within(whose.reach());
    return index.ask(sql ->
        sql.one(
            "select * from agent a" + where.text() + " order by a.since limit 1",
            where.values(),
            IndexRows::agent));
  }

  /// How many worlds have agents, and how many each.
  public Map<String, Long> worlds(Reach reach) throws InterruptedException {
    Where where = new Where();
    where.and("a.gone = 0", true);
    where.within(reach);
    return index.ask(sql -> {
      Map<String, Long> worlds = new TreeMap<>();
      record Count(String world, long agents) {}
      sql.list(
              "select a.world, count(*) from agent a" + where.text() + " group by a.world",
              where.values(),
              row -> new Count(row.getString(1), row.getLong(2)))
          .forEach(count -> worlds.put(count.world(), count.agents()));
      return worlds;
    });
  }

  /// The questions that are open, by the agents that ask.
  public long asked() throws InterruptedException {
    return index.ask(sql -> sql.number("select sum(asked) from agent where gone = 0"));
  }

  /// Letters of one fault.
  public record Cause(String cause, long count, Instant oldest, Instant newest) {}

  /// The faults, the most letters first.
  public List<Cause> causes() throws InterruptedException {
    return index.ask(sql ->
        sql.list(
            "select cause, count(*), min(at), max(at) from letter group by cause order by 2 desc, 1"
                + " limit 200",
            List.of(),
            row ->
                new Cause(
                    row.getString(1),
                    row.getLong(2),
                    Instant.ofEpochMilli(row.getLong(3)),
                    Instant.ofEpochMilli(row.getLong(4)))));
  }

  /// Which letters are asked for; what is null is not looked at. `skip` so many of the newest.
  public record LetterQuery(
      @Nullable String cause, @Nullable String role, @Nullable String topic, int skip, int limit) {}

  /// The newest first.
  public List<Letter> letters(LetterQuery query) throws InterruptedException {
    Where where = new Where();
    where.and("cause = ?", query.cause());
    where.and("role = ?", query.role());
    where.and("topic = ?", query.topic());
    return index.ask(sql ->
        sql.list(
            "select * from letter"
                + where.text()
                + " order by at desc, part, off limit "
                + query.limit()
                + " offset "
                + query.skip(),
            where.values(),
            row ->
                LetterBuilder.builder()
                    .id(row.getInt("part") + ":" + row.getLong("off"))
                    .at(Instant.ofEpochMilli(row.getLong("at")))
                    .role(row.getString("role"))
                    .topic(row.getString("topic"))
                    .partition(row.getInt("from_part"))
                    .offset(row.getLong("from_off"))
                    .cause(row.getString("cause"))
                    .build()));
  }

  /// Whose entries are looked for: one agent's, where it is named.
  public record Whose(@Nullable String agent, Reach reach) {}

  /// Entries that have all of these words, the newest first, before the entry `before`.
  ///
  /// @param words as somebody typed them: each is looked for as it stands
  public List<Hit> search(String words, Whose whose, long before, int limit)
      throws InterruptedException {
    String phrases = phrases(words);
    if (phrases.isEmpty()) {
      return List.of();
    }
    Where where = new Where();
    where.and("e.id in (select rowid from words where words match ?)", phrases);
    where.and("a.name = ?", whose.agent());
    where.within(whose.reach());
    where.and("e.id < ?", before);
    return index.ask(sql ->
        sql.list(
            IndexRows.ENTRY.replace("select ", "select e.id as number, ")
                + where.text()
                + " order by e.id desc limit "
                + limit,
            where.values(),
            row -> new Hit(row.getLong("number"), IndexRows.spot(row))));
  }

  /// An entry that was found, and its number in the index.
  public record Hit(long number, Spot spot) {}

  /// Each word in quotes, so that nothing in it is the query language's; the last one may go on.
  static String phrases(String words) {
    List<String> phrases = new ArrayList<>();
    for (String word : words.strip().split("\\s+", 17)) {
      if (word.chars().anyMatch(Character::isLetterOrDigit) && phrases.size() < 16) {
        phrases.add("\"" + word.replace("\"", "\"\"").replace('\0', ' ') + "\"");
      }
    }
    return String.join(" ", phrases);
  }
}
