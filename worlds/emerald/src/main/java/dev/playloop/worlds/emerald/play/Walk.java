package dev.playloop.worlds.emerald.play;

import dev.playloop.worlds.emerald.game.Actor;
import dev.playloop.worlds.emerald.game.FieldView;
import dev.playloop.worlds.emerald.game.Player;
import dev.playloop.worlds.emerald.play.Step.Kind;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Walks checked steps. A straight run on foot with nobody near is one press, held for as long as
/// it takes; else each tile is a press of its own. The next press comes while the last step is
/// still under way, so that the player never stops between them. What the player does is looked at
/// all the time, and the key is let go as soon as that is not what was meant.
///
/// ```
/// look ──free──► press for n tiles ──► watch until the last of them begins ──► look …
///   └─ battle, text, other map, off the path, nobody moves ──► let go, stop, say where and why
/// ```
final class Walk {
  /// Frames of a step, of a jump, and of turning on the spot.
  static final int STEP = 16;

  private static final int JUMP = 32;
  private static final int TURN = 8;

  /// How long a press reaches into a step: neither so short that the step is missed, nor so long
  /// that another one begins.
  private static final int REACH = 7;

  /// Frames in which a step must have begun, beyond what came before it.
  private static final int BEGIN_LIMIT = 14;

  private static final int STILL_LIMIT = 60;
  private static final int SETTLE_LIMIT = 120;
  private static final int WARP_LIMIT = 300;
  private static final int COARSE = 4;

  private final Session session;
  private final WalkPath path;
  private boolean triedAgain;

  /// The frame in which the step that is under way was first seen, and how long it takes.
  private long begun;

  private int lasts = STEP;

  Walk(Session session, List<Step> steps, FieldView start) {
    this.session = session;
    this.path = new WalkPath(steps, start);
  }

  /// Where it ended; `why` is null where the player arrived.
  record Stop(@Nullable String why, @Nullable Integer npc, int steps) {}

  Stop walk(FieldView start) throws InterruptedException {
    FieldView field = start;
    while (!path.isDone()) {
      if (!path.isFree(field)) {
        session.releaseHeld(); // whatever it is, the key was not meant for it
        FieldView later = regained(field);
        if (later == null) {
          return stopped(classified(field), null);
        }
        field = later;
        continue;
      }
      Step step = path.next();
      Optional<Actor> inTheWay = field.actorOn(step.to());
      if (inTheWay.isPresent()) {
        return stopped("blocked by NPC", inTheWay.get().index());
      }
      int run = path.runLength(field);
      press(field, step, run);
      Stop left = leaves(step) ? leave() : null;
      if (left != null) {
        return left;
      }
      FieldView after = leaves(step) ? null : watch(field, run);
      if (after == null && mayTryAgain(step)) {
        field = session.field();
        continue;
      }
      if (after == null) {
        return blocked(step);
      }
      field = after;
    }
    return arrive(field);
  }

  private static boolean leaves(Step step) {
    return step.kind() == Kind.WARP || step.kind() == Kind.EDGE;
  }

  private void press(FieldView field, Step step, int run) throws InterruptedException {
    Player player = field.player();
    boolean chained = player.walks() && !player.isStill() && player.running() == 2;
    if (!chained) {
      turnIfSlowed(player, step);
    }
    session.hold(
        step.direction().button(),
        now -> {
          if (!player.walks()) {
            return 3; // fast steps: as short as is surely seen
          }
          long left = chained ? lasts - (now - begun) : 0;
          // Who has stopped meanwhile must turn first. For who has not, the press is still too
          // short for one tile more.
          int turn = player.facing() == step.direction() ? 0 : TURN;
          return (int) Math.max(left, turn) + (run - 1) * STEP + REACH;
        });
  }

  /// On a bike and in the water a turn is a press of its own: how long it takes differs.
  private void turnIfSlowed(Player player, Step step) throws InterruptedException {
    if (player.walks() || player.facing() == step.direction()) {
      return;
    }
    session.hold(step.direction().button(), 1);
    session.await(
        STILL_LIMIT,
        field -> field.player().facing() == step.direction() && field.player().isStill());
    session.pass(1);
  }

  /// Follows the player until the last tile of the run has been begun; on foot it is then still
  /// under way. Null where the next tile is not reached in time. Whatever else happens is seen by
  /// the caller in the field that this returns.
  private @Nullable FieldView watch(FieldView before, int run) throws InterruptedException {
    int goal = path.done() + run;
    boolean onFoot = before.player().walks();
    int wait = (onFoot ? lasts + TURN : STILL_LIMIT) + BEGIN_LIMIT;
    while (path.done() < goal) {
      Optional<FieldView> seen =
          session.await(wait, field -> path.isNews(goal, field) || !field.isFree());
      if (seen.isEmpty()) {
        return null;
      }
      FieldView field = seen.get();
      if (!path.isFree(field)) {
        return field;
      }
      int reached = path.reachedBefore(goal, field);
      if (reached < 0) {
        return null;
      }
      path.reached(reached);
      begun = field.frame();
      lasts = path.step(reached).kind() == Kind.LEDGE ? JUMP : STEP;
      wait = lasts + BEGIN_LIMIT;
      if (path.done() == goal) {
        return onFoot ? field : still(field);
      }
      if (goal - path.done() > 1) {
        session.pass(COARSE);
      }
    }
    return before;
  }

