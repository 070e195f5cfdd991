package dev.playloop.worlds.kernel;

import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.kernel.books.EventRow;
import dev.playloop.worlds.kernel.books.Sizes;
import dev.playloop.worlds.kernel.model.KernelScenes;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What a principal sees of the kernel. Pure but for the one query; a view is bounded by what its
/// topic takes.
final class PrincipalView {
  /// What the last events may fill of a view, as JSON: less than half of what its topic takes.
  private static final int RECENT_BYTES = 6_000;

  /// What others did is cut before it is read; [#shown] says so where it was.
  private static final String VIEW =
      """
      select cast(jsonb_set(seen, '{state,recent}', (
        select coalesce(
          jsonb_agg(other || jsonb_build_object(
            'type', left(other ->> 'type', :cut),
            'who', left(other ->> 'who', :cut),
            'text', left(other ->> 'text', :cut)) order by place), '[]')
        from jsonb_array_elements(seen #> '{state,recent}') with ordinality o (other, place)
        )) as text)
      from (select kernel_view(:id) as seen) v\
      """;

  private PrincipalView() {}

  /// What a principal sees now, told with the event of `row`. An actor without an account, such as
  /// an artifact that ran, sees nothing.
  static Optional<WorldEvent> at(Handle db, String principal, EventRow row) {
    return db.createQuery(VIEW)
        .bind("id", principal)
        .bind("cut", Sizes.PREVIEW + 1)
        .mapTo(String.class)
        .findFirst()
        .map(Json::tree)
        .map(view ->
            KernelScenes.changed(
                "kernel-" + row.seq() + "-view-" + (row.principal().equals(principal) ? 1 : 2),
                principal,
                row.at(),
                view.path("version").asLong(0),
                shown(view.path("state"))));
  }

  /// What others did stands in everybody's view: lines of any length and any letters, as an
  /// operator's scripts may write, are cut there, and leave room for the rest. The newest come
  /// first, and stay.
  private static JsonNode shown(JsonNode state) {
    ArrayNode recent = Json.NODES.arrayNode();
    int left = RECENT_BYTES;
    for (JsonNode other : state.path("recent")) {
      ObjectNode cut = other.deepCopy().asObject();
      for (String text : List.of("type", "who", "text")) {
        cut.put(text, Sizes.head(other.path(text).asString(""), Sizes.PREVIEW));
      }
      left -= Json.bytes(cut).length;
      if (left < 0) {
        break;
      }
      recent.add(cut);
    }
    if (state instanceof ObjectNode view) {
      view.set("recent", recent);
    }
    return state;
  }
}
