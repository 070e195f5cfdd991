package dev.playloop.schemas.event;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Looks a kind of trigger up in a table whose keys are exact kinds, prefixes (`chat.*`) or `*`.
final class Kinds {
  private Kinds() {}

  static <T> @Nullable T lookup(Map<String, T> table, String kind) {
    T found = table.get(kind);
    for (int dot = kind.lastIndexOf('.');
        found == null && dot > 0;
        dot = kind.lastIndexOf('.', dot - 1)) {
      found = table.get(kind.substring(0, dot) + ".*");
    }
    return found == null ? table.get("*") : found;
  }
}
