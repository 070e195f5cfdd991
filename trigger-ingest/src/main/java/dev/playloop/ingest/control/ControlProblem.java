package dev.playloop.ingest.control;

import dev.playloop.http.Problem;
import dev.playloop.http.Problem.FieldError;
import dev.playloop.schemas.InvalidValueException;
import java.util.List;

/// What can be wrong with what people say to agents, as problems. `field` of an error is a field of
/// the body, such as `about.argsHash`.
final class ControlProblem {
  private ControlProblem() {}

  static Problem invalid(String field, String expected, String got) {
    return of(400, "invalid-control", "Not a valid control", new FieldError(field, expected, got));
  }

  static Problem invalid(InvalidValueException e) {
    return invalid(e.field().equals("json") ? "body" : e.field(), e.expected(), e.got());
  }

  /// Its JSON is a control, and is not to be had here.
  static Problem unusable(String field, String expected, String got) {
    return of(422, "unusable", "Not to be had here", new FieldError(field, expected, got));
  }

  /// What was answered is not what is asked by now.
  static Problem other(String field, String expected, String got) {
    return of(409, "other", "Another question by now", new FieldError(field, expected, got));
  }

  static Problem nothingWaits(String what) {
    return Problem.of(
        404,
        "nothing-waits",
        "Nothing waits here",
        what + ": it may have been answered or have ended; GET /v1/approvals says what waits");
  }

  static Problem noPerson(String name, String kind) {
    return of(
        403,
        "no-person",
        "Only people answer",
        new FieldError("kind", "a principal of kind person", name + ", a " + kind));
  }

  static Problem actor(String name) {
    return of(
        403,
        "own-request",
        "Nobody answers for themselves",
        new FieldError("token", "that of somebody as whom no agent acts", name));
  }

  static Problem away(String detail) {
    return Problem.of(503, "unavailable", "Not now", detail);
  }

  private static Problem of(int status, String type, String title, FieldError error) {
    return Problem.of(
        status,
        type,
        title,
        error.field() + ": expected " + error.expected() + ", got " + error.got(),
        List.of(error));
  }
}
