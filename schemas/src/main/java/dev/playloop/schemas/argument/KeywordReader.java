package dev.playloop.schemas.argument;

import dev.playloop.schemas.Nearest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads what the keywords of one schema say, without the schemas within it. What is wrong is told;
/// what comes back then only stands in its place. Used by one thread.
final class KeywordReader {
  private static final String NOTHING_FITS = ", so that something fits";

  /// The bounds of a length or a size; null where there is none.
  record Counts(@Nullable Long min, @Nullable Long max) {}

  private final SchemaLessons lessons;

  KeywordReader(SchemaLessons lessons) {
    this.lessons = lessons;
  }

  /// Empty where none is said.
  List<String> types(String path, ObjectNode schema) {
    JsonNode type = schema.path("type");
    String at = SchemaLessons.under(path, "type");
    if (type.isMissingNode()) {
      return List.of();
    }
    List<String> types = new ArrayList<>();
    for (JsonNode each : type.isArray() ? type : List.of(type)) {
      if (!each.isString() || !SchemaKeywords.TYPES.contains(each.stringValue())) {
        lessons.add(
            new SchemaLesson(
                at,
                "one of " + String.join(", ", SchemaKeywords.TYPES),
                ArgumentWords.got(each),
                each.isString() ? Nearest.of(each.stringValue(), SchemaKeywords.TYPES) : null));
        return List.of();
      }
      types.add(each.stringValue());
    }
    boolean twice = new HashSet<>(types).size() < types.size();
    if (types.isEmpty() || twice || types.containsAll(List.of("integer", "number"))) {
      lessons.add(at, "one type or more, each once; a number may be an integer anyway", type);
      return List.of();
    }
    return types;
  }

  ArgumentShape text(String path, ObjectNode schema) {
    Counts counts = counts(path, schema, "minLength", "maxLength");
    JsonNode pattern = schema.path("pattern");
    if (pattern.isMissingNode()) {
      return new TextShape(counts.min, counts.max, null);
    }
    String at = SchemaLessons.under(path, "pattern");
    if (!pattern.isString()) {
      lessons.add(at, "a regular expression", pattern);
      return new TextShape(counts.min, counts.max, null);
    }
    if (counts.max == null || counts.max > LinearPattern.MAX_TEXT) {
      lessons.add(
          at,
          "it beside a maxLength of at most " + LinearPattern.MAX_TEXT,
          counts.max == null ? "no maxLength" : "maxLength " + counts.max);
      return new TextShape(counts.min, counts.max, null);
    }
    try {
      LinearPattern read = LinearPattern.of(pattern.stringValue());
      int longest = LinearPattern.MAX_STEPS / read.size();
      if (counts.max != null && counts.max > longest) {
        lessons.add(at, "it beside a maxLength of at most " + longest, "maxLength " + counts.max);
      }
      return new TextShape(counts.min, counts.max, read);
    } catch (IllegalArgumentException e) {
      lessons.add(
          at,
          "a pattern that is read alike everywhere, in linear time",
          String.valueOf(e.getMessage()));
      return new TextShape(counts.min, counts.max, null);
    }
  }

  Counts counts(String path, ObjectNode schema, String least, String most) {
    Long min = count(path, schema, least);
    Long max = count(path, schema, most);
    if (min != null && max != null && min > max) {
      lessons.add(
          SchemaLessons.under(path, most), "at least " + min + NOTHING_FITS, String.valueOf(max));
    }
    return new Counts(min, max);
  }

  private @Nullable Long count(String path, ObjectNode schema, String keyword) {
    JsonNode given = schema.path(keyword);
    if (given.isMissingNode()) {
      return null;
    }
    Long count = Numbers.whole(given);
    if (count == null || count < 0) {
      lessons.add(SchemaLessons.under(path, keyword), "a whole number, 0 or more", given);
      return null;
    }
    return count;
  }

  ArgumentShape number(String path, ObjectNode schema, boolean whole) {
    NumberShape.Bound min = bound(path, schema, "minimum", "exclusiveMinimum");
    NumberShape.Bound max = bound(path, schema, "maximum", "exclusiveMaximum");
    if (min != null && max != null) {
      int order = min.at().compareTo(max.at());
      if (order > 0 || (order == 0 && !(min.included() && max.included()))) {
        lessons.add(
            SchemaLessons.under(path, max.included() ? "maximum" : "exclusiveMaximum"),
            "more than " + min.shown() + NOTHING_FITS,
            max.shown());
      }
    }
    return new NumberShape(whole, min, max);
  }

