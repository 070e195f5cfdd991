package dev.playloop.schemas.argument;

import dev.playloop.schemas.Nearest;
import dev.playloop.schemas.json.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// An object by its fields, as they are told of: what is unknown first, then the fields in the
/// order in which they are declared. A null that a field does not take stands for leaving it out.
///
/// @param fields by name, in their order
/// @param required those of them that must be there, in their order
/// @param others what further fields must be; null where there may be none
record ObjectShape(Map<String, Field> fields, List<Field> required, @Nullable ArgumentShape others)
    implements ArgumentShape {

  /// @param place which in the order of fields
  record Field(String name, int place, boolean required, ArgumentShape shape) {
    boolean isLeftOut(JsonNode value) {
      return value.isNull() && !shape.takesNull();
    }

    ArgumentMisfit missing() {
      return new ArgumentMisfit(name, shape.expected(), ArgumentWords.NOTHING, null);
    }
  }

  private record Given(Field field, JsonNode value) {}

  static ObjectShape of(Map<String, Field> fields, @Nullable ArgumentShape others) {
    return new ObjectShape(
        fields, fields.values().stream().filter(Field::required).toList(), others);
  }

  @Override
  public boolean isFor(JsonNode value) {
    return value.isObject();
  }

  @Override
  public String expected() {
    return ArgumentWords.OBJECT;
  }

  @Override
  public @Nullable ArgumentMisfit misfit(JsonNode value, CheckSteps steps) {
    steps.take(1);
    if (!value.isObject()) {
      return ArgumentMisfit.of(expected(), value, steps);
    }
    List<Given> given = new ArrayList<>();
    for (Map.Entry<String, JsonNode> each : value.properties()) {
      steps.take(1 + each.getKey().length());
      Field field = fields.get(each.getKey());
      if (field == null && others == null) {
        return unknown(each.getKey(), steps);
      }
      if (field != null && !field.isLeftOut(each.getValue())) {
        given.add(new Given(field, each.getValue()));
      }
    }
    ArgumentMisfit misfit = declared(given, steps);
    return misfit == null && others != null ? further(value, others, steps) : misfit;
  }

  private ArgumentMisfit unknown(String name, CheckSteps steps) {
    steps.takeNearest(name, fields.keySet());
    return new ArgumentMisfit(
        name,
        ArgumentWords.parameters(fields.keySet()),
        ArgumentWords.UNKNOWN,
        Nearest.of(name, fields.keySet()));
  }

  /// Looks at what is given and at what is required, and so at no more than was sent.
  private @Nullable ArgumentMisfit declared(List<Given> given, CheckSteps steps) {
    given.sort(Comparator.comparingInt(each -> each.field.place));
    steps.take((long) given.size() * (Integer.SIZE - Integer.numberOfLeadingZeros(given.size())));
    int asked = 0;
    for (Given each : given) {
      if (asked < required.size() && required.get(asked).place < each.field.place) {
        return required.get(asked).missing();
      }
      asked += each.field.required ? 1 : 0;
      ArgumentMisfit misfit = each.field.shape.misfit(each.value, steps);
      if (misfit != null) {
        return misfit.under(each.field.name);
      }
    }
    return asked < required.size() ? required.get(asked).missing() : null;
  }

  private @Nullable ArgumentMisfit further(JsonNode value, ArgumentShape others, CheckSteps steps) {
    for (Map.Entry<String, JsonNode> each : value.properties()) {
      steps.take(1);
      if (!fields.containsKey(each.getKey())) {
        ArgumentMisfit misfit = others.misfit(each.getValue(), steps);
        if (misfit != null) {
          return misfit.under(each.getKey());
        }
      }
    }
    return null;
  }

  @Override
  public ObjectNode settled(JsonNode value, CheckSteps steps) {
    ObjectNode settled = Json.NODES.objectNode();
    for (Map.Entry<String, JsonNode> each : value.properties()) {
      steps.take(1 + each.getKey().length());
      Field field = fields.get(each.getKey());
      ArgumentShape shape = field == null ? others : field.shape;
      if (shape != null && (field == null || !field.isLeftOut(each.getValue()))) {
        settled.set(each.getKey(), shape.settled(each.getValue(), steps));
      }
    }
    return settled;
  }
}
