package dev.playloop.schemas.tool;

import dev.playloop.schemas.Nearest;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.argument.ArgumentWords;
import dev.playloop.schemas.argument.Numbers;
import dev.playloop.schemas.json.Matches;
import dev.playloop.schemas.tool.ToolCall.Invalid;
import java.lang.reflect.AnnotatedType;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What one value must be: its kind, and within that its [Bounds], what it [Matches], and its
/// choices by [OneOf] or an enum. They stand on a parameter, or on the element of a list:
/// `List<@Bounds(min = 0, max = 5) Integer>`. Immutable.
record Constraints(
    ValueKind kind, @Nullable Bounds bounds, @Nullable Pattern pattern, List<String> oneOf) {
  /// How long a text may be that is held against a pattern.
  private static final int MAX_MATCHED = 1_000;

  /// What other dialects of regular expressions than Java's lack, or read differently.
  private static final Pattern NOT_IN_ALL =
      Pattern.compile("\\(\\?(?!:)|&&|[*+?}]\\+|\\\\[^dDwW.\\\\/+*?()\\[\\]{}|^$-]");

  /// Throws [IllegalArgumentException] for what only the author of a tool can have got wrong, and
  /// nobody would see: a rule that is never looked at, or that nothing fits.
  static Constraints of(String name, AnnotatedType annotated) {
    ValueKind kind = ValueKind.of(name, annotated);
    Bounds bounds = annotated.getAnnotation(Bounds.class);
    if (bounds != null) {
      require(name, takesBounds(kind), "takes no bounds");
      require(name, bounds.min() <= bounds.max(), "has @Bounds that nothing fits");
    }
    return new Constraints(
        kind, bounds, pattern(name, annotated, bounds), choices(name, annotated));
  }

  private static boolean takesBounds(ValueKind kind) {
    return switch (kind) {
      case TEXT, INTEGER, NUMBER, LIST -> true;
      case BOOLEAN, OBJECT, ANY -> false;
    };
  }

  private static List<String> choices(String name, AnnotatedType annotated) {
    Class<?> raw = ValueKind.raw(annotated);
    OneOf oneOf = annotated.getAnnotation(OneOf.class);
    if (oneOf == null) {
      return raw.isEnum()
          ? Arrays.stream(raw.getEnumConstants()).map(Object::toString).toList()
          : List.of();
    }
    List<String> values = List.of(oneOf.value());
    require(name, raw == String.class, "has @OneOf, which is for texts only; an enum needs none");
    require(
        name,
        !values.isEmpty() && values.stream().distinct().count() == values.size(),
        "has @OneOf, which needs one value or more, each once");
    return values;
  }

  /// The text is bounded, so that what a model sends costs little to match.
  private static @Nullable Pattern pattern(
      String name, AnnotatedType annotated, @Nullable Bounds bounds) {
    Matches matches = annotated.getAnnotation(Matches.class);
    if (matches == null) {
      return null;
    }
    require(name, ValueKind.raw(annotated) == String.class, "has @Matches, which is for texts");
    requirePortable(
        name, "@Matches", matches.value(), bounds == null ? Long.MAX_VALUE : bounds.max());
    return Pattern.compile("^(?:" + matches.value() + ")$");
  }

  /// A pattern for texts of at most `max` characters: bounded, and read alike everywhere.
  private static void requirePortable(String name, String by, String pattern, long max) {
    require(
        name,
        max <= MAX_MATCHED,
        "has " + by + ", which needs @Bounds of at most " + MAX_MATCHED + " characters");
    require(
        name,
        !NOT_IN_ALL.matcher(pattern).find(),
        "has " + by + " with what JSON Schemas lack: " + pattern);
  }

  private static void require(String name, boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException("tool parameter " + name + " " + otherwise);
    }
  }

  /// Adds `enum`, `pattern` and the bounds.
  void describe(ObjectNode schema) {
    if (!oneOf.isEmpty()) {
      oneOf.forEach(schema.putArray("enum")::add);
    }
    if (pattern != null) {
      schema.put("pattern", pattern.pattern());
    }
    if (bounds != null) {
      switch (kind) {
        case INTEGER, NUMBER -> schema.put("minimum", bounds.min()).put("maximum", bounds.max());
        case TEXT -> schema.put("minLength", bounds.min()).put("maxLength", bounds.max());
        case LIST -> schema.put("minItems", bounds.min()).put("maxItems", bounds.max());
        case BOOLEAN, OBJECT, ANY -> {}
      }
    }
  }

  /// Null where the value fits. Elements and fields are looked at by who knows them.
  @Nullable Invalid check(String path, JsonNode value) {
    if (!kind.fits(value)) {
      boolean structure = kind == ValueKind.TEXT && oneOf.isEmpty() && value.isContainer();
      String how = structure ? ArgumentWords.AS_ONE_STRING : "";
      return new Invalid(path, expected() + how, ArgumentWords.got(value), null);
    }
    if (!oneOf.isEmpty() && !oneOf.contains(value.asString())) {
      String nearest = Nearest.of(value.asString(), oneOf);
      return new Invalid(path, expected(), ArgumentWords.got(value), nearest);
    }
    boolean fits =
        isWithin(value) && (pattern == null || pattern.matcher(value.asString()).matches());
    return fits ? null : new Invalid(path, expected(), ArgumentWords.got(value), null);
  }

  private boolean isWithin(JsonNode value) {
    return bounds == null
        || switch (kind) {
          case INTEGER, NUMBER -> Numbers.within(value, bounds.min(), bounds.max());
          case TEXT -> isWithin(Text.length(value.asString()), bounds);
          case LIST -> isWithin(value.size(), bounds);
          case BOOLEAN, OBJECT, ANY -> true;
        };
  }

  private static boolean isWithin(long measured, Bounds bounds) {
    return measured >= bounds.min() && measured <= bounds.max();
  }

  /// In words for who gave something else.
  String expected() {
    if (!oneOf.isEmpty()) {
      return ArgumentWords.oneOf(oneOf);
    }
    if (bounds == null) {
      return kind.words();
    }
    String range = ArgumentWords.range(bounds.min(), bounds.max());
    return switch (kind) {
      case INTEGER, NUMBER -> kind.words() + " from " + range;
      case TEXT -> ArgumentWords.text(range, pattern == null ? null : pattern.pattern());
      case LIST -> ArgumentWords.list(range);
      case BOOLEAN, OBJECT, ANY -> kind.words();
    };
  }
}
