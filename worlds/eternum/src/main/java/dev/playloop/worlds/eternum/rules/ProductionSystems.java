package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.ContractContext;
import dev.playloop.worlds.chain.simulator.ContractProgram;
import dev.playloop.worlds.eternum.rules.board.MapCoord;
import dev.playloop.worlds.eternum.rules.board.OpenGame;
import dev.playloop.worlds.eternum.rules.board.Stores;
import dev.playloop.worlds.eternum.rules.board.StructureLevels;
import dev.playloop.worlds.eternum.rules.board.Systems;
import dev.playloop.worlds.eternum.rules.cairo.Panic;
import dev.playloop.worlds.eternum.rules.cairo.Parameters;
import dev.playloop.worlds.eternum.rules.cairo.Uint;
import dev.playloop.worlds.eternum.rules.record.GameRecord;
import java.util.List;

/// Buildings on a structure's inner hexes, and what they put out. The twin of `production.cairo`.
final class ProductionSystems {
  private static final Uint CENTRE = Uint.u32(10);
  private static final Uint STONE = Uint.u8(1);
  private static final Uint WOOD = Uint.u8(3);
  private static final Uint LABOR = Uint.u8(23);
  private static final Uint WHEAT = Uint.u8(35);
  private static final Uint POPULATION = Uint.u32(5);

  /// What one building puts out before it is exhausted: a week's production.
  private static final long WEEK = 604_800;

  private static final String LEFT = "PRODUCTION.output_amount_left";
  private static final String RATE = "PRODUCTION.production_rate";
  private static final String COUNT = "PRODUCTION.building_count";

  private ProductionSystems() {}

  static ContractProgram program() {
    return Systems.of("production_systems")
        .on("create_building", ProductionSystems::create)
        .on("destroy_building", ProductionSystems::destroy)
        .on("pause_building_production", (context, it) -> pause(context, it, true))
        .on("resume_building_production", (context, it) -> pause(context, it, false))
        .build();
  }

  private static List<Felt> create(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    Uint id = parameters.u32();
    List<Integer> directions = parameters.span(it -> it.variant(MapCoord.DIRECTIONS));
    Uint category = parameters.u8();
    boolean simple = parameters.bool();
    parameters.end();
    OpenGame game = Systems.open(context, gameId);
    GameRecord structure = game.ownStructure(id);
    Panic.unless(
        StructureLevels.isSettled(structure), "structure " + id + " has no place for buildings");
    Panic.unless(
        !category.isZero() && BuildingKinds.LAST.atLeast(category),
        "building " + category + " does not exist");
    MapCoord at = inner(structure, directions);
    Felt[] keys = {id.felt(), at.x().felt(), at.y().felt()};
    Panic.unless(
        game.find("Building", keys).isEmpty(),
        "place %s,%s of structure %s is taken".formatted(at.x(), at.y(), id));
    Uint count = settle(game, id, category);
    pay(game, id, simple, count.into(128));
    game.put(game.blank("Building", keys).withVariant("category", category.toInt()));
    if (BuildingKinds.produces(category)) {
      begin(game, id, BuildingKinds.produced(category));
    }
    tell(game, "BuildingCreateStory", id, category, at);
    return List.of();
  }

  private static void begin(OpenGame game, Uint id, Uint resource) {
    Uint rate = BuildingKinds.rate(resource);
    GameRecord held = Stores.load(game, id, resource);
    game.put(
        held.with(COUNT, held.uint(COUNT).plus(1))
            .with(RATE, held.uint(RATE).plus(rate))
            .with(LEFT, held.uint(LEFT).plus(rate.into(128).times(WEEK))));
  }

  /// Where a path from the centre ends.
  private static MapCoord inner(GameRecord structure, List<Integer> directions) {
    long rings = structure.number("base.level") + 1;
    Panic.unless(!directions.isEmpty(), "the path is empty");
    Panic.unless(
        directions.size() <= rings,
        "structure %s has %s rings, not %s"
            .formatted(structure.uint("entity_id"), rings, directions.size()));
    MapCoord at = new MapCoord(false, CENTRE, CENTRE);
    for (int direction : directions) {
      at = at.neighbour(direction);
    }
    Panic.unless(!at.x().equals(CENTRE) || !at.y().equals(CENTRE), "the path ends in the centre");
    return at;
  }

