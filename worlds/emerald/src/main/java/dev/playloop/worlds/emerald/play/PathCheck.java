package dev.playloop.worlds.emerald.play;

import dev.playloop.worlds.emerald.game.Actor;
import dev.playloop.worlds.emerald.game.Behaviours;
import dev.playloop.worlds.emerald.game.Direction;
import dev.playloop.worlds.emerald.game.FieldView;
import dev.playloop.worlds.emerald.game.Player;
import dev.playloop.worlds.emerald.game.Terrain;
import dev.playloop.worlds.emerald.game.Terrain.Cell;
import dev.playloop.worlds.emerald.game.Tile;
import dev.playloop.worlds.emerald.play.Step.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Checks a whole path before a key is pressed, as the game would at each step. Pure. A refusal
/// says which tile, why, and what to do.
final class PathCheck {
  private final FieldView field;
  private final Terrain terrain;
  private final List<Tile> path;
  private final List<Step> steps = new ArrayList<>();
  private Tile here;
  private int elevation;
  private boolean surfs;

  private PathCheck(FieldView field, Terrain terrain, List<Tile> path) {
    this.field = field;
    this.terrain = terrain;
    this.path = path;
    this.here = field.player().tile();
    this.elevation = field.player().elevation();
    this.surfs = field.player().surfs();
  }

  /// A path that can be walked, or the first reason why not.
  sealed interface Checked {
    record Good(List<Step> steps) implements Checked {
      public Good {
        steps = List.copyOf(steps);
      }
    }

    record Bad(Verdict.Refused why) implements Checked {}
  }

  /// Thrown inside only.
  private static final class Blocked extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient Verdict.Refused why;

