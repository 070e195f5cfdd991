package dev.playloop.schemas;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How tables by kinds of trigger are read. Pure.
public final class KindTable {
  private KindTable() {}

  /// What a table says of a kind of trigger, or null; its keys are exact kinds, prefixes (`chat.*`)
  /// or `*`, and the longest that fits counts.
  public static <T> @Nullable T find(Map<String, T> table, String kind) {
    T found = table.get(kind);
    for (int dot = kind.lastIndexOf('.');
        found == null && dot > 0;
        dot = kind.lastIndexOf('.', dot - 1)) {
      found = table.get(kind.substring(0, dot) + ".*");
    }
    return found == null ? table.get("*") : found;
  }
}
