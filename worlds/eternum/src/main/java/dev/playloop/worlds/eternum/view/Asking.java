package dev.playloop.worlds.eternum.view;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.eternum.torii.ToriiClient;
import dev.playloop.worlds.eternum.torii.ToriiHead;
import dev.playloop.worlds.eternum.torii.ToriiRow;
import dev.playloop.worlds.eternum.torii.ToriiSelect;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/// Who asks about which game, as of which block, and what could not be told. Used by one thread,
/// for one view.
final class Asking {
  /// Numbers of one question whose rows are wide.
  private static final int WIDE = 150;

  private final ToriiClient torii;
  private final ToriiSelect.Game game;
  private final Felt account;
  private final ToriiHead head;
  private final Set<String> unread = new LinkedHashSet<>();

  Asking(ToriiClient torii, ToriiSelect.Game game, Felt account, ToriiHead head) {
    this.torii = torii;
    this.game = game;
    this.account = account;
    this.head = head;
  }

  Felt account() {
    return account;
  }

  ToriiHead head() {
    return head;
  }

  long game() {
    return game.id();
  }

  ToriiSelect of(String model) {
    return ToriiSelect.of(game, model);
  }

  List<ToriiRow> rows(ToriiSelect select) throws InterruptedException {
    List<ToriiRow> rows = torii.ask(select);
    if (rows.size() >= select.limit() && select.limit() > 1) {
      unread.add("not all rows of " + select.about() + " were read");
    }
    return rows;
  }

  /// The same, where nobody shall be told that there are more.
  List<ToriiRow> unbounded(ToriiSelect select) throws InterruptedException {
    return torii.ask(select);
  }

  /// The rows that have one of these numbers, for each number in the order given; none is asked for
  /// where there are no numbers.
  Map<Long, List<ToriiRow>> rowsBy(ToriiSelect select, String column, Collection<Long> numbers)
      throws InterruptedException {
    Map<Long, List<ToriiRow>> found = new LinkedHashMap<>();
    numbers.forEach(number -> found.put(number, new ArrayList<>()));
    List<Long> all = List.copyOf(found.keySet());
    for (int from = 0; from < all.size(); from += WIDE) {
      List<Long> some = all.subList(from, Math.min(all.size(), from + WIDE));
      for (ToriiRow row : rows(select.whereIn(column, some))) {
        List<ToriiRow> rows = found.get(row.number(column));
        if (rows != null) {
          rows.add(row);
        }
      }
    }
    return found;
  }

  /// The first so many; what is left out is told to the agent as `what`.
  <T> List<T> first(List<T> all, int most, String what) {
    if (all.size() <= most) {
      return all;
    }
    leftOut(all.size() - most, what);
    return all.subList(0, most);
  }

  void leftOut(int count, String what) {
    unread.add(count + " " + what + " are not shown");
  }

  List<String> unread() {
    return List.copyOf(unread);
  }

  static <T> List<T> each(List<ToriiRow> rows, Function<ToriiRow, T> reading) {
    return rows.stream().map(reading).toList();
  }
}