    Blocked(Verdict.Refused why) {
      super(why.message(), null, false, false);
      this.why = why;
    }
  }

  static Checked check(FieldView field, Terrain terrain, List<Tile> path) {
    PathCheck check = new PathCheck(field, terrain, path);
    try {
      for (int i = 0; i < path.size(); i++) {
        i += check.step(i);
      }
      return new Checked.Good(check.steps);
    } catch (Blocked e) {
      return new Checked.Bad(e.why);
    }
  }

  /// Checks the step to the path's tile `i`; tells how many tiles more than that one it takes.
  private int step(int i) throws Blocked {
    Tile to = path.get(i);
    Direction direction = direction(i, to);
    Tile next = here.next(direction);
    boolean last = i == path.size() - 1;
    Cell cell = cell(i, next);
    if (direction == Behaviours.ledge(cell.behaviour())) {
      return ledge(i, direction, next);
    }
    if (!next.equals(to)) {
      throw jump(i, to);
    }
    Direction arrow = Behaviours.warpArrow(behaviourHere());
    if (arrow == direction && terrain.warpAt(here).isPresent()) {
      return end(i, last, new Step(direction, to, Kind.WARP), "leaves the map");
    }
    if (Behaviours.warpsWhenWalkedInto(cell.behaviour()) && terrain.warpAt(to).isPresent()) {
      if (direction != Direction.NORTH) {
        throw no(i, "door", "is a door, entered from the south only; walk below it and go north");
      }
      return end(i, last, new Step(direction, to, Kind.WARP), "is a door");
    }
    enter(i, direction, to, cell);
    Kind kind = kind(to, cell);
    here = to;
    if (kind == Kind.WALK) {
      steps.add(new Step(direction, to, kind));
      return 0;
    }
    String what =
        switch (kind) {
          case WARP -> "leads to another map";
          case EDGE -> "lies on the neighbouring map";
          case FORCED -> "carries you on by itself";
          case WALK, LEDGE -> "";
        };
    return end(i, last, new Step(direction, to, kind), what);
  }

  private Kind kind(Tile to, Cell cell) {
    if (Behaviours.warpsOnStep(cell.behaviour()) && terrain.warpAt(to).isPresent()) {
      return Kind.WARP;
    }
    if (!terrain.isOnMap(to)) {
      return Kind.EDGE;
    }
    return Behaviours.isForced(cell.behaviour()) ? Kind.FORCED : Kind.WALK;
  }

  private int end(int i, boolean last, Step step, String what) throws Blocked {
    if (!last) {
      throw no(
          i, "not_the_end", what + ", so it must be the last tile; end the path there, then look");
    }
    steps.add(step);
    return 0;
  }

  private Direction direction(int i, Tile to) throws Blocked {
    int dx = to.x() - here.x();
    int dy = to.y() - here.y();
    int far = Math.abs(dx) + Math.abs(dy);
    for (Direction direction : Direction.values()) {
      boolean same = dx == far * direction.dx() && dy == far * direction.dy();
      if (same && (far == 1 || far == 2)) {
        return direction;
      }
    }
    throw jump(i, to);
  }

  private Blocked jump(int i, Tile to) {
    String from = i == 0 ? "where you stand, " + here : "the tile before it, " + here;
    String advice =
        to.equals(here)
            ? "leave it out"
            : "each tile must be one step north, south, west or east of the one before";
    return new Blocked(
        Verdict.refused(
            "not_adjacent",
            "path[%d] %s is not next to %s; %s".formatted(i, to, from, advice),
            "path[" + i + "]"));
  }

  /// A jump of two tiles. The path may name the ledge and then where it lands, or only that.
  private int ledge(int i, Direction direction, Tile ledge) throws Blocked {
    Tile landing = ledge.next(direction);
    boolean named = path.get(i).equals(ledge);
    if (named && (i + 1 == path.size() || !path.get(i + 1).equals(landing))) {
      throw no(
          i,
          "ledge",
          "is a ledge, which is jumped in one go; the tile after it must be " + landing);
    }
    if (!named && !path.get(i).equals(landing)) {
      throw jump(i, path.get(i));
    }
    Cell cell = cell(i, landing);
    nobody(i, landing, cell);
    here = landing;
    elevation = cell.elevation() == 15 ? elevation : cell.elevation();
    steps.add(new Step(direction, landing, Kind.LEDGE));
    return named ? 1 : 0;
  }

  private Cell cell(int i, Tile tile) throws Blocked {
    Cell cell = terrain.at(tile);
    if (cell == null || cell.isOutside()) {
      throw no(i, "outside", "lies outside of the map");
    }
    return cell;
  }

  private void enter(int i, Direction direction, Tile to, Cell cell) throws Blocked {
    int behaviour = cell.behaviour();
    Direction ledge = Behaviours.ledge(behaviour);
    if (ledge != null) {
      throw no(i, "ledge", "is a ledge that can only be jumped to the " + ledge.words());
    }
    Player player = field.player();
    if (Behaviours.isWater(behaviour) && !surfs && cell.collision() == 0) {
      throw no(
          i,
          "water",
          "is water and you are not surfing; face it and press A to surf, or go around");
    }
    if (cell.collision() != 0) {
      throw no(i, "wall", "is solid" + open());
    }
    if (Behaviours.needsMachBike(behaviour)) {
      throw no(
          i,
          "needs_mach_bike",
          player.onMachBike()
              ? "needs the full speed of your bike; cross it with hold_buttons"
              : "needs the Mach bike at full speed; get on it and use hold_buttons");
    }
    if (Behaviours.needsAcroBike(behaviour) && !player.onAcroBike()) {
      throw no(i, "needs_acro_bike", "needs the Acro bike; go around");
    }
    if (Behaviours.blocksLeaving(behaviourHere(), direction)
        || Behaviours.blocksEntering(behaviour, direction)) {
      throw no(i, "wall", "can't be entered from this side" + open());
    }
    level(i, cell);
    nobody(i, to, cell);
  }

  private void level(int i, Cell cell) throws Blocked {
    int level = cell.elevation();
    boolean fits = elevation == 0 || level == 0 || level == 15 || level == elevation;
    boolean lands = surfs && level == 3;
    if (!fits && !lands) {
      throw no(
          i,
          "elevation",
          "lies on level %d and you on %d; find stairs or a ramp".formatted(level, elevation));
    }
    surfs = surfs && !lands;
    elevation = level == 15 ? elevation : level;
  }

  private void nobody(int i, Tile tile, Cell cell) throws Blocked {
    Optional<Actor> actor = field.actorOn(tile);
    if (actor.isPresent() && !isOnOtherLevel(actor.get(), cell)) {
      throw no(
          i,
          "npc",
          "is taken by NPC %d%s; go around, or wait and look again"
              .formatted(actor.get().index(), actor.get().moving() ? ", which walks" : ""));
    }
  }

  private static boolean isOnOtherLevel(Actor actor, Cell cell) {
    return actor.elevation() != 0
        && cell.elevation() != 0
        && cell.elevation() != 15
        && actor.elevation() != 15
        && actor.elevation() != cell.elevation();
  }

  private int behaviourHere() {
    Cell cell = terrain.at(here);
    return cell == null ? 0 : cell.behaviour();
  }

  private String open() {
    List<Direction> open = terrain.openWays(here);
    return open.isEmpty()
        ? ""
        : "; from %s it is open to the %s"
            .formatted(here, open.stream().map(Direction::words).collect(Collectors.joining(", ")));
  }

  private Blocked no(int i, String code, String what) {
    return new Blocked(
        Verdict.refused(code, "path[%d] %s %s".formatted(i, path.get(i), what), "path[" + i + "]"));
  }
}