  private FieldView still(FieldView field) throws InterruptedException {
    return session.await(STILL_LIMIT, now -> now.player().isStill() || !now.isFree()).orElse(field);
  }

  private Stop arrive(FieldView last) throws InterruptedException {
    boolean forced = path.last().kind() == Kind.FORCED;
    FieldView field = last;
    for (int stillFor = 0; stillFor < (forced ? 2 : 1); stillFor++) {
      field =
          session.await(SETTLE_LIMIT, now -> now.player().isStill() || !now.isFree()).orElse(field);
      if (forced) {
        session.pass(2);
      }
    }
    // What a tile sets off (grass, a script) begins in the frame in which the step ends, or the
    // next.
    field = session.field();
    if (!path.isFree(field)) {
      FieldView shown = session.await(SETTLE_LIMIT, this::isClear).orElse(field);
      if (!path.isFree(shown)) {
        return stopped(classified(shown), null);
      }
      field = shown;
    }
    return forced || field.player().isAt(path.last().to())
        ? new Stop(null, null, path.done())
        : stopped("moved off the path", null);
  }

  /// The step that leaves the map has been pressed: waits until the player stands on the other one.
  /// Null where nothing comes of it.
  private @Nullable Stop leave() throws InterruptedException {
    Optional<FieldView> other =
        session.await(
            WARP_LIMIT,
            field ->
                field.inBattle()
                    || field.textBox()
                    || (!path.isOnMap(field) && field.isFree() && field.player().isStill()));
    if (other.isEmpty()) {
      return null;
    }
    FieldView field = other.get();
    if (path.isOnMap(field)) {
      return stopped(classified(field), null);
    }
    path.reached(path.done());
    return new Stop(null, null, path.done());
  }

  /// Once in a walk: a press that came too late for the step under way may have turned the player
  /// only. Whoever stands still before a free tile, with no reply lost, is where the walk left off.
  private boolean mayTryAgain(Step step) throws InterruptedException {
    session.confirmNothingLost();
    Optional<FieldView> still = session.await(STILL_LIMIT, now -> now.player().isStill());
    boolean again =
        !triedAgain
            && still.isPresent()
            && path.isFree(still.get())
            && still.get().player().isAt(path.here())
            && still.get().actorOn(step.to()).isEmpty();
    triedAgain |= again;
    return again;
  }

  private Stop blocked(Step step) throws InterruptedException {
    FieldView field = session.field();
    if (!path.isFree(field)) {
      return stopped(classified(field), null);
    }
    Optional<Actor> inTheWay = field.actorOn(step.to());
    if (inTheWay.isPresent()) {
      return stopped("blocked by NPC", inTheWay.get().index());
    }
    return stopped(path.isOff(field.player()) ? "moved off the path" : "blocked", null);
  }

  private Stop stopped(String why, @Nullable Integer npc) throws InterruptedException {
    session.releaseHeld();
    session.await(SETTLE_LIMIT, field -> field.player().isStill() || !field.isFree());
    return new Stop(why, npc, path.done());
  }

  /// The game takes the controls for a moment by itself, as when one steps ashore. The field, once
  /// it is free again with the player on the path; null where something else has begun.
  private @Nullable FieldView regained(FieldView field) throws InterruptedException {
    Optional<FieldView> later = session.await(SETTLE_LIMIT, this::isClear);
    FieldView now = later.orElse(field);
    if (!path.isFree(now)) {
      return null;
    }
    if (now.player().isAt(path.next().to())) {
      path.reached(path.done());
      return now;
    }
    return path.isOn(now.player()) ? now : null;
  }

  /// It shows what has taken the controls, or that they are back.
  private boolean isClear(FieldView now) {
    return now.inBattle() || now.textBox() || (now.isFree() && now.player().isStill());
  }

  /// What took the controls: it may take the game some frames to show.
  private String classified(FieldView field) throws InterruptedException {
    FieldView shown = session.await(SETTLE_LIMIT, this::isClear).orElse(field);
    if (shown.inBattle()) {
      return "battle";
    }
    if (!path.isOnMap(shown)) {
      return "map change";
    }
    return shown.textBox() || shown.locked() ? "dialogue" : "script";
  }
}
