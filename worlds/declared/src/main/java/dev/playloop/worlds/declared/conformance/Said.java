package dev.playloop.worlds.declared.conformance;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Printable;
import dev.playloop.schemas.json.CheckedJson;
import dev.playloop.schemas.json.Edge;
import dev.playloop.worlds.declared.game.GameReply;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/// What a game said, as far as it can be read at all: the kit looks at wrong answers, too.
///
/// @param http the status of the reply; 0 where none came
/// @param body missing where it is no JSON
/// @param what all of it in a few words
record Said(int http, JsonNode body, String what) {
  private static final int SHOWN = 100;

  static Said of(GameReply reply) {
    return switch (reply) {
      case GameReply.NotSent(String why) -> new Said(0, MissingNode.getInstance(), why);
      case GameReply.Lost(String why) -> new Said(0, MissingNode.getInstance(), why);
      case GameReply.Came came -> {
        JsonNode body = tree(came.body());
        String said = body.isMissingNode() ? "" : " " + Printable.brief(body.toString(), SHOWN);
        yield new Said(came.status(), body, "HTTP " + came.status() + said);
      }
    };
  }

  private static JsonNode tree(byte[] body) {
    try {
      return body.length == 0 ? MissingNode.getInstance() : CheckedJson.of(body, Edge.TOPIC).tree();
    } catch (InvalidValueException e) {
      return MissingNode.getInstance();
    }
  }

  String status() {
    return http == 200 ? body.path("status").asString("") : "";
  }

  boolean isDone() {
    return status().equals("done");
  }

  String code() {
    return body.path("error").path("code").asString("");
  }

  JsonNode output() {
    return body.path("output");
  }

  /// How it ended, for comparing: two answers for one action must be equal in this.
  String result() {
    return status() + " " + output() + " " + code();
  }
}