  /// Gives the people of a new building their place; returns how many buildings were there.
  private static Uint settle(OpenGame game, Uint id, Uint category) {
    GameRecord buildings =
        game.find("StructureBuildings", id.felt())
            .orElseGet(() ->
                game.blank("StructureBuildings", id.felt()).with("population.max", POPULATION));
    Uint count = buildings.uint("building_count");
    buildings.with("building_count", count.plus(1));
    Uint people = buildings.uint("population.current");
    Uint room = buildings.uint("population.max");
    if (BuildingKinds.isHut(category)) {
      room = room.plus(POPULATION);
    } else {
      people = people.plus(BuildingKinds.people(category));
    }
    Panic.unless(
        room.atLeast(people),
        "structure %s has room for %s people, not %s".formatted(id, room, people));
    game.put(buildings.with("population.current", people).with("population.max", room));
    return count;
  }

  /// Each building that stands makes the next one a tenth dearer.
  private static void pay(OpenGame game, Uint id, boolean simple, Uint count) {
    Uint tenth = count.plus(10).times(Stores.PRECISION);
    Stores.spend(game, id, WHEAT, tenth.times(3));
    if (simple) {
      Stores.spend(game, id, LABOR, tenth.times(6));
    } else {
      Stores.spend(game, id, WOOD, tenth.times(2));
      Stores.spend(game, id, STONE, tenth);
    }
  }

  private static List<Felt> destroy(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    Uint id = parameters.u32();
    MapCoord at = MapCoord.read(parameters);
    parameters.end();
    OpenGame game = Systems.open(context, gameId);
    GameRecord building = place(game, id, at);
    Uint category = Uint.u8(building.variant("category"));
    unsettle(game, id, category);
    if (BuildingKinds.produces(category)) {
      end(game, id, BuildingKinds.produced(category), building.flag("paused"));
    }
    game.remove("Building", id.felt(), at.x().felt(), at.y().felt());
    tell(game, "BuildingDestroyStory", id, category, at);
    return List.of();
  }

  private static void unsettle(OpenGame game, Uint id, Uint category) {
    GameRecord buildings = game.find("StructureBuildings", id.felt()).orElseThrow();
    buildings.with("building_count", buildings.uint("building_count").minus(1));
    Uint people = buildings.uint("population.current");
    if (BuildingKinds.isHut(category)) {
      Uint room = buildings.uint("population.max").minus(POPULATION);
      Panic.unless(
          room.atLeast(people),
          "%s people live in structure %s, which would have room for %s"
              .formatted(people, id, room));
      buildings.with("population.max", room);
    } else {
      buildings.with("population.current", people.minus(BuildingKinds.people(category)));
    }
    game.put(buildings);
  }

  private static void end(OpenGame game, Uint id, Uint resource, boolean paused) {
    GameRecord held = Stores.load(game, id, resource);
    // Its part of what is still to come goes with it.
    Uint left = held.uint(LEFT);
    held.with(LEFT, left.minus(left.over(held.uint(COUNT).into(128))));
    held.with(COUNT, held.uint(COUNT).minus(1));
    if (!paused) {
      held.with(RATE, held.uint(RATE).minus(BuildingKinds.rate(resource)));
    }
    game.put(held);
  }

  private static List<Felt> pause(ContractContext context, Parameters parameters, boolean paused) {
    Uint gameId = parameters.u32();
    Uint id = parameters.u32();
    MapCoord at = MapCoord.read(parameters);
    parameters.end();
    OpenGame game = Systems.open(context, gameId);
    GameRecord building = place(game, id, at);
    Uint category = Uint.u8(building.variant("category"));
    String name = "the building at " + at.x() + "," + at.y();
    Panic.unless(BuildingKinds.produces(category), name + " produces nothing");
    Panic.unless(
        building.flag("paused") != paused, name + (paused ? " is paused" : " is not paused"));
    Uint resource = BuildingKinds.produced(category);
    GameRecord held = Stores.load(game, id, resource);
    Uint rate = BuildingKinds.rate(resource);
    Uint before = held.uint(RATE);
    game.put(held.with(RATE, paused ? before.minus(rate) : before.plus(rate)));
    game.put(building.with("paused", paused));
    tell(game, paused ? "ProductionPauseStory" : "ProductionResumeStory", id, category, at);
    return List.of();
  }

  /// The building at a place of a structure that is the caller's.
  private static GameRecord place(OpenGame game, Uint id, MapCoord at) {
    game.ownStructure(id);
    return game.find("Building", id.felt(), at.x().felt(), at.y().felt())
        .filter(found -> !at.alt())
        .orElseThrow(() ->
            Panic.text("structure %s has no building at %s,%s".formatted(id, at.x(), at.y())));
  }

  private static void tell(OpenGame game, String kind, Uint id, Uint category, MapCoord at) {
    game.story(kind, id, category, at.x(), at.y());
  }
}
