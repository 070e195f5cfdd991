package dev.playloop.worlds.emerald.play;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.emerald.game.Actor;
import dev.playloop.worlds.emerald.game.FieldView;
import dev.playloop.worlds.emerald.game.Symbol;
import dev.playloop.worlds.model.emerald.GameState.Facing;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// `stun_npc` and `unstun_npc`: sets or clears the frozen bit of an object. An object that is
/// frozen inside a step hangs the game, and between our look and our write a step may begin; so the
/// bit is written between two steps, looked at again in the next frame, and taken back at once
/// where the object has begun a step. A blind flip would thaw whom the game itself has frozen.
final class Stun {
  /// How long a chance is waited for.
  static final int LIMIT = 120;

  private static final int LOOK_EVERY = 2;
  private static final int OBJECT_BYTES = 0x24;
  private static final int FROZEN = 1;

  private Stun() {}

  static @Nullable Verdict check(FieldView field, int id, boolean stun) {
    if (id == field.player().index()) {
      return Verdict.refused(
          "own_id", "%d is yourself; choose an NPC: %s".formatted(id, others(field)), "id");
    }
    Optional<Actor> actor = field.actor(id);
    if (actor.isEmpty()) {
      return Verdict.refused(
          "no_such_npc",
          "there is no NPC %d here; there are: %s".formatted(id, others(field)),
          "id");
    }
    if (!field.isFree()) {
      return Verdict.refused(
          "controls_locked",
          "a menu, text or battle is open: the game holds everybody still itself, and lets everybody"
              + " go when it ends; finish it first");
    }
    if (stun && actor.get().frozen()) {
      return Verdict.refused("already_frozen", "NPC %d is frozen already".formatted(id), "id");
    }
    return stun || actor.get().frozen()
        ? null
        : Verdict.refused("not_frozen", "NPC %d is not frozen".formatted(id), "id");
  }

  private static String others(FieldView field) {
    String others =
        field.actors().stream()
            .map(actor -> actor.index() + " at " + actor.tile())
            .collect(Collectors.joining(", "));
    return others.isEmpty() ? "nobody" : others;
  }

  static Verdict stun(Session session, int id) throws InterruptedException {
    session.confirm();
    FieldView field = session.field();
    Verdict refusal = check(field, id, true);
    if (refusal != null) {
      return refusal;
    }
    long start = field.frame();
    int races = 0;
    Session.Patience patience = session.patience(LIMIT);
    while (!patience.isOver(field.frame())) {
      Optional<Actor> actor = field.actor(id);
      if (actor.isEmpty() || !field.isFree()) {
        return new Verdict.Failed(
            "interrupted", "the field was left before NPC %d could be stunned".formatted(id), null);
      }
      if (!actor.get().moving()) {
        Optional<FieldView> done = frozenBetweenSteps(session, id);
        if (done.isPresent()) {
          return stunned(done.get(), id, done.get().frame() - start, races);
        }
        races++;
      } else {
        session.pass(LOOK_EVERY);
      }
      session.confirm();
      field = session.field();
    }
    return new Verdict.Failed(
        "npc_is_busy",
        "NPC %d is moving and did not pause within %d frames (timeout); try again"
            .formatted(id, LIMIT),
        null);
  }

  /// Freezes, and looks again; empty where a step had begun meanwhile, which then goes on.
  private static Optional<FieldView> frozenBetweenSteps(Session session, int id)
      throws InterruptedException {
    write(session, id, true);
    FieldView field = session.field();
    Optional<Actor> actor = field.actor(id);
    if (actor.isPresent() && actor.get().moving()) {
      if (actor.get().frozen()) {
        write(session, id, false);
      }
      return Optional.empty();
    }
    if (actor.isPresent() && actor.get().frozen()) {
      session.seen();
      return Optional.of(field);
    }
    session.confirmNothingLost();
    return Optional.empty();
  }

  private static Verdict stunned(FieldView field, int id, long frames, int races) {
    Actor actor = field.actor(id).orElseThrow();
    ObjectNode output = told(id, actor.x(), actor.y(), actor.facing().facing());
    output.put("outcome", "stunned").put("frames", frames).put("races", races);
    return new Verdict.Done(output);
  }

  static Verdict unstun(Session session, int id) throws InterruptedException {
    FieldView field = session.field();
    Verdict refusal = check(field, id, false);
    if (refusal != null) {
      return refusal;
    }
    write(session, id, false);
    Optional<FieldView> free =
        session.await(4, now -> now.actor(id).map(actor -> !actor.frozen()).orElse(true));
    if (free.isEmpty()) {
      return new Verdict.Failed("still_frozen", "NPC %d is frozen anew".formatted(id), null);
    }
    Actor actor = field.actor(id).orElseThrow();
    return new Verdict.Done(
        told(id, actor.x(), actor.y(), actor.facing().facing()).put("outcome", "unstunned"));
  }

  private static ObjectNode told(int id, int x, int y, Facing facing) {
    return Json.NODES
        .objectNode()
        .put("npc", id)
        .put("x", x)
        .put("y", y)
        .put("facing", facing.name());
  }

  /// The byte that holds bits 8 to 15 of the flags: one byte loses less to the game's own writes
  /// than all four.
  private static void write(Session session, int id, boolean frozen) throws InterruptedException {
    long address =
        session.reader().profile().at(Symbol.OBJECT_EVENTS) + (long) id * OBJECT_BYTES + 1;
    int now = session.read8(address);
    session.write8(address, frozen ? now | FROZEN : now & ~FROZEN);
  }
}
