package dev.playloop.schemas.json;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Nearest;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.Text;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.InvalidTypeIdException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.exc.ValueInstantiationException;
import tools.jackson.databind.node.ObjectNode;

/// What is wrong with some JSON, in our words: where (names and indices from the root), what was
/// expected, what came. Made from Jackson's failure; a pure function.
public record JsonFailure(List<Object> path, String expected, String got) {
  private static final int SHOWN = 60;

  public JsonFailure {
    path = List.copyOf(path);
  }

  /// `root` is what was read, where it is known; it gives the value that came. `strict` says that
  /// unknown fields are refused.
  public static JsonFailure of(JacksonException e, @Nullable JsonNode root, boolean strict) {
    List<Object> path = path(e);
    for (Throwable t = e.getCause(); t != null; t = t.getCause()) {
      if (t instanceof InvalidValueException ours) {
        JsonFailure failure =
            new JsonFailure(within(path, ours.field(), e), ours.expected(), ours.got());
        return strict && ours.got().equals(Require.NOTHING)
            ? misspelt(e, path, root, failure)
            : failure;
      }
    }
    return switch (e) {
      case UnrecognizedPropertyException unknown -> unknownField(path, unknown);
      case InvalidTypeIdException wrong -> wrongVariant(path, wrong, root);
      case MismatchedInputException more when isMore(more) ->
          new JsonFailure(List.of(), "one JSON value", "more behind its end" + place(more));
      case MismatchedInputException wrong -> mismatch(wrong, path, root, strict);
      case InputCoercionException wrong ->
          new JsonFailure(path, words(wrong.getTargetType()), shown(at(root, path)));
      case StreamReadException broken when isTwice(broken) -> twice(broken);
      default -> new JsonFailure(path, "valid JSON", e.getOriginalMessage() + place(e));
    };
  }

  /// The path as people write it: `[0].limits.turns`, or `json` for the whole.
  public String field() {
    return JsonPlace.text(path);
  }

  InvalidValueException toException(JacksonException cause) {
    InvalidValueException result = new InvalidValueException(field(), expected, got);
    result.initCause(cause);
    return result;
  }

  /// A value as an error message shows it: short, and as JSON.
  public static String shown(@Nullable JsonNode value) {
    if (value == null || value.isMissingNode() || value.isNull()) {
      return Require.NOTHING;
    }
    String text = value.toString();
    int characters = Text.length(text);
    return characters <= SHOWN
        ? text
        : Text.brief(text, SHOWN) + " (" + characters + " characters)";
  }

  private static JsonFailure unknownField(List<Object> path, UnrecognizedPropertyException e) {
    return unknownField(path, e.getPropertyName(), e.getReferringClass());
  }

  private static JsonFailure mismatch(
      MismatchedInputException e, List<Object> path, @Nullable JsonNode root, boolean strict) {
    JsonNode given = at(root, path);
    JsonFailure failure = new JsonFailure(path, words(e.getTargetType()), shown(given));
    return strict && given == null && !path.isEmpty()
        ? misspelt(e, path.subList(0, path.size() - 1), root, failure)
        : failure;
  }

  /// Where a field of the record at `path` is missing and another one is unknown, that one was
  /// misspelt, which says more.
  private static JsonFailure misspelt(
      JacksonException e, List<Object> path, @Nullable JsonNode root, JsonFailure otherwise) {
    Class<?> type = e instanceof DatabindException mapping ? record(mapping) : null;
    JsonNode object = at(root, path);
    if (type == null || object == null) {
      return otherwise;
    }
    for (String given : object.propertyNames()) {
      if (!names(type).contains(given) && !given.equals(discriminator(type))) {
        List<Object> unknown = new ArrayList<>(path);
        unknown.add(given);
        return unknownField(unknown, given, type);
      }
    }
    return otherwise;
  }

  /// The record that could not be made.
  private static @Nullable Class<?> record(DatabindException e) {
    Object from =
        e instanceof ValueInstantiationException refused
            ? refused.getType().getRawClass()
            : e.getPath().isEmpty() ? null : e.getPath().getLast().from();
    return from instanceof Class<?> type && type.isRecord() ? type : null;
  }

  private static @Nullable String discriminator(Class<?> type) {
    for (Class<?> parent : type.getInterfaces()) {
      JsonTypeInfo info = parent.getAnnotation(JsonTypeInfo.class);
      if (info != null) {
        return info.property();
      }
    }
    return null;
  }

  private static JsonFailure unknownField(List<Object> path, String name, Class<?> type) {
    List<String> known = names(type);
    String nearest = Nearest.of(name, known);
    return new JsonFailure(
        path,
        known.isEmpty() ? "no such field" : "one of the fields " + String.join(", ", known),
        "an unknown field" + (nearest == null ? "" : "; did you mean '" + nearest + "'?"));
  }

