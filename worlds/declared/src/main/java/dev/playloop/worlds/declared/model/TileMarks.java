package dev.playloop.worlds.declared.model;

import dev.playloop.schemas.Text;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.view.Panel;
import dev.playloop.schemas.world.Outlook.Axis;
import dev.playloop.schemas.world.Outlook.Space;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// On which tile an agent stands, and whom it sees. Of what is near a view has the distance and one
/// of eight directions, so that its tile is about right. What has no place, or one beyond the tiles
/// that can be drawn, has no mark. Pure.
record TileMarks(Space space) {
  private static final Space TILES = new Space(1, 1, Axis.DOWN, "map");
  private static final double DIAGONAL = Math.sqrt(0.5);

  /// What another entity is whose kind says that it is the agent itself.
  private static final String OTHER = "other";

  /// In tiles, `y` as the world counts it; not a number where there is no place.
  private record Spot(double x, double y) {
    private static final Spot NOWHERE = new Spot(Double.NaN, Double.NaN);

    boolean isThere() {
      return !Double.isNaN(x) && !Double.isNaN(y);
    }

    Spot plus(double east, double north) {
      return new Spot(x + east, y + north);
    }
  }

  /// @param space how coordinates lie; null where they are tiles and `y` grows downwards
  static TileMarks in(@Nullable Space space) {
    return new TileMarks(space == null ? TILES : space);
  }

  /// The agent itself comes first: it is never what is left out.
  List<Panel.Mark> of(View view, List<SeenEntity> seen) {
    String name = view.agent().name();
    Spot here = spot(view.state().path("you"));
    List<Panel.Mark> itself = new ArrayList<>();
    List<Panel.Mark> others = new ArrayList<>();
    add(itself, here, Panel.Mark.SELF, name);
    for (SeenEntity one : seen) {
      if (!here.isThere() && one.hasId(name)) {
        add(itself, spot(one.row()), Panel.Mark.SELF, one.label());
      } else if (others.size() < Panel.MAX_PARTS) {
        Spot near = near(here, one);
        String kind = one.kind().equals(Panel.Mark.SELF) ? OTHER : Text.wellFormed(one.kind());
        add(others, near.isThere() ? near : spot(one.row()), kind, one.label());
      }
    }
    itself.addAll(others);
    return itself;
  }

  private Spot spot(JsonNode place) {
    return new Spot(
        SeenEntity.number(place, "x") / space.tileWidth(),
        SeenEntity.number(place, "y") / space.tileHeight());
  }

  private Spot near(Spot here, SeenEntity one) {
    double far = one.number("distance");
    double north = space.y() == Axis.UP ? far : -far;
    return switch (one.row().path("direction").stringValue("")) {
      case "here" -> here;
      case "north" -> here.plus(0, north);
      case "northeast" -> here.plus(far * DIAGONAL, north * DIAGONAL);
      case "east" -> here.plus(far, 0);
      case "southeast" -> here.plus(far * DIAGONAL, -north * DIAGONAL);
      case "south" -> here.plus(0, -north);
      case "southwest" -> here.plus(-far * DIAGONAL, -north * DIAGONAL);
      case "west" -> here.plus(-far, 0);
      case "northwest" -> here.plus(-far * DIAGONAL, north * DIAGONAL);
      default -> Spot.NOWHERE;
    };
  }

  private void add(List<Panel.Mark> marks, Spot spot, String kind, String label) {
    double x = Math.floor(spot.x);
    double row = Math.floor(spot.y);
    double y = space.y() == Axis.UP ? -row : row; // a grid's grows downwards
    if (isDrawn(x) && isDrawn(y)) {
      marks.add(new Panel.Mark((int) x, (int) y, kind, label));
    }
  }

  /// Not what is no number, either.
  private static boolean isDrawn(double tile) {
    return tile >= Integer.MIN_VALUE && tile <= Integer.MAX_VALUE;
  }
}
