package dev.playloop.loop;

import dev.playloop.loop.state.Command;
import dev.playloop.loop.state.Money;
import dev.playloop.loop.state.Run;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.LoopEvent;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Writes values as JSON with sorted fields that says what they are, and nothing of how the code or
/// a topic lays them out: no class, no package, no order of a map. What is null or empty is left
/// out, so that an optional field more changes nothing.
///
/// This is the one place to adapt when code moves: a type that is renamed keeps its tag in [#TAGS];
/// a component that is renamed is put under its old name in [#record], one that is new is left out
/// in [#seen], and a type that is no record any more gets a case in [#tree]. Stateless.
final class Values {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /// What each case of a sealed type is called.
  private static final Map<Class<?>, String> TAGS =
      Map.ofEntries(
          Map.entry(Command.OpenTurn.class, "open-turn"),
          Map.entry(Command.ReleaseAction.class, "release-action"),
          Map.entry(Command.AwaitView.class, "await-view"),
          Map.entry(Command.CloseRun.class, "close-run"),
          Map.entry(Command.DropTrigger.class, "drop-trigger"),
          Map.entry(LoopEvent.RunOpened.class, "run-opened"),
          Map.entry(LoopEvent.RunClosed.class, "run-closed"),
          Map.entry(LoopEvent.TriggerDropped.class, "trigger-dropped"),
          Map.entry(LoopEvent.TriggerQueued.class, "trigger-queued"),
          Map.entry(LoopEvent.TriggerJoined.class, "trigger-joined"),
          Map.entry(LoopEvent.RouteChanged.class, "route-changed"),
          Map.entry(LoopEvent.Overrun.class, "overrun"),
          Map.entry(LoopEvent.ApprovalAsked.class, "approval-asked"),
          Map.entry(LoopEvent.Poisoned.class, "poisoned"),
          Map.entry(LoopEvent.Quarantined.class, "quarantined"),
          Map.entry(LoopEvent.WorkHeld.class, "work-held"),
          Map.entry(LoopEvent.WorkResumed.class, "work-resumed"));

  private static final ClassValue<RecordComponent[]> COMPONENTS =
      new ClassValue<>() {
        @Override
        protected RecordComponent[] computeValue(Class<?> type) {
          RecordComponent[] components = type.getRecordComponents();
          for (RecordComponent component : components) {
            component.getAccessor().setAccessible(true);
          }
          return components;
        }
      };

  private Values() {}

  /// The value on one line.
  static String of(Object value) {
    return tree(value).toString();
  }

  private static JsonNode tree(Object value) {
    return switch (value) {
      case JsonNode node -> sorted(node);
      case String text -> NODES.stringNode(text);
      case Enum<?> constant -> NODES.stringNode(constant.name());
      case Boolean flag -> NODES.booleanNode(flag);
      case Integer number -> NODES.numberNode(number);
      case Long number -> NODES.numberNode(number);
      case BigDecimal number -> NODES.stringNode(number.toPlainString());
      case Instant time -> NODES.stringNode(time.toString());
      case LocalDate day -> NODES.stringNode(day.toString());
      case Duration time -> NODES.stringNode(time.toString());
      case List<?> list -> list(list);
      case Map<?, ?> map -> {
        Map<String, JsonNode> fields = new TreeMap<>();
        map.forEach((key, of) -> fields.put(tree(key).asString(), tree(of)));
        yield object(fields);
      }
      case Record of -> record(of);
      default -> throw new IllegalArgumentException("no way to write a " + value.getClass());
    };
  }

  private static JsonNode record(Record of) {
    RecordComponent[] components = COMPONENTS.get(of.getClass());
    if (components.length == 1 && components[0].getName().equals("value")) { // an id
      return tree(Objects.requireNonNull(value(components[0], of)));
    }
    Map<String, JsonNode> fields = new TreeMap<>();
    for (RecordComponent component : components) {
      Object value = seen(of, component.getName(), value(component, of));
      if (value != null && !isEmpty(value)) {
        fields.put(component.getName(), tree(value));
      }
    }
    if (Arrays.stream(of.getClass().getInterfaces()).anyMatch(Class::isSealed)) {
      String tag = TAGS.get(of.getClass());
      if (tag == null) {
        throw new IllegalArgumentException("no tag for " + of.getClass());
      }
      fields.put("is", NODES.stringNode(tag));
    }
    return object(fields);
  }

  /// What is written of a component; null leaves it out. Versions of formats, and hashes of what
  /// was written somewhere, are no values.
  private static @Nullable Object seen(Record of, String component, @Nullable Object value) {
    return switch (of) {
      case LoopEvent.ApprovalAsked _ when component.equals("argsHash") -> null; // new
      case Run _ when component.equals("catalogue") -> null; // new
      case Action _ when component.equals("catalogue") -> null; // new
      case Money money when component.equals("settled") -> money.settled().size();
      default -> component.equals("v") || isStruckTool(of, component) ? null : value;
    };
  }

  /// New: of a call that came to nothing, which tool it was.
  private static boolean isStruckTool(Record of, String component) {
    return component.equals("tool") && of.getClass().getSimpleName().equals("Strike");
  }

  private static boolean isEmpty(Object value) {
    return (value instanceof List<?> list && list.isEmpty())
        || (value instanceof Map<?, ?> map && map.isEmpty());
  }

  private static @Nullable Object value(RecordComponent component, Record of) {
    try {
      return component.getAccessor().invoke(of);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static JsonNode list(List<?> list) {
    ArrayNode array = NODES.arrayNode();
    list.forEach(value -> array.add(tree(value)));
    return array;
  }

  private static JsonNode object(Map<String, JsonNode> fields) {
    ObjectNode object = NODES.objectNode();
    fields.forEach(object::set);
    return object;
  }

  private static JsonNode sorted(JsonNode node) {
    if (node.isArray()) {
      ArrayNode array = NODES.arrayNode();
      node.forEach(value -> array.add(sorted(value)));
      return array;
    }
    if (node.isObject()) {
      Map<String, JsonNode> fields = new TreeMap<>();
      node.properties().forEach(field -> fields.put(field.getKey(), sorted(field.getValue())));
      return object(fields);
    }
    return node.isNumber() ? NODES.stringNode(node.decimalValue().toPlainString()) : node;
  }
}
