package dev.playloop.console.index;

import dev.playloop.console.index.IndexReads.Where;
import dev.playloop.console.row.AgentRow;
import dev.playloop.console.row.EntryRow;
import dev.playloop.console.row.LetterRow;
import dev.playloop.console.row.Reach;
import dev.playloop.console.row.RunRow;
import dev.playloop.console.veil.VeiledPlaces;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What came into the index behind a place in it, in the order in which it came. Whoever keeps the
/// place that is given back gets each entry once, over any number of readings, and over a restart:
/// numbers are written with the entries, in one transaction. Safe for all threads.
public final class NewsReads {
  /// Most entries, and letters, of one reading.
  public static final int MOST = 500;

  private final JournalIndex index;

  public NewsReads(JournalIndex index) {
    this.index = index;
  }

  /// Of which index: another one where it was made anew.
  private static String made(Sql sql) {
    return Objects.requireNonNull(
        sql.one(
            "select value from meta where name = 'made'",
            List.of(),
            row -> String.valueOf(row.getString(1))));
  }

  private VeiledPlaces places() {
    return index.places("place");
  }

  /// A place in this index: behind so many entries and dead letters.
  ///
  /// @param made of which index
  public record Place(String made, long entry, long letter) {
    private static final int PARTS = 3;

    /// Null where this is none.
    public static @Nullable Place parse(String text) {
      String[] parts = text.split("-", PARTS + 1);
      try {
        return parts.length == PARTS
            ? new Place(parts[0], Long.parseLong(parts[1]), Long.parseLong(parts[2]))
            : null;
      } catch (NumberFormatException e) {
        return null;
      }
    }

    @Override
    public String toString() {
      return made + "-" + entry + "-" + letter;
    }
  }

  /// A place as whoever has that reach is told it.
  public String tell(Place place, Reach reach) {
    return places().tell(place.toString(), reach.all());
  }

  /// The place that such a reader brings; null where it is none that it was told.
  public @Nullable Place heard(String said, Reach reach) {
    String place = places().heard(said, reach.all());
    return place == null ? null : Place.parse(place);
  }

  /// Behind all that is there now.
  public Place now() throws InterruptedException {
    return index.ask(sql ->
        new Place(
            made(sql),
            sql.number("select max(id) from entry"),
            sql.number("select max(id) from letter")));
  }

  /// How many there are up to a place.
  ///
  /// @param letters none for whoever does not see all
  public record Counts(long entries, long letters) {}

  /// How much lies before that place: of the entries, those of agents within reach.
  public Counts counts(Place place, Reach reach) throws InterruptedException {
    Where where = new Where();
    where.within(reach);
    where.and("e.id <= ?", place.entry());
    return index.ask(sql -> {
      long entries =
          reach.all()
              ? place.entry() // they are numbered from 1, without a gap
              : sql.number(
                  "select count(*) from entry e join agent a on a.id = e.agent" + where.text(),
                  where.values().toArray());
      return new Counts(
          entries,
          reach.all()
              ? sql.number("select count(*) from letter where id <= ?", place.letter())
              : 0);
    });
  }

  /// Whether that place is one of this index, and not of one that was made anew.
  public boolean knows(Place place) throws InterruptedException {
    Place now = now();
    return place.made().equals(now.made())
        && place.entry() >= 0
        && place.entry() <= now.entry()
        && place.letter() >= 0
        && place.letter() <= now.letter();
  }

  /// What came, and the place behind it.
  ///
  /// @param runs of the entries, as they are now; and so are the agents
  public record News(
      List<EntryRow> entries,
      List<RunRow> runs,
      List<AgentRow> agents,
      List<LetterRow> letters,
      Place next) {
    public News {
      entries = List.copyOf(entries);
      runs = List.copyOf(runs);
      agents = List.copyOf(agents);
      letters = List.copyOf(letters);
    }

    public boolean isEmpty() {
      return entries.isEmpty() && letters.isEmpty();
    }
  }

  private record Numbered<T>(long id, T row) {}

  /// What came behind that place, of agents within reach; at most [#MOST] entries and letters.
  public News behind(Place place, Reach reach) throws InterruptedException {
    return index.ask(sql -> {
      List<Numbered<EntryRow>> entries =
          sql.list(
              IndexRows.ENTRY.replace("select ", "select e.id as number, ")
                  + "where e.id > ? order by e.id limit "
                  + MOST,
              List.of(place.entry()),
              row -> new Numbered<>(row.getLong("number"), IndexRows.entry(row)));
      List<Numbered<LetterRow>> letters =
          sql.list(
              "select id, part, off, cause, at from letter where id > ? order by id limit " + MOST,
              List.of(place.letter()),
              row ->
                  new Numbered<>(
                      row.getLong(1),
                      new LetterRow(
                          row.getInt(2) + ":" + row.getLong(3),
                          row.getString(4),
                          Instant.ofEpochMilli(row.getLong(5)))));
      List<EntryRow> seen =
          entries.stream()
              .map(Numbered::row)
              .filter(row -> reach.reaches(row.agent()))
              .map(row -> row.seenBy(reach))
              .toList();
      return new News(
          seen,
          runs(sql, seen),
          agents(sql, seen),
          letters.stream().map(Numbered::row).toList(),
          new Place(
              made(sql),
              entries.isEmpty() ? place.entry() : entries.getLast().id(),
              letters.isEmpty() ? place.letter() : letters.getLast().id()));
    });
  }

  private List<RunRow> runs(Sql sql, List<EntryRow> entries) {
    Set<String> names = new TreeSet<>();
    entries.forEach(row -> {
      if (row.run() != null) {
        names.add(row.run());
      }
    });
    List<RunRow> rows = new ArrayList<>();
    names.forEach(name -> {
      RunRow row = sql.one(IndexRows.RUN + "where r.name = ?", List.of(name), IndexRows::run);
      if (row != null) {
        rows.add(row);
      }
    });
    return rows;
  }

  private List<AgentRow> agents(Sql sql, List<EntryRow> entries) {
    Set<String> names = new TreeSet<>();
    entries.forEach(row -> names.add(row.agent()));
    List<AgentRow> rows = new ArrayList<>();
    names.forEach(name -> {
      AgentRow row = sql.one("select * from agent where name = ?", List.of(name), IndexRows::agent);
      if (row != null) {
        rows.add(row.with().words(index.spoken().of(name)).build());
      }
    });
    return rows;
  }
}
