package dev.playloop.worlds.eternum.act;

import dev.playloop.schemas.Nearest;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.worlds.eternum.model.EternumRead.ListActions;
import dev.playloop.worlds.model.Call;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Answers what actions there are. Stateless.
final class ActionList {
  private final ToolCatalogue actions;

  ActionList(ToolCatalogue actions) {
    this.actions = actions;
  }

  ActionResult answer(Call<?> call, ListActions asked) {
    String name = asked.actionType();
    if (name != null && actions.find(name) == null) {
      return call.refused(
          unknown("actionType", name, actions.specs().stream().map(ToolSpec::name).toList()));
    }
    List<String> groups =
        actions.specs().stream()
            .map(ToolSpec::heading)
            .filter(Objects::nonNull)
            .map(Objects::requireNonNull)
            .distinct()
            .toList();
    String group = asked.group();
    if (group != null && !groups.contains(group)) {
      return call.refused(unknown("group", group, groups));
    }
    boolean whole = name != null || group != null;
    ObjectNode output = Json.NODES.objectNode();
    ArrayNode listed = output.putArray("actions");
    for (ToolSpec<?> action : actions.specs()) {
      if ((name == null || action.name().equals(name))
          && (group == null || group.equals(action.heading()))) {
        listed.add(told(action, whole));
      }
    }
    return call.done(output, null);
  }

  private static ObjectNode told(ToolSpec<?> action, boolean whole) {
    ObjectNode told = Json.NODES.objectNode().put("actionType", action.name());
    told.put("group", action.heading());
    if (whole) {
      told.put("description", action.declaration().description());
      told.set("parameters", Json.tree(action.declaration().parameters().text()));
    }
    return told;
  }

  private static ActionError unknown(String field, String got, List<String> known) {
    @Nullable String nearest = Nearest.of(got, known);
    return new ActionError(
        "unknown_" + (field.equals("group") ? "group" : "action"),
        "%s: expected one of %s%s"
            .formatted(
                field,
                String.join(", ", known),
                nearest == null ? "" : "; did you mean " + nearest + "?"),
        field,
        false);
  }
}
