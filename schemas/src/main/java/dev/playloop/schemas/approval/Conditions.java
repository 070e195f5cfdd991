package dev.playloop.schemas.approval;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What arguments must be, field by field: `{"amount": {"above": 500}, "to": {"notIn": ["bank"]}}`.
/// All of it must hold. A closed language: no operator runs longer than what it compares, and none
/// throws. A value that is not there, or can't be compared, counts as if it held, so that in doubt
/// a person is asked; only `given` looks at whether it is there. Immutable.
public final class Conditions {
  /// Always holds.
  public static final Conditions ALWAYS = new Conditions(Json.NODES.objectNode(), List.of());

  private static final int MAX_FIELDS = 32;
  private static final int MAX_OPERATORS = 8;
  private static final int MAX_VALUE = 100;
  private static final int MAX_MATCHED = 300;

  private final JsonNode when;
  private final List<Condition> all;

  private Conditions(JsonNode when, List<Condition> all) {
    this.when = when;
    this.all = List.copyOf(all);
  }

  /// From JSON. Throws [InvalidValueException] that names the field and what is wrong with it.
  @JsonCreator
  public static Conditions compile(JsonNode when) {
    if (!when.isObject()) {
      throw new InvalidValueException(
          "when",
          "an object of fields, such as {\"amount\": {\"above\": 500}}",
          ConditionOperator.shown(when));
    }
    if (when.size() > MAX_FIELDS) {
      throw new InvalidValueException(
          "when", "at most " + MAX_FIELDS + " fields", when.size() + "");
    }
    List<Condition> all = new ArrayList<>();
    for (Map.Entry<String, JsonNode> field : when.properties()) {
      ArgumentPath path = ArgumentPath.of(field.getKey());
      JsonNode said = field.getValue();
      if (!said.isObject()) {
        all.add(
            Condition.of(path, said.isArray() ? ConditionOperator.IN : ConditionOperator.IS, said));
        continue;
      }
      if (said.isEmpty() || said.size() > MAX_OPERATORS) {
        throw new InvalidValueException(
            "when." + path, "1 to " + MAX_OPERATORS + " operators", said.size() + "");
      }
      for (Map.Entry<String, JsonNode> one : said.properties()) {
        all.add(Condition.of(path, ConditionOperator.named(path, one.getKey()), one.getValue()));
      }
    }
    return new Conditions(when, all);
  }

  /// One field, what is compared, and with what.
  private record Condition(ArgumentPath path, ConditionOperator operator, JsonNode operand) {
    static Condition of(ArgumentPath path, ConditionOperator operator, JsonNode operand) {
      operator.requireOperand("when." + path + "." + operator, operand);
      return new Condition(path, operator, operand);
    }

    boolean holds(JsonNode args, boolean doubt) {
      return operator.holds(path.in(args), operand, doubt);
    }
  }

  /// Whether arguments are like this. Total: whatever they are, it says one of the two.
  public boolean holds(JsonNode args) {
    return all.stream().allMatch(one -> one.holds(args, true));
  }

  /// Whether arguments are like this beyond doubt, for what is allowed by it rather than asked:
  /// what is not there, or can't be compared, is not.
  public boolean holdsForSure(JsonNode args) {
    return all.stream().allMatch(one -> one.holds(args, false));
  }

  /// The values of the fields that are looked at, as they are in `args`; long ones are cut.
  public JsonNode matched(JsonNode args) {
    ObjectNode matched = Json.NODES.objectNode();
    int bytes = 0;
    for (Condition one : all) {
      JsonNode value = one.path().in(args);
      String name = one.path().toString();
      if (value != null && !matched.has(name)) {
        String text = value.isString() ? value.stringValue() : value.toString();
        boolean whole = Text.length(text) <= MAX_VALUE;
        bytes += name.length() + Math.min(MAX_VALUE, text.length());
        if (bytes > MAX_MATCHED) {
          break;
        }
        matched.set(name, whole ? value : Json.NODES.stringNode(Text.brief(text, MAX_VALUE)));
      }
    }
    return matched;
  }

  /// What of this can't be asked about that tool's calls: a field that it does not have, an
  /// operator or a value of another type.
  public List<ConditionMisfit> misfits(ToolSpec<?> tool) {
    ArgumentTypes types = ArgumentTypes.of(tool);
    List<ConditionMisfit> misfits = new ArrayList<>();
    for (Condition one : all) {
      ConditionMisfit misfit = types.misfit(one.path(), one.operator(), one.operand());
      if (misfit != null) {
        misfits.add(misfit);
      }
    }
    return misfits;
  }

  /// As it was written.
  @JsonValue
  public JsonNode when() {
    return when;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Conditions conditions && conditions.when.equals(when);
  }

  @Override
  public int hashCode() {
    return when.hashCode();
  }

  @Override
  public String toString() {
    return when.toString();
  }
}
