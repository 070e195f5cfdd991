package dev.playloop.worlds.eternum.index;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// All rows of an index as text: what two indexes are compared by. What may be undone is not in it,
/// for that depends on the way.
final class IndexDump {
  private IndexDump() {}

  private static Map<String, List<String>> of(IndexFile file) throws SQLException {
    Map<String, List<String>> tables = new TreeMap<>();
    for (String table : IndexSchema.tables(file.models())) {
      if (!table.equals("internal_undo") && !table.equals("internal_blocks")) {
        List<String> rows =
            file.db().rows(IndexDump::text, "select * from \"" + table + "\" order by 1, 2");
        if (!rows.isEmpty()) {
          tables.put(table, rows.stream().map(row -> table + " " + row).toList());
        }
      }
    }
    return tables;
  }

  /// Rows that only one of them has.
  static List<String> differences(IndexFile one, IndexFile other) throws SQLException {
    List<String> first = of(one).values().stream().flatMap(List::stream).toList();
    List<String> second = of(other).values().stream().flatMap(List::stream).toList();
    Set<String> differing = new TreeSet<>();
    first.stream().filter(row -> !second.contains(row)).forEach(row -> differing.add("1: " + row));
    second.stream().filter(row -> !first.contains(row)).forEach(row -> differing.add("2: " + row));
    return List.copyOf(differing);
  }

  private static String text(ResultSet row) throws SQLException {
    List<String> values = new ArrayList<>();
    for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
      values.add(row.getMetaData().getColumnLabel(i) + "=" + row.getString(i));
    }
    return String.join(" ", values);
  }
}
