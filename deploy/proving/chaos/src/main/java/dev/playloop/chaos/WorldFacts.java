package dev.playloop.chaos;

import dev.playloop.chaos.check.Facts;
import dev.playloop.chaos.system.Database;
import dev.playloop.chaos.world.KernelDeeds;
import dev.playloop.worlds.kernel.BookCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/// What lies in the databases of the worlds after a run.
final class WorldFacts {
  private WorldFacts() {}

  /// What the worlds have written down of each action, and how much they booked for it.
  static List<Facts.Deed> deeds(Database database) {
    List<Facts.Deed> deeds = new ArrayList<>();
    for (Map<String, Object> row :
        database.society(
            "select a.action_id, a.tool, coalesce(a.ok, false) as ok, (select count(*) from"
                + " ledger l where l.action_id = a.action_id) as bookings from action_log a")) {
      deeds.add(deed(row, tool -> tool.equals("do_work") ? 2 : -1));
    }
    for (Map<String, Object> row :
        database.kernel(
            "select a.action_id, a.tool, coalesce(a.ok, false) as ok, (select count(*) from"
                + " ledger_entry l where l.op_id = a.action_id) as bookings from applied_op a")) {
      deeds.add(deed(row, KernelDeeds::bookings));
    }
    return deeds;
  }

  private static Facts.Deed deed(Map<String, Object> row, ToIntFunction<String> due) {
    String tool = String.valueOf(row.get("tool"));
    return new Facts.Deed(
        String.valueOf(row.get("action_id")),
        tool,
        Boolean.TRUE.equals(row.get("ok")),
        ((Number) row.getOrDefault("bookings", 0)).intValue(),
        due.applyAsInt(tool));
  }

  /// Accounts that are not what their ledgers add up to.
  static List<String> booksOff(Database database) {
    List<Map<String, Object>> off = new ArrayList<>();
    off.addAll(
        database.society(
            "select u.id, u.gold, coalesce(sum(l.delta), 0) as booked from users u left join"
                + " ledger l on l.user_id = u.id and l.resource = 'gold' group by u.id, u.gold"
                + " having u.gold <> coalesce(sum(l.delta), 0)"));
    off.addAll(database.kernel(BookCheck.SQL));
    return off.stream().map(String::valueOf).toList();
  }
}
