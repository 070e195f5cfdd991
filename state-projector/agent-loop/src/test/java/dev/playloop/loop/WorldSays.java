package dev.playloop.loop;

import dev.playloop.loop.Scenario.Event;
import dev.playloop.loop.state.Input;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.view.Progress;
import java.math.BigDecimal;

/// What the world does in a [Scenario]: tells how actions ended and how far they are, and shows
/// views.
final class WorldSays {
  private WorldSays() {}

  /// The world holds this much for the call.
  static Event held(String action, String usd) {
    return result(
        ActionResult.done(
            actionId(action),
            Configs.ADA,
            Json.NODES.objectNode().put("held_usd", new BigDecimal(usd)),
            null));
  }

  /// The world tells how far a write is.
  static Event tells(String action, String step) {
    return s ->
        s.fold(
            new Input.ActionProgressed(
                actionId(action).value(),
                s.now,
                new Progress(Progress.VERSION, actionId(action), Configs.ADA, step, "0x1")));
  }

  static ActionId actionId(String id) {
    return new ActionId(Configs.ADA + ":" + id);
  }

  static Event done(String action) {
    return result(
        ActionResult.done(
            actionId(action), Configs.ADA, Json.NODES.objectNode().put("ok", true), null));
  }

  /// Done, and seen in views from this version on.
  static Event doneAt(String action, long version) {
    return result(
        ActionResult.done(
            actionId(action), Configs.ADA, Json.NODES.objectNode().put("ok", true), version));
  }

  static Event ends(String action, ActionResult.Status status, String code) {
    return result(
        ActionResult.failed(
            actionId(action),
            Configs.ADA,
            status,
            new ActionResult.ActionError(code, "because " + code, null, false)));
  }

  static Event refused(String action, String code) {
    return ends(action, ActionResult.Status.REFUSED, code);
  }

  static Event failed(String action, String code) {
    return ends(action, ActionResult.Status.FAILED, code);
  }

  static Event unknown(String action) {
    return ends(action, ActionResult.Status.UNKNOWN, "unknown");
  }

  static Event expired(String action) {
    return ends(action, ActionResult.Status.EXPIRED, "expired");
  }

  static Event result(ActionResult result) {
    return s -> s.fold(new Input.ActionDone(s.nextId(), s.now, result));
  }

  static Event viewReaches(long version) {
    return s -> s.fold(new Input.ViewReached(s.nextId(), s.now, version));
  }

  /// The executor was told of a halt before it began.
  static Event heldBack(String action) {
    return ends(action, ActionResult.Status.EXPIRED, ActionResult.HALTED);
  }
}
