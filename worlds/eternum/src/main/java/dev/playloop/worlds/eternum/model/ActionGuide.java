package dev.playloop.worlds.eternum.model;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Nearest;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolDeclaration;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.worlds.model.Dispatch;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What `list_actions` answers: actions by their groups, or what some of them do and take, in the
/// words and names that a model sees them by. Immutable.
public final class ActionGuide {
  private final List<ToolSpec<?>> actions;
  private final Dispatch one;

  /// @param world whose actions they are
  public ActionGuide(EternumWorld world) {
    this.actions = world.dispatched().specs();
    this.one = Dispatch.of(world.dispatched());
  }

  /// Throws [InvalidValueException] where there is no such action or group.
  public JsonNode answer(EternumRead.ListActions asked) {
    if (asked.actionType() == null && asked.group() == null) {
      return names();
    }
    List<ToolSpec<?>> meant =
        actions.stream()
            .filter(spec ->
                (asked.actionType() == null || asked.actionType().equals(spec.name()))
                    && (asked.group() == null || asked.group().equals(spec.heading())))
            .toList();
    if (meant.isEmpty()) {
      throw asked.actionType() == null
          ? unknown("group", groups(), String.valueOf(asked.group()))
          : unknown(
              "actionType", actions.stream().map(ToolSpec::name).toList(), asked.actionType());
    }
    ToolDeclaration told = one.declarations(meant).getFirst();
    ObjectNode answer = Json.NODES.objectNode().put("text", told.description());
    answer.set("parameters", Json.tree(told.parameters().text()));
    return answer;
  }

  private ObjectNode names() {
    ObjectNode groups = Json.NODES.objectNode();
    actions.forEach(
        spec -> groups.withArray(Objects.requireNonNull(spec.heading())).add(spec.name()));
    return groups;
  }

  private List<String> groups() {
    return actions.stream().map(spec -> String.valueOf(spec.heading())).distinct().toList();
  }

  private static InvalidValueException unknown(String field, List<String> known, String got) {
    String nearest = Nearest.of(got, known);
    return new InvalidValueException(
        field,
        "one of " + String.join(", ", known),
        Text.brief(got, 64) + (nearest == null ? "" : " (did you mean " + nearest + "?)"));
  }
}
