package dev.playloop.ingest;

import java.util.List;

/// An answer that is no success, as RFC 9457 problem JSON. `errors` name what is wrong in the
/// request, field by field.
record Problem(int status, String type, String title, String detail, List<FieldError> errors) {
  private static final String PREFIX = "urn:playloop:problem:";

  Problem {
    errors = List.copyOf(errors);
  }

  /// `field` is an attribute of the event (`type`), a part of its data (`data.agent`), in a batch
  /// with its index before it (`[3].data.agent`), a header, or `body`.
  record FieldError(String field, String expected, String got) {}

  static Problem of(int status, String type, String title, String detail) {
    return new Problem(status, PREFIX + type, title, detail, List.of());
  }

  static Problem invalid(List<FieldError> errors) {
    String detail =
        errors.size() == 1
            ? errors.getFirst().field() + ": expected " + errors.getFirst().expected()
            : errors.size() + " fields are wrong; nothing was taken in";
    return new Problem(400, PREFIX + "invalid-event", "Not a valid event", detail, errors);
  }

  static Problem tooLarge(String what, long limit, String got) {
    return new Problem(
        413,
        PREFIX + "too-large",
        "Too large",
        what + " may have at most " + limit + " bytes",
        List.of(new FieldError(what, "at most " + limit + " bytes", got)));
  }

  static Problem mediaType(String got) {
    String expected =
        "application/cloudevents+json, application/cloudevents-batch+json, or application/json with"
            + " the attributes in ce- headers";
    return new Problem(
        415,
        PREFIX + "media-type",
        "Unknown media type",
        "Send a CloudEvent in JSON",
        List.of(new FieldError("content-type", expected, got)));
  }

  /// Nothing or only a part is stored; repeating the request is safe, for an event's id comes from
  /// its source and id.
  static Problem unavailable(String detail) {
    return of(
        503,
        "unavailable",
        "Kafka is away",
        detail + "; send the same request again: what is stored already is not taken in twice");
  }

  static Problem busy() {
    return of(
        429, "busy", "Too many events at once", "Kafka takes events more slowly than they come");
  }

  /// Ends the handling of a request with this answer.
  static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Problem problem;

    Refused(Problem problem) {
      super(problem.detail());
      this.problem = problem;
    }

    Problem problem() {
      return problem;
    }
  }

  Refused refused() {
    return new Refused(this);
  }
}
