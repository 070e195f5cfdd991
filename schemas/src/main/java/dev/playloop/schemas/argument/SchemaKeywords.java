package dev.playloop.schemas.argument;

import dev.playloop.schemas.Nearest;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The keywords of the subset, and what is said instead of others. Pure functions.
final class SchemaKeywords {
  static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";

  static final Set<String> ANNOTATIONS =
      Set.of("title", "description", "default", "examples", "deprecated", "$comment");

  /// What stands at the top only.
  static final Set<String> OF_THE_ROOT = Set.of("$schema", "$defs");

  static final List<String> TYPES =
      List.of("object", "array", "string", "integer", "number", "boolean", "null");

  /// For which types a keyword says something.
  private static final Map<String, Set<String>> TYPED =
      Map.ofEntries(
          Map.entry("minLength", Set.of("string")),
          Map.entry("maxLength", Set.of("string")),
          Map.entry("pattern", Set.of("string")),
          Map.entry("minimum", Set.of("integer", "number")),
          Map.entry("maximum", Set.of("integer", "number")),
          Map.entry("exclusiveMinimum", Set.of("integer", "number")),
          Map.entry("exclusiveMaximum", Set.of("integer", "number")),
          Map.entry("items", Set.of("array")),
          Map.entry("minItems", Set.of("array")),
          Map.entry("maxItems", Set.of("array")),
          Map.entry("properties", Set.of("object")),
          Map.entry("required", Set.of("object")),
          Map.entry("additionalProperties", Set.of("object")));

  private static final Set<String> OF_ANY_TYPE = Set.of("type", "enum", "const", "$ref");

  private static final List<String> ALL =
      List.of(
          "type",
          "enum",
          "const",
          "minLength",
          "maxLength",
          "pattern",
          "minimum",
          "maximum",
          "exclusiveMinimum",
          "exclusiveMaximum",
          "items",
          "minItems",
          "maxItems",
          "properties",
          "required",
          "additionalProperties",
          "$ref",
          "$defs",
          "title",
          "description",
          "default",
          "examples",
          "deprecated",
          "$comment");

  private static final String CASES = "a tool of its own for each case";
  private static final String LOCAL = "a $ref to #/$defs/<name>, and no name of its own";
  private static final String FIELDS = "each field by its name under properties";
  private static final String ALONGSIDE = "its keywords in the schema itself, side by side";
  private static final String PLACES = "an object that has a field for each place";
  private static final String LEFT_OUT = "a field that required leaves out";
  private static final String BY_THE_WORLD = "a rule of the world that refuses such a call";
  private static final String CLOSED = "additionalProperties: false";
  private static final String PLAIN = "a text, and its form in the description";

  /// What to say instead of the common ones that are left out.
  private static final Map<String, String> INSTEAD =
      Map.ofEntries(
          Map.entry("oneOf", CASES + ", or an enum"),
          Map.entry("anyOf", CASES + ", or several names under type"),
          Map.entry("allOf", ALONGSIDE),
          Map.entry("not", "what is allowed: by enum, pattern or bounds"),
          Map.entry("if", CASES),
          Map.entry("then", CASES),
          Map.entry("else", CASES),
          Map.entry("dependentRequired", CASES),
          Map.entry("dependentSchemas", CASES),
          Map.entry("dependencies", CASES),
          Map.entry("format", "a pattern, and the form in the description"),
          Map.entry("patternProperties", FIELDS + ", or a list of objects"),
          Map.entry("propertyNames", FIELDS + ", or a list of objects"),
          Map.entry("minProperties", FIELDS + ", and the needed ones under required"),
          Map.entry("maxProperties", FIELDS),
          Map.entry("uniqueItems", BY_THE_WORLD),
          Map.entry("multipleOf", "a unit of which each whole number is meant"),
          Map.entry("prefixItems", PLACES),
          Map.entry("additionalItems", PLACES),
          Map.entry("contains", BY_THE_WORLD),
          Map.entry("minContains", BY_THE_WORLD),
          Map.entry("maxContains", BY_THE_WORLD),
          Map.entry("unevaluatedProperties", CLOSED),
          Map.entry("unevaluatedItems", CLOSED),
          Map.entry("contentEncoding", PLAIN),
          Map.entry("contentMediaType", PLAIN),
          Map.entry("contentSchema", PLAIN),
          Map.entry("nullable", LEFT_OUT + ", or null as one of the names under type"),
          Map.entry("optional", LEFT_OUT),
          Map.entry("readOnly", LEFT_OUT),
          Map.entry("writeOnly", LEFT_OUT),
          Map.entry("definitions", "$defs"),
          Map.entry("id", LOCAL),
          Map.entry("$id", LOCAL),
          Map.entry("$anchor", LOCAL),
          Map.entry("$dynamicRef", LOCAL),
          Map.entry("$dynamicAnchor", LOCAL),
          Map.entry("$recursiveRef", LOCAL),
          Map.entry("$recursiveAnchor", LOCAL),
          Map.entry("$vocabulary", "the keywords of the table alone"));

  private SchemaKeywords() {}

  /// Why a keyword can't stand in a schema of these types; null where it can.
  static @Nullable SchemaLesson misfit(
      String path, String keyword, List<String> types, boolean isRoot) {
    if (OF_ANY_TYPE.contains(keyword) || ANNOTATIONS.contains(keyword)) {
      return null;
    }
    if (OF_THE_ROOT.contains(keyword)) {
      return isRoot
          ? null
          : new SchemaLesson(path, "it at the top of the schema", "it in a part", null);
    }
    Set<String> of = TYPED.get(keyword);
    if (of != null) {
      // A rule that nobody would look at.
      return types.stream().anyMatch(of::contains)
          ? null
          : new SchemaLesson(
              path,
              "it beside the type " + String.join(" or ", of.stream().sorted().toList()),
              types.isEmpty() ? "no type" : "the type " + String.join(", ", types),
              null);
    }
    String instead = INSTEAD.get(keyword);
    return instead != null
        ? new SchemaLesson(path, instead, "the keyword " + keyword, null)
        : new SchemaLesson(
            path,
            "one of the keywords " + String.join(", ", ALL),
            "an unknown keyword",
            Nearest.of(keyword, ALL));
  }
}