  private NumberShape.@Nullable Bound bound(
      String path, ObjectNode schema, String included, String excluded) {
    boolean isIncluded = schema.has(included);
    if (isIncluded && schema.has(excluded)) {
      lessons.add(
          SchemaLessons.under(path, excluded), "one of " + included + " and " + excluded, "both");
    }
    String keyword = isIncluded ? included : excluded;
    JsonNode given = schema.path(keyword);
    if (given.isMissingNode()) {
      return null;
    }
    var at = Numbers.of(given);
    if (at == null) {
      lessons.add(SchemaLessons.under(path, keyword), ArgumentWords.NUMBER, given);
      return null;
    }
    return new NumberShape.Bound(at, given.toString(), isIncluded);
  }

  Set<String> required(String path, ObjectNode schema, Set<String> names) {
    JsonNode given = schema.path("required");
    String at = SchemaLessons.under(path, "required");
    Set<String> required = new LinkedHashSet<>();
    if (!given.isMissingNode() && !given.isArray()) {
      lessons.add(at, "a list of names", given);
    }
    for (int i = 0; i < given.size() && given.isArray(); i++) {
      JsonNode each = given.get(i);
      String name = each.isString() ? each.stringValue() : "";
      if (!names.contains(name)) {
        lessons.add(
            new SchemaLesson(
                at + "/" + i,
                "a name that stands under properties",
                ArgumentWords.got(each),
                Nearest.of(name, names)));
      } else if (!required.add(name)) {
        lessons.add(at + "/" + i, "each name once", each);
      }
    }
    return required;
  }

  /// With `enum`, `const` and the annotations beside the rest.
  ArgumentShape chosen(String path, ObjectNode schema, ArgumentShape shape) {
    ArgumentShape chosen = choice(path, schema, shape);
    for (Map.Entry<String, JsonNode> each : schema.properties()) {
      String at = SchemaLessons.under(path, each.getKey());
      JsonNode value = each.getValue();
      switch (each.getKey()) {
        case "title", "description", "$comment" -> require(at, value.isString(), "a text", value);
        case "deprecated" -> require(at, value.isBoolean(), ArgumentWords.FLAG, value);
        case "default" -> requireFit(at, chosen, value);
        case "examples" -> {
          require(at, value.isArray(), "a list of examples", value);
          for (int i = 0; i < value.size() && value.isArray(); i++) {
            requireFit(at + "/" + i, chosen, value.get(i));
          }
        }
        default -> {}
      }
    }
    return chosen;
  }

  private ArgumentShape choice(String path, ObjectNode schema, ArgumentShape shape) {
    boolean constant = schema.has("const");
    JsonNode among = schema.path("enum");
    if (!constant && among.isMissingNode()) {
      return shape;
    }
    String at = SchemaLessons.under(path, constant ? "const" : "enum");
    if (!constant && (!among.isArray() || among.isEmpty())) {
      lessons.add(at, "a list of one value or more", among);
      return shape;
    }
    require(at, !constant || among.isMissingNode(), "one of enum and const", among);
    int before = lessons.size();
    List<JsonNode> values = constant ? List.of(schema.path("const")) : among.valueStream().toList();
    Set<Object> seen = new HashSet<>();
    for (int i = 0; i < values.size(); i++) {
      String each = constant ? at : at + "/" + i;
      Object key = ChoiceShape.key(values.get(i));
      require(each, key != null, "a text, a number, true, false or null", values.get(i));
      require(each, key == null || seen.add(key), "each value once", values.get(i));
      if (key != null) {
        requireFit(each, shape, values.get(i));
      }
    }
    boolean whole = shape instanceof NumberShape number && number.whole();
    return lessons.size() == before ? ChoiceShape.of(values, whole, constant) : shape;
  }

  private void require(String path, boolean holds, String expected, JsonNode got) {
    if (!holds) {
      lessons.add(path, expected, got);
    }
  }

  /// What the schema itself would refuse teaches a model to do wrong.
  private void requireFit(String path, ArgumentShape shape, JsonNode value) {
    ArgumentMisfit misfit = shape.misfit(value, new CheckSteps());
    if (misfit != null) {
      String where = misfit.field().isEmpty() ? "" : " at " + misfit.field();
      lessons.add(path, misfit.expected() + where, misfit.got());
    }
  }
}
