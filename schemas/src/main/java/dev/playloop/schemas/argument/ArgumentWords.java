package dev.playloop.schemas.argument;

import dev.playloop.schemas.Text;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The words in which a model is taught what an argument must be: the same whether a record or a
/// JSON Schema declares it. Pure functions.
public final class ArgumentWords {
  public static final String TEXT = "a text";
  public static final String WHOLE = "a whole number";
  public static final String NUMBER = "a number";
  public static final String FLAG = "true or false";
  public static final String LIST = "a list";
  public static final String OBJECT = "an object";
  public static final String ANY = "any JSON";

  /// What came where something is missing.
  public static final String NOTHING = "nothing";

  public static final String UNKNOWN = "an unknown parameter";

  /// What models do most: a structure where its text is meant.
  public static final String AS_ONE_STRING = " (send the JSON as one string: \"{\\\"a\\\":1}\")";

  private static final int SHOWN = 60;

  /// As much of the names and choices as a lesson needs; the nearest one is told beside them.
  private static final int MAX_NAMED = 2_000;

  private ArgumentWords() {}

  public static String oneOf(Collection<String> choices) {
    return Text.brief("one of " + String.join(", ", choices), MAX_NAMED);
  }

  public static String parameters(Collection<String> names) {
    return names.isEmpty()
        ? "no parameters"
        : Text.brief("one of the parameters " + String.join(", ", names), MAX_NAMED);
  }

  /// @param range as [#range] says it
  public static String text(String range, @Nullable String pattern) {
    return counted(TEXT, range, "characters") + (pattern == null ? "" : " that matches " + pattern);
  }

  /// @param range as [#range] says it
  public static String list(String range) {
    return counted(LIST, range, "elements");
  }

  private static String counted(String what, String range, String each) {
    return range.isEmpty() ? what : what + " of " + range + " " + each;
  }

  /// `1 to 9`, `at least 1` or `at most 9`; empty where there is no bound.
  public static String range(@Nullable Long min, @Nullable Long max) {
    if (min != null && max != null) {
      return min + " to " + max;
    }
    if (min != null) {
      return "at least " + min;
    }
    return max == null ? "" : "at most " + max;
  }

  /// What came instead, short and as JSON.
  public static String got(JsonNode value) {
    String text = value.toString();
    return Text.length(text) <= SHOWN
        ? text
        : Text.brief(text, SHOWN) + " (" + Text.length(text) + " characters)";
  }
}