  private static JsonFailure wrongVariant(
      List<Object> path, InvalidTypeIdException e, @Nullable JsonNode root) {
    Class<?> base = e.getBaseType().getRawClass();
    JsonTypeInfo info = base.getAnnotation(JsonTypeInfo.class);
    JsonSubTypes variants = base.getAnnotation(JsonSubTypes.class);
    if (info == null || variants == null) {
      return new JsonFailure(path, "a known variant", String.valueOf(e.getTypeId()));
    }
    List<Object> field = new ArrayList<>(path);
    if (field.isEmpty() || !field.getLast().equals(info.property())) {
      field.add(info.property());
    }
    String known =
        Arrays.stream(variants.value())
            .map(JsonSubTypes.Type::name)
            .collect(Collectors.joining(", "));
    String got = e.getTypeId() == null ? shown(at(root, field)) : "\"" + e.getTypeId() + "\"";
    return new JsonFailure(field, "one of " + known, got);
  }

  private static List<String> names(Class<?> type) {
    RecordComponent[] components = type.isRecord() ? type.getRecordComponents() : null;
    return components == null
        ? List.of()
        : Arrays.stream(components).map(RecordComponent::getName).toList();
  }

  /// The inner field of a record lies below the path. What reads itself names itself first, which
  /// says no more than the path.
  private static List<Object> within(List<Object> path, String field, JacksonException e) {
    List<String> names = field.isEmpty() ? List.of() : List.of(field.split("\\."));
    if (!path.isEmpty()
        && e instanceof ValueInstantiationException refused
        && readsItself(refused.getType().getRawClass())) {
      names = names.subList(Math.min(1, names.size()), names.size());
    }
    List<Object> full = new ArrayList<>(path);
    full.addAll(names);
    return full;
  }

  private static boolean isScalar(Class<?> type) {
    return type.isRecord() && readsItself(type);
  }

  private static boolean isNumber(Class<?> type) {
    return Number.class.isAssignableFrom(type)
        || type == double.class
        || (type.isRecord() && writtenAs(type).anyMatch(Number.class::isAssignableFrom));
  }

  private static boolean readsItself(Class<?> type) {
    return writtenAs(type).findAny().isPresent();
  }

  private static Stream<Class<?>> writtenAs(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(m -> m.isAnnotationPresent(JsonValue.class))
        .map(Method::getReturnType);
  }

  private static List<Object> path(JacksonException e) {
    List<Object> path = new ArrayList<>();
    for (JacksonException.Reference reference : e.getPath()) {
      if (reference.getPropertyName() == null) {
        path.add(reference.getIndex());
      } else {
        path.add(reference.getPropertyName());
      }
    }
    return path;
  }

  private static @Nullable JsonNode at(@Nullable JsonNode root, List<Object> path) {
    JsonNode node = root;
    for (Object segment : path) {
      if (node == null) {
        return null;
      }
      node = segment instanceof Integer index ? node.get(index) : node.get((String) segment);
    }
    return node;
  }

  private static String words(@Nullable Class<?> type) {
    if (type == null) {
      return "another type";
    } else if (type == int.class
        || type == Integer.class
        || type == long.class
        || type == Long.class) {
      return "a whole number";
    } else if (isNumber(type)) {
      return "a number";
    } else if (type == String.class || isScalar(type)) {
      return "a text";
    } else if (type == boolean.class || type == Boolean.class) {
      return "true or false";
    } else if (type == Instant.class) {
      return "a time such as 2026-01-31T12:00:00Z";
    } else if (type == Duration.class) {
      return "a duration such as PT30S (ISO 8601)";
    } else if (type.isEnum()) {
      return "one of "
          + Arrays.stream(type.getEnumConstants())
              .map(JsonFailure::constant)
              .collect(Collectors.joining(", "));
    } else if (type.isArray() || Collection.class.isAssignableFrom(type)) {
      return "a list";
    } else if (type.isRecord()
        || type.isInterface()
        || Map.class.isAssignableFrom(type)
        || type == ObjectNode.class) {
      return "an object";
    }
    return "JSON of type " + type.getSimpleName();
  }

  private static String constant(Object constant) {
    return Mappers.CONFIG.convertValue(constant, JsonNode.class).asString();
  }

  private static boolean isMore(MismatchedInputException e) {
    return e.getOriginalMessage().startsWith("Trailing token");
  }

  private static boolean isTwice(StreamReadException e) {
    return e.getOriginalMessage().startsWith("Duplicate Object property");
  }

  private static JsonFailure twice(StreamReadException e) {
    List<Object> path =
        e.processor() == null ? List.of() : JsonPlace.path(e.processor().streamReadContext());
    return new JsonFailure(path, "each field once", "it twice" + place(e));
  }

  private static String place(JacksonException e) {
    return e.getLocation() == null || e.getLocation().getLineNr() < 0
        ? ""
        : " (line "
            + e.getLocation().getLineNr()
            + ", column "
            + e.getLocation().getColumnNr()
            + ")";
  }
}
