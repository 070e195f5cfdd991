package dev.playloop.worlds.emerald.play;

import dev.playloop.worlds.emerald.game.FieldView;
import dev.playloop.worlds.emerald.game.MapId;
import dev.playloop.worlds.emerald.game.Player;
import dev.playloop.worlds.emerald.game.Tile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The checked steps of a walk over one map, and how many of them are done. Used by the walk's
/// thread.
final class WalkPath {
  /// Whoever is this near could step into the way.
  private static final int NEAR = 2;

  private final List<Step> steps;
  private final MapId map;
  private final Tile start;
  private int done;

  WalkPath(List<Step> steps, FieldView start) {
    this.steps = List.copyOf(steps);
    this.map = start.map();
    this.start = start.player().tile();
  }

  boolean isDone() {
    return done == steps.size();
  }

  int done() {
    return done;
  }

  Step next() {
    return steps.get(done);
  }

  Step last() {
    return steps.getLast();
  }

  Step step(int index) {
    return steps.get(index);
  }

  /// That so many steps are done, this one the last of them.
  void reached(int step) {
    done = step + 1;
  }

  /// Where the walk left off.
  Tile here() {
    return done == 0 ? start : steps.get(done - 1).to();
  }

  boolean isOnMap(FieldView field) {
    return field.map().equals(map);
  }

  /// On the map, with the controls in the player's hands.
  boolean isFree(FieldView field) {
    return field.isFree() && isOnMap(field);
  }

  /// Where the last step that is done has led. Before the first nothing is known: the player may
  /// stand beside the start.
  private @Nullable Tile known() {
    return done == 0 ? null : here();
  }

  boolean isOff(Player player) {
    Tile known = known();
    return known != null && !player.isAt(known);
  }

  boolean isOn(Player player) {
    Tile known = known();
    return known != null && player.isAt(known);
  }

  /// How many of the next steps one press may walk: those straight on, on foot, with nobody near
  /// who could step into the way.
  int runLength(FieldView field) {
    Step first = next();
    int length = 0;
    while (done + length < steps.size()) {
      Step step = steps.get(done + length);
      boolean straight = step.isPlain() && step.direction() == first.direction();
      if (!straight || !field.player().walks() || isNearSomebody(field, step.to())) {
        break;
      }
      length++;
    }
    return Math.max(1, length);
  }

  private static boolean isNearSomebody(FieldView field, Tile tile) {
    return field.actors().stream()
        .anyMatch(actor ->
            !actor.frozen()
                && (actor.tile().distance(tile) <= NEAR
                    || actor.previous().distance(tile) <= NEAR));
  }

  /// The step before `goal` that has brought the player to where it is, or -1.
  int reachedBefore(int goal, FieldView field) {
    for (int i = goal - 1; i >= done; i--) {
      if (field.player().isAt(steps.get(i).to())) {
        return i;
      }
    }
    return -1;
  }

  boolean isNews(int goal, FieldView field) {
    return reachedBefore(goal, field) >= 0 || !isOnMap(field) || isOff(field.player());
  }
}
