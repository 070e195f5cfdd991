package dev.playloop.worlds.declared.game;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Printable;
import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.json.CheckedJson;
import dev.playloop.schemas.json.Edge;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/// Reads what a game answered. Whatever comes, it ends in a [GameAnswer]. Pure functions.
public final class GameAnswers {
  private static final int SHOWN = 80;
  private static final int MAX_CODE = 64;
  private static final int MAX_MESSAGE = 2_000;

  private GameAnswers() {}

  /// @param action whose answer it must be
  static GameAnswer read(GameReply.Came reply, String action) {
    int status = reply.status();
    return switch (status) {
      case 200 -> ended(reply.body(), action);
      case 409 -> held(reply.body());
      case 401, 403 ->
          new GameAnswer.Away(
              "it does not take our signature (HTTP " + status + "): compare secrets and clocks");
      case 429 -> new GameAnswer.Away("it has too much to do (HTTP 429)");
      case 400, 404, 405, 413, 415, 422 ->
          new GameAnswer.Declined(
              "it does not take such a request (HTTP " + status + "): " + said(reply.body()));
      default ->
          new GameAnswer.Garbled(
              status >= 300 && status < 400
                  ? "it redirects elsewhere (HTTP " + status + ")"
                  : "it answered with HTTP " + status);
    };
  }

  private static GameAnswer ended(byte[] body, String action) {
    if (body.length == 0) {
      return new GameAnswer.Garbled("it answered with nothing");
    }
    JsonNode answer = tree(body);
    return answer.isObject()
        ? ended(answer, action)
        : new GameAnswer.Garbled("it answered with what is no JSON object: " + said(body));
  }

  /// What an answer of 200 with this object says of that action.
  public static GameAnswer ended(JsonNode answer, String action) {
    JsonNode whose = answer.path("action");
    if (!whose.isString() || !whose.stringValue().equals(action)) {
      return new GameAnswer.Garbled("it answered for another action");
    }
    return switch (answer.path("status").asString("")) {
      case "done" -> new GameAnswer.Ended(Status.DONE, answer.get("output"), null, version(answer));
      case "refused" -> new GameAnswer.Ended(Status.REFUSED, output(answer), error(answer), null);
      case "failed" -> new GameAnswer.Ended(Status.FAILED, output(answer), error(answer), null);
      case "not_done" -> new GameAnswer.NotDone();
      case "unknown" -> new GameAnswer.Forgotten();
      default ->
          new GameAnswer.Garbled(
              "it answered with a status that is none: "
                  + Printable.brief(answer.path("status").toString(), SHOWN));
    };
  }

  private static GameAnswer held(byte[] body) {
    return switch (tree(body).path("error").path("code").asString("")) {
      case "busy" -> new GameAnswer.Busy();
      case "expired" -> new GameAnswer.Expired();
      default -> new GameAnswer.Garbled("it answered with HTTP 409 and no reason");
    };
  }

  /// A number that is none of theirs undoes nothing that was done: it is not waited for.
  private static @Nullable Long version(JsonNode answer) {
    JsonNode version = answer.path("version");
    return version.isIntegralNumber() && version.canConvertToLong() && version.longValue() >= 0
        ? version.longValue()
        : null;
  }

  private static @Nullable JsonNode output(JsonNode answer) {
    JsonNode output = answer.get("output");
    return output == null || output.isNull() ? null : output;
  }

  /// A game that says no without a reason has said no.
  private static ActionError error(JsonNode answer) {
    JsonNode error = answer.path("error");
    String field = text(error.path("field"), "", MAX_CODE);
    return new ActionError(
        text(error.path("code"), answer.path("status").asString(""), MAX_CODE),
        text(error.path("message"), "the game gave no reason", MAX_MESSAGE),
        field.isEmpty() ? null : field,
        error.path("retriable").asBoolean(false));
  }

  private static String text(JsonNode given, String otherwise, int max) {
    return given.isString() && !given.stringValue().isBlank()
        ? Printable.brief(given.stringValue(), max)
        : otherwise;
  }

  private static JsonNode tree(byte[] body) {
    try {
      return body.length == 0 ? MissingNode.getInstance() : CheckedJson.of(body, Edge.TOPIC).tree();
    } catch (InvalidValueException e) {
      return MissingNode.getInstance();
    }
  }

  private static String said(byte[] body) {
    int length = Math.min(body.length, 4 * SHOWN);
    String head = new String(body, 0, length, StandardCharsets.UTF_8);
    return body.length == 0 ? "nothing" : "'" + Printable.brief(head, SHOWN) + "'";
  }
}
