package dev.playloop.http;

import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/// An answer that is no success, as RFC 9457 problem JSON. `errors` name what is wrong in the
/// request, field by field.
public record Problem(
    int status, String type, String title, String detail, List<FieldError> errors) {
  public static final String MEDIA_TYPE = "application/problem+json";
  private static final String PREFIX = "urn:playloop:problem:";
  private static final JsonMapper JSON = new JsonMapper();

  public Problem {
    errors = List.copyOf(errors);
  }

  /// `field` is a header, `body`, or whatever the application calls a part of it.
  public record FieldError(String field, String expected, String got) {}

  /// `type` is the last word of the problem's URN.
  public static Problem of(int status, String type, String title, String detail) {
    return of(status, type, title, detail, List.of());
  }

  public static Problem of(
      int status, String type, String title, String detail, List<FieldError> errors) {
    return new Problem(status, PREFIX + type, title, detail, errors);
  }

  public static Problem tooLarge(String what, long limit, String got) {
    return of(
        413,
        "too-large",
        "Too large",
        what + " may have at most " + limit + " bytes",
        List.of(new FieldError(what, "at most " + limit + " bytes", got)));
  }

  byte[] json() {
    return JSON.writeValueAsBytes(this);
  }

  /// Ends the handling of a request with this answer.
  public static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Problem problem;

    Refused(Problem problem) {
      super(problem.detail());
      this.problem = problem;
    }

    public Problem problem() {
      return problem;
    }
  }

  public Refused refused() {
    return new Refused(this);
  }
}
