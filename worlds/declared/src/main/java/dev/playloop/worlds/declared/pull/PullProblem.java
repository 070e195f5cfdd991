package dev.playloop.worlds.declared.pull;

import dev.playloop.http.EdgeAnswer;
import dev.playloop.http.Problem;
import dev.playloop.http.Problem.FieldError;
import dev.playloop.schemas.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/// What can be wrong with the requests of a game that fetches, as problems. Pure functions.
final class PullProblem {
  private PullProblem() {}

  static Problem invalid(List<FieldError> errors) {
    FieldError first = errors.getFirst();
    return Problem.of(
        400,
        "invalid-pull",
        "Not a valid request",
        first.field() + ": expected " + first.expected(),
        errors);
  }

  static Problem noWorld(String world) {
    return Problem.of(
        404,
        "no-pulled-world",
        "No such world",
        "There is no world '"
            + world
            + "' whose actions are fetched: declare it with 'actions: {pull: true}'");
  }

  static Problem elsewhere(String world) {
    return Problem.of(
        421,
        "another-executor",
        "Not here",
        "Another executor has the actions of '" + world + "' now: ask that one, or all in turn");
  }

  static Problem superseded() {
    return Problem.of(
        409,
        "superseded",
        "Another connection is newer",
        "Somebody connected under this name later, and has the world now. Two of one name take it"
            + " from each other: give each a name, or stop one");
  }

  static Problem stranger() {
    return Problem.of(
        409,
        "connect-anew",
        "Unknown connection",
        "This epoch was given by another process, before: ask without 'epoch' for a new one");
  }

  static Problem refused(String why) {
    return Problem.of(409, "not-taken", "Answer not taken", why + "; nothing has changed");
  }

  static Problem busy() {
    return Problem.of(
        429, "busy", "Too many wait", "As many games wait for actions as may at one time");
  }

  /// Says who has the world, and when it may be tried again: also to programs.
  static EdgeAnswer held(String holder, Duration left) {
    long seconds = Math.max(1, left.plusMillis(999).toSeconds());
    ObjectNode body = Json.NODES.objectNode();
    body.put("status", 409);
    body.put("type", "urn:playloop:problem:held");
    body.put("title", "Another puller has the world");
    body.put("detail", "'" + holder + "' has it for " + seconds + " s more, or longer");
    body.put("holder", holder);
    body.put("leftMs", left.toMillis());
    body.putArray("errors")
        .addObject()
        .put("field", "puller")
        .put("expected", "'" + holder + "', or to come later")
        .put("got", "another");
    return new EdgeAnswer.Full(
        409, Problem.MEDIA_TYPE, Json.bytes(body), Map.of("Retry-After", String.valueOf(seconds)));
  }
}
