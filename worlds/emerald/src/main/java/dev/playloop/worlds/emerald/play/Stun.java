package dev.playloop.worlds.emerald.play;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.emerald.game.Actor;
import dev.playloop.worlds.emerald.game.ActorFlags;
import dev.playloop.worlds.emerald.game.FieldView;
import dev.playloop.worlds.emerald.model.GameState.Facing;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// `stun_npc` and `unstun_npc`: sets or clears the frozen bit of an object. An object that is
/// frozen inside a step hangs the game within some frames, and between our look and our write a
/// step may begin; so the bit is written between two steps, looked at again in the next frame, and
/// taken back at once where the object has begun a step; each look reads only what decides. A blind
/// flip would thaw whom the game itself has frozen.
final class Stun {
  /// How long a chance is waited for.
  static final int LIMIT = 120;

  private static final int LOOK_EVERY = 2;
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
      if (actor.get().moving()) {
        session.pass(LOOK_EVERY);
      } else {
        switch (freeze(session, id)) {
          case DONE -> {
            return stunned(session.field(), id, start, races);
          }
          case RACED -> races++;
          case NOT_NOW -> session.pass(LOOK_EVERY);
        }
      }
      field = session.field();
    }
    return new Verdict.Failed(
        "npc_is_busy",
        "NPC %d is moving and did not pause within %d frames (timeout); try again"
            .formatted(id, LIMIT),
        null);
  }

  /// What came of trying to freeze: NOT_NOW where a step had begun before the write, RACED where
  /// one began between look and write, which then goes on.
  private enum Tried {
    DONE,
    NOT_NOW,
    RACED
  }

  private static Tried freeze(Session session, int id) throws InterruptedException {
    long place = session.reader().highFlags(id);
    boolean written = session.write8(place, () -> frozenByte(session.reader().flags(id)));
    if (!written) {
      return Tried.NOT_NOW;
    }
    ActorFlags after = session.reader().flags(id);
    if (after.moving()) {
      // Where the game holds everybody the bit is its own as well, and it lets go itself.
      if (after.frozen() && !after.locked()) {
        session.takeBack8(place, after.high() & ~FROZEN);
      }
      return Tried.RACED;
    }
    if (after.active() && after.frozen()) {
      session.seen();
      return Tried.DONE;
    }
    session.confirmNothingLost();
    return Tried.RACED; // something else has thawed it at once
  }

  /// The byte with the frozen bit set, as long as that is safe.
  private static OptionalInt frozenByte(ActorFlags now) {
    return now.active() && !now.locked() && !now.moving() && !now.frozen()
        ? OptionalInt.of(now.high() | FROZEN)
        : OptionalInt.empty();
  }

  private static Verdict stunned(FieldView field, int id, long start, int races) {
    Actor actor = field.actor(id).orElseThrow();
    ObjectNode output = told(id, actor.x(), actor.y(), actor.facing().facing());
    output.put("outcome", "stunned").put("frames", field.frame() - start).put("races", races);
    return new Verdict.Done(output);
  }

  static Verdict unstun(Session session, int id) throws InterruptedException {
    FieldView field = session.field();
    Verdict refusal = check(field, id, false);
    if (refusal != null) {
      return refusal;
    }
    session.write8(
        session.reader().highFlags(id),
        () -> OptionalInt.of(session.reader().flags(id).high() & ~FROZEN));
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
}
