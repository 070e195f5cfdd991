package dev.playloop.worlds.declared.guard;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.json.CheckedJson;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.world.Verdict;
import dev.playloop.worlds.declared.game.GameReply;
import dev.playloop.worlds.declared.game.GameRequest;
import dev.playloop.worlds.declared.game.GameSecret;
import dev.playloop.worlds.declared.game.HttpGame;
import java.time.InstantSource;
import tools.jackson.databind.node.ObjectNode;

/// Asks over HTTP whether a text may be said: one POST, signed as an action is, answered within its
/// limit or not at all. Called on many threads at once. Owns its connections.
public final class TextGuard implements AutoCloseable {
  private final HttpGame http;
  private final GameSecret secret;
  private final InstantSource clock;

  public TextGuard(HttpGame http, GameSecret secret, InstantSource clock) {
    this.http = http;
    this.secret = secret;
    this.clock = clock;
  }

  Verdict ask(Action action, String parameter, String text) throws InterruptedException {
    ObjectNode body = Json.NODES.objectNode();
    body.put("action", action.action().value());
    body.put("agent", action.agent().value());
    body.put("actor", action.actor());
    body.put("tool", action.tool());
    body.put("parameter", parameter);
    body.put("text", text);
    GameRequest request = GameRequest.json(secret, clock.instant(), "", Json.bytes(body));
    return switch (http.send(request)) {
      case GameReply.Came came -> read(came.status(), came.body());
      case GameReply.Lost(String why) -> new Verdict.Unchecked(why);
      case GameReply.NotSent(String why) -> new Verdict.Unchecked(why);
    };
  }

  /// Whatever it answers that is no verdict is a failure.
  private static Verdict read(int status, byte[] body) {
    if (status != 200) {
      return new Verdict.Unchecked("it answered with HTTP " + status);
    }
    try {
      Verdict verdict = Verdict.of(CheckedJson.of(body, Edge.TOPIC).tree());
      return verdict == null || verdict instanceof Verdict.Unchecked
          ? new Verdict.Unchecked("it answered with what is no verdict")
          : verdict;
    } catch (InvalidValueException e) {
      return new Verdict.Unchecked("it answered with what can't be read: " + e.expected());
    }
  }

  @Override
  public void close() {
    http.close();
  }
}
