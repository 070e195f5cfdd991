package dev.playloop.worlds.eternum.watch;

import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.worlds.model.WorldSource.Batch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What one look has to tell, in as many batches as it takes. Each is found by the cursor that
/// stands before it, so that one which could not be written is told again as it was.
final class WatchPlan {
  static final WatchPlan EMPTY = new WatchPlan();

  private final Map<String, Batch> byCursor = new HashMap<>();
  private @Nullable String end;

  private WatchPlan() {}

  /// Nothing more is to be told behind this cursor.
  static WatchPlan toldAt(@Nullable String cursor) {
    WatchPlan plan = new WatchPlan();
    plan.end = cursor;
    return plan;
  }

  /// From `before`, as it was given, to `after`; `max` is how many events a batch has at most.
  static WatchPlan of(
      @Nullable String given,
      WatchCursor before,
      WatchCursor after,
      List<WorldEvent> all,
      int max) {
    WatchPlan plan = new WatchPlan();
    String cursor = given;
    List<WorldEvent> rest = new ArrayList<>(all);
    for (int part = before.part() + 1; rest.size() > max; part++) {
      String next = before.withPart(part).text();
      plan.add(cursor, new Batch(List.of(), rest.subList(0, max), next));
      cursor = next;
      rest = rest.subList(max, rest.size());
    }
    plan.end = after.text();
    plan.add(cursor, new Batch(List.of(), rest, plan.end));
    return plan;
  }

  private void add(@Nullable String cursor, Batch batch) {
    byCursor.put(key(cursor), batch);
  }

  /// The batch behind this cursor; null where it is none of the plan, or its end.
  @Nullable Batch after(@Nullable String cursor) {
    return byCursor.get(key(cursor));
  }

  /// Whether all of it has been told.
  boolean isToldAt(@Nullable String cursor) {
    return end != null && Objects.equals(end, cursor);
  }

  private static String key(@Nullable String cursor) {
    return cursor == null ? "" : cursor;
  }
}
