package dev.playloop.worlds.eternum.torii;

import dev.playloop.schemas.Require;
import dev.playloop.worlds.chain.Felt;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// One SELECT for a Torii, made of names of our own, numbers and addresses: no text from outside
/// can stand in it. Of a table of the game it asks for one game's rows only. Immutable.
public final class ToriiSelect {
  /// Numbers of one list.
  public static final int MAX_LIST = 1_000;

  /// Addresses of one list.
  public static final int MAX_ADDRESSES = 150;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,64}");
  private static final int MAX_ROWS = 10_000;

  private final String table;
  private final List<String> columns;
  private final List<String> conditions;
  private final @Nullable String order;
  private final int limit;

  private ToriiSelect(
      String table,
      List<String> columns,
      List<String> conditions,
      @Nullable String order,
      int limit) {
    this.table = table;
    this.columns = List.copyOf(columns);
    this.conditions = List.copyOf(conditions);
    this.order = order;
    this.limit = limit;
  }

  /// All columns of a game's rows of a model, at most 1,000 of them.
  public static ToriiSelect of(Game game, String model) {
    return new ToriiSelect(
        quoted(game.namespace() + "-" + model),
        List.of(),
        List.of(quoted("game_id") + " = " + game.id()),
        null,
        1_000);
  }

  /// Whose tables, and which game's rows.
  public record Game(String namespace, long id) {
    public Game {
      Require.match("namespace", namespace, NAME, "letters, digits, '_' and '-'");
      Require.range("game", id, 0, 0xFFFF_FFFFL);
    }
  }

  /// How far the world's contract is indexed.
  static ToriiSelect head(Felt world) {
    return new ToriiSelect(
        "contracts",
        List.of("`head`", "`head_hash`", "`last_block_timestamp`"),
        List.of("`contract_address` = '" + world.padded() + "'"),
        null,
        1);
  }

  /// The hash of an indexed block.
  static ToriiSelect block(long number) {
    return new ToriiSelect(
        "internal_blocks", List.of("`hash`"), List.of("`number` = " + number), null, 1);
  }

  /// Only these columns.
  public ToriiSelect columns(String... names) {
    List<String> chosen = new ArrayList<>();
    for (String name : names) {
      chosen.add(quoted(name));
    }
    return new ToriiSelect(table, chosen, conditions, order, limit);
  }

  public ToriiSelect where(String column, long number) {
    return and(quoted(column) + " = " + number);
  }

  /// An address, or another word of 252 bits.
  public ToriiSelect where(String column, Felt word) {
    return and(quoted(column) + " = '" + word.padded() + "'");
  }

  /// A flag, or a variant by its name, which is one of ours.
  public ToriiSelect whereName(String column, String name) {
    Require.match("name", name, NAME, "a name of ours");
    return and(quoted(column) + " = '" + name + "'");
  }

  public ToriiSelect whereIn(String column, Collection<Long> numbers) {
    return and(in(column, numbers));
  }

  /// One of two columns has one of the numbers.
  public ToriiSelect whereEither(
      String one, Collection<Long> ones, String other, Collection<Long> others) {
    return and("(" + in(one, ones) + " or " + in(other, others) + ")");
  }

  /// One of these addresses.
  public ToriiSelect whereAddress(String column, Collection<Felt> addresses) {
    Require.range("addresses of a list", addresses.size(), 0, MAX_ADDRESSES);
    return and(
        quoted(column)
            + addresses.stream()
                .map(each -> "'" + each.padded() + "'")
                .collect(Collectors.joining(",", " in (", ")")));
  }

  /// One of two columns has this address.
  public ToriiSelect whereEither(String one, String other, Felt address) {
    return and(
        "(%s = '%s' or %s = '%s')"
            .formatted(quoted(one), address.padded(), quoted(other), address.padded()));
  }

  public ToriiSelect whereNot(String column, Felt address) {
    return and(quoted(column) + " <> '" + address.padded() + "'");
  }

  /// From one number to another, both included.
  public ToriiSelect whereBetween(String column, long from, long to) {
    return and(between(column, from, to));
  }

  /// Within one of these, of which there is at least one.
  public ToriiSelect whereWithin(String column, String row, Collection<Box> boxes) {
    return and(
        boxes.stream()
            .map(box ->
                between(column, box.left(), box.right())
                    + " and "
                    + between(row, box.bottom(), box.top()))
            .collect(Collectors.joining(" or ", "(", ")")));
  }

  /// A part of the map, all sides included.
  public record Box(long left, long right, long bottom, long top) {
    /// All that is at most so far from a hex in columns and rows.
    public static Box around(long x, long y, int far) {
      return new Box(Math.max(0, x - far), x + far, Math.max(0, y - far), y + far);
    }
  }

  /// A column of 128 bits has one of these numbers.
  public ToriiSelect whereWide(String column, Collection<Long> numbers) {
    Require.range("numbers of a list", numbers.size(), 0, MAX_ADDRESSES);
    return and(
        quoted(column)
            + numbers.stream()
                .map("'0x%032x'"::formatted)
                .collect(Collectors.joining(", ", " in (", ")")));
  }

  /// Ordered by columns, each with ` desc` where the greatest comes first.
  public ToriiSelect orderBy(String... names) {
    List<String> by = new ArrayList<>();
    for (String name : names) {
      boolean down = name.endsWith(" desc");
      by.add(quoted(down ? name.substring(0, name.length() - 5) : name) + (down ? " desc" : ""));
    }
    return new ToriiSelect(table, columns, conditions, String.join(", ", by), limit);
  }

  public ToriiSelect limit(int rows) {
    return new ToriiSelect(
        table, columns, conditions, order, (int) Require.range("limit", rows, 1, MAX_ROWS));
  }

  private ToriiSelect and(String condition) {
    List<String> all = new ArrayList<>(conditions);
    all.add(condition);
    return new ToriiSelect(table, columns, all, order, limit);
  }

  /// As SQLite reads it.
  public String sql() {
    return "select %s from %s where %s%s limit %d"
        .formatted(
            columns.isEmpty() ? "*" : String.join(", ", columns),
            table,
            String.join(" and ", conditions),
            order == null ? "" : " order by " + order,
            limit);
  }

  /// At most so many rows.
  public int limit() {
    return limit;
  }

  /// What is asked about, for messages.
  public String about() {
    return table;
  }

  private static String between(String column, long from, long to) {
    return quoted(column) + " between " + from + " and " + to;
  }

  private static String in(String column, Collection<Long> numbers) {
    Require.range("numbers of a list", numbers.size(), 0, MAX_LIST);
    return quoted(column)
        + numbers.stream().map(String::valueOf).collect(Collectors.joining(",", " in (", ")"));
  }

  /// Backticks, for SQLite takes double quotes around an unknown name for a text.
  private static String quoted(String name) {
    Require.match("column", name, NAME, "letters, digits, '_', '.' and '-'");
    return "`" + name + "`";
  }
}
