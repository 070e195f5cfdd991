package dev.playloop.rehearsal;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// How a condition compares. What is missing fulfils only MISSING and NE.
enum Op {
  @JsonProperty("eq")
  EQ,
  @JsonProperty("ne")
  NE,
  @JsonProperty("lt")
  LT,
  @JsonProperty("lte")
  LTE,
  @JsonProperty("gt")
  GT,
  @JsonProperty("gte")
  GTE,
  /// A text contains a text (in whatever case), or a list contains a value.
  @JsonProperty("contains")
  CONTAINS,
  /// A regular expression is found in a text.
  @JsonProperty("matches")
  MATCHES,
  @JsonProperty("exists")
  EXISTS,
  @JsonProperty("missing")
  MISSING;

  boolean holds(JsonNode found, JsonNode wanted) {
    boolean there = !found.isMissingNode() && !found.isNull();
    return switch (this) {
      case EXISTS -> there;
      case MISSING -> !there;
      case EQ -> there && same(found, wanted);
      case NE -> !there || !same(found, wanted);
      case LT -> numbers(found, wanted) && compare(found, wanted) < 0;
      case LTE -> numbers(found, wanted) && compare(found, wanted) <= 0;
      case GT -> numbers(found, wanted) && compare(found, wanted) > 0;
      case GTE -> numbers(found, wanted) && compare(found, wanted) >= 0;
      case CONTAINS -> contains(found, wanted);
      case MATCHES ->
          found.isString() && Pattern.compile(wanted.asString()).matcher(found.asString()).find();
    };
  }

  private static boolean same(JsonNode a, JsonNode b) {
    return numbers(a, b) ? compare(a, b) == 0 : a.equals(b);
  }

  private static boolean numbers(JsonNode a, JsonNode b) {
    return a.isNumber() && b.isNumber();
  }

  private static int compare(JsonNode a, JsonNode b) {
    return a.decimalValue().compareTo(b.decimalValue());
  }

  private static boolean contains(JsonNode found, JsonNode wanted) {
    if (found.isArray()) {
      return found.valueStream().anyMatch(element -> same(element, wanted));
    }
    return found.isString()
        && found
            .asString()
            .toLowerCase(Locale.ROOT)
            .contains(wanted.asString().toLowerCase(Locale.ROOT));
  }
}
