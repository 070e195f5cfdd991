package dev.playloop.ingest;

import dev.playloop.http.Problem;
import dev.playloop.http.Problem.FieldError;
import java.util.List;

/// What can be wrong with events, as problems. `field` of an error is an attribute of the event
/// (`type`), a part of its data (`data.agent`), in a batch with its index before it
/// (`[3].data.agent`), a header, or `body`.
final class EventProblem {
  private EventProblem() {}

  static Problem invalid(List<FieldError> errors) {
    String detail =
        errors.size() == 1
            ? errors.getFirst().field() + ": expected " + errors.getFirst().expected()
            : errors.size() + " fields are wrong; nothing was taken in";
    return Problem.of(400, "invalid-event", "Not a valid event", detail, errors);
  }

  static Problem mediaType(String got) {
    String expected =
        "application/cloudevents+json, application/cloudevents-batch+json, or application/json with"
            + " the attributes in ce- headers";
    return Problem.of(
        415,
        "media-type",
        "Unknown media type",
        "Send a CloudEvent in JSON",
        List.of(new FieldError("content-type", expected, got)));
  }

  /// Nothing or only a part is stored; repeating the request is safe, for an event's id comes from
  /// its source and id.
  static Problem unavailable(String detail) {
    return Problem.of(
        503,
        "unavailable",
        "Kafka is away",
        detail + "; send the same request again: what is stored already is not taken in twice");
  }

  static Problem busy() {
    return Problem.of(
        429, "busy", "Too many events at once", "Kafka takes events more slowly than they come");
  }
}
