package dev.playloop.ingest;

import dev.playloop.http.Problem;
import dev.playloop.http.Problem.FieldError;
import dev.playloop.schemas.Text;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How the events of a request are to be taken.
///
/// @param onlyValidated they are checked, and nothing is written
record EventsQuery(boolean onlyValidated) {
  private static final int SHOWN = 80;

  /// Reads what stands behind the question mark. Throws [Problem.Refused]: who mistypes a word must
  /// not believe that nothing is written.
  static EventsQuery of(@Nullable String query) {
    if (query == null || query.isEmpty()) {
      return new EventsQuery(false);
    }
    for (String part : query.split("&", -1)) {
      int equals = part.indexOf('=');
      String name = equals < 0 ? part : part.substring(0, equals);
      String value = equals < 0 ? "" : part.substring(equals + 1);
      if (!name.equals("validate")) {
        throw invalid("query", "validate=only, or nothing", name);
      }
      if (!value.equals("only")) {
        throw invalid("validate", "only", value);
      }
    }
    return new EventsQuery(true);
  }

  private static Problem.Refused invalid(String field, String expected, String got) {
    FieldError error = new FieldError(field, expected, "'" + Text.brief(got, SHOWN) + "'");
    return EventProblem.invalid(List.of(error)).refused();
  }
}
