package dev.playloop.worlds.emerald.play;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.emerald.game.Actor;
import dev.playloop.worlds.emerald.game.ActorBuilder;
import dev.playloop.worlds.emerald.game.Direction;
import dev.playloop.worlds.emerald.game.FieldView;
import dev.playloop.worlds.emerald.game.FieldViewBuilder;
import dev.playloop.worlds.emerald.game.MapId;
import dev.playloop.worlds.emerald.game.PlayerBuilder;
import dev.playloop.worlds.emerald.game.Screen;
import dev.playloop.worlds.emerald.game.Terrain;
import dev.playloop.worlds.emerald.game.Terrain.Cell;
import dev.playloop.worlds.emerald.game.Terrain.Warp;
import dev.playloop.worlds.emerald.game.Terrain.Window;
import dev.playloop.worlds.emerald.game.Tile;
import dev.playloop.worlds.emerald.model.GameState.Menu;
import dev.playloop.worlds.emerald.play.PathCheck.Checked;
import dev.playloop.worlds.emerald.play.Step.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The rules of walking as tables, also for ground that the test game has not.
class PathCheckTest {
  private static final int FOOT = 1;
  private static final int MACH = 2;
  private static final int ACRO = 4;
  private static final int SURF = 8;

  /// A field of five by five plain tiles with one special tile in the middle, at (2, 2).
  private static Terrain around(Cell special, List<Warp> warps) {
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < 25; i++) {
      cells.add(i == 12 ? special : new Cell(1, 0, 3, 0));
    }
    return new Terrain(5, 5, new Window(new Tile(0, 0), 5, cells), warps);
  }

  private static FieldView player(int x, int y, int elevation, int flags, List<Actor> actors) {
    return FieldViewBuilder.builder()
        .frame(1)
        .map(new MapId(0, 0))
        .player(
            PlayerBuilder.builder()
                .index(0)
                .x(x)
                .y(y)
                .previousX(x)
                .previousY(y)
                .facing(Direction.SOUTH)
                .elevation(elevation)
                .flags(flags)
                .running(0)
                .transition(0)
                .build())
        .locked(false)
        .textBox(false)
        .screen(Screen.OVERWORLD)
        .fading(false)
        .inBattle(false)
        .menu(Menu.none)
        .battler(0)
        .tasks(Set.of())
        .actors(actors)
        .build();
  }

  private static String result(FieldView field, Terrain terrain, Tile... path) {
    return switch (PathCheck.check(field, terrain, List.of(path))) {
      case Checked.Bad bad -> bad.why().code();
      case Checked.Good good -> good.steps().getLast().kind().name();
    };
  }

  @ParameterizedTest
  @CsvSource({
    "0x00, 0, 3, 1, WALK",
    "0x00, 1, 3, 1, wall",
    "0x00, 0, 0, 1, WALK", // fits any level
    "0x00, 0, 15, 1, WALK", // a bridge
    "0x00, 0, 4, 1, elevation",
    "0x02, 0, 3, 1, WALK", // tall grass
    "0x15, 0, 1, 1, water",
    "0x10, 0, 1, 2, water",
    "0x20, 0, 3, 1, FORCED",
    "0x44, 0, 3, 1, FORCED",
    "0x40, 0, 3, 1, FORCED",
    "0xD0, 0, 3, 1, needs_mach_bike",
    "0xD2, 0, 3, 2, needs_mach_bike", // to be held, not walked
    "0xD1, 0, 3, 1, needs_acro_bike",
    "0xD3, 0, 3, 2, needs_acro_bike",
    "0xD3, 0, 3, 4, WALK",
    "0x38, 1, 3, 1, ledge",
    "0x69, 1, 3, 1, wall", // a door without a warp
    "0x60, 0, 3, 1, WALK" // a mat without one
  })
  void oneTileFromTheNorth(
      String behaviour, int collision, int elevation, int flags, String expected) {
    Terrain terrain =
        around(new Cell(1, collision, elevation, Integer.decode(behaviour)), List.of());

    assertThat(result(player(2, 1, 3, flags, List.of()), terrain, new Tile(2, 2)))
        .isEqualTo(expected);
  }

  /// Blocked sides: from which side a tile can be entered, and left.
  @ParameterizedTest
  @CsvSource({
    "0x30, WALK, WALK, WALK, wall", // closed to the east
    "0x31, WALK, WALK, wall, WALK",
    "0x32, wall, WALK, WALK, WALK",
    "0x33, WALK, wall, WALK, WALK",
    "0x34, wall, WALK, WALK, wall",
    "0x35, wall, WALK, wall, WALK",
    "0x36, WALK, wall, WALK, wall",
    "0x37, WALK, wall, wall, WALK",
    "0xC0, wall, wall, WALK, WALK",
    "0xC1, WALK, WALK, wall, wall"
  })
  void closedSides(String behaviour, String north, String south, String west, String east) {
    Terrain terrain = around(new Cell(1, 0, 3, Integer.decode(behaviour)), List.of());
    Tile middle = new Tile(2, 2);
    List<String> sides = List.of(north, south, west, east);
    List<Tile> outside = List.of(new Tile(2, 1), new Tile(2, 3), new Tile(1, 2), new Tile(3, 2));
    for (int i = 0; i < 4; i++) {
      Tile side = outside.get(i);
      assertThat(result(player(side.x(), side.y(), 3, FOOT, List.of()), terrain, middle))
          .as("enter from %s", side)
          .isEqualTo(sides.get(i));
      assertThat(result(player(2, 2, 3, FOOT, List.of()), terrain, side))
          .as("leave to %s", side)
          .isEqualTo(sides.get(i));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0x38, 1, 2, 3, 2, LEDGE",
    "0x39, 3, 2, 1, 2, LEDGE",
    "0x3A, 2, 3, 2, 1, LEDGE",
    "0x3B, 2, 1, 2, 3, LEDGE",
    "0x3B, 2, 3, 2, 1, not_adjacent",
    "0x3B, 1, 2, 3, 2, not_adjacent"
  })
  void ledgesLeadOneWay(String behaviour, int x, int y, int toX, int toY, String expected) {
    Terrain terrain = around(new Cell(1, 1, 3, Integer.decode(behaviour)), List.of());

    assertThat(result(player(x, y, 3, FOOT, List.of()), terrain, new Tile(toX, toY)))
        .isEqualTo(expected);
  }

  @Test
  void ledgeIsNotJumpedOntoSomebody() {
    Terrain terrain = around(new Cell(1, 1, 3, 0x3B), List.of());
    Actor below =
        ActorBuilder.builder()
            .index(4)
            .x(2)
            .y(3)
            .previousX(2)
            .previousY(3)
            .facing(Direction.SOUTH)
            .elevation(3)
            .moving(false)
            .frozen(false)
            .flags(1)
            .build();

    assertThat(result(player(2, 1, 3, FOOT, List.of(below)), terrain, new Tile(2, 3)))
        .isEqualTo("npc");
  }

  @Test
  void tileThatSomebodyIsLeavingIsTaken() {
    Terrain terrain = around(new Cell(1, 0, 3, 0), List.of());
    Actor leaving =
        ActorBuilder.builder()
            .index(4)
            .x(3)
            .y(2)
            .previousX(2)
            .previousY(2)
            .facing(Direction.EAST)
            .elevation(3)
            .moving(true)
            .frozen(false)
            .flags(3)
            .build();

    assertThat(result(player(2, 1, 3, FOOT, List.of(leaving)), terrain, new Tile(2, 2)))
        .isEqualTo("npc");
  }

  @Test
  void whoStandsOnAnotherLevelIsNotInTheWay() {
    Terrain terrain = around(new Cell(1, 0, 3, 0), List.of());
    Actor above =
        ActorBuilder.builder()
            .index(4)
            .x(2)
            .y(2)
            .previousX(2)
            .previousY(2)
            .facing(Direction.EAST)
            .elevation(4)
            .moving(false)
            .frozen(false)
            .flags(1)
            .build();

    assertThat(result(player(2, 1, 3, FOOT, List.of(above)), terrain, new Tile(2, 2)))
        .isEqualTo("WALK");
  }

  @Test
  void surferLandsAndThenDoesNotSurfAnyMore() {
    Terrain pond = around(new Cell(1, 0, 1, 0x15), List.of());
    FieldView surfer = player(2, 2, 1, SURF, List.of());

    assertThat(result(surfer, pond, new Tile(2, 3))).isEqualTo("WALK");
    assertThat(result(surfer, pond, new Tile(2, 3), new Tile(2, 2))).isEqualTo("water");
  }

  @ParameterizedTest
  @CsvSource({
    "0x60, 0, 2, 1, WARP",
    "0x61, 0, 1, 2, WARP",
    "0x69, 1, 2, 3, WARP",
    "0x69, 1, 1, 2, door"
  })
  void warpsAreEnteredAsTheGameDoes(
      String behaviour, int collision, int x, int y, String expected) {
    Tile middle = new Tile(2, 2);
    Terrain terrain =
        around(
            new Cell(1, collision, 3, Integer.decode(behaviour)),
            List.of(new Warp(middle, new MapId(1, 0))));

    assertThat(result(player(x, y, 3, FOOT, List.of()), terrain, middle)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"0x62, 3, 2", "0x63, 1, 2", "0x64, 2, 1", "0x65, 2, 3"})
  void arrowMatWarpsInItsDirectionOnly(String behaviour, int x, int y) {
    Tile middle = new Tile(2, 2);
    Terrain terrain =
        around(
            new Cell(1, 0, 3, Integer.decode(behaviour)),
            List.of(new Warp(middle, new MapId(1, 0))));
    FieldView onMat = player(2, 2, 3, FOOT, List.of());

    assertThat(result(onMat, terrain, new Tile(x, y))).isEqualTo(Kind.WARP.name());
    assertThat(result(onMat, terrain, new Tile(4 - x, 4 - y))).isEqualTo(Kind.WALK.name());
  }

  @Test
  void fasterWaysOfTravelKeepTheRules() {
    Terrain terrain = around(new Cell(1, 1, 3, 0), List.of());

    assertThat(result(player(2, 1, 3, MACH, List.of()), terrain, new Tile(2, 2))).isEqualTo("wall");
    assertThat(result(player(2, 1, 3, ACRO, List.of()), terrain, new Tile(3, 1))).isEqualTo("WALK");
  }

  @Test
  void tileBeyondWhatIsKnownIsOutside() {
    Terrain terrain = around(new Cell(1, 0, 3, 0), List.of());

    assertThat(result(player(2, 0, 3, FOOT, List.of()), terrain, new Tile(2, -1)))
        .isEqualTo("outside");
  }
}
