package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.ContractContext;
import dev.playloop.worlds.chain.simulator.ContractProgram;
import dev.playloop.worlds.eternum.rules.board.Explorers;
import dev.playloop.worlds.eternum.rules.board.MapCoord;
import dev.playloop.worlds.eternum.rules.board.OpenGame;
import dev.playloop.worlds.eternum.rules.board.Stores;
import dev.playloop.worlds.eternum.rules.board.Systems;
import dev.playloop.worlds.eternum.rules.board.Tiles;
import dev.playloop.worlds.eternum.rules.board.TroopStack;
import dev.playloop.worlds.eternum.rules.cairo.Panic;
import dev.playloop.worlds.eternum.rules.cairo.Parameters;
import dev.playloop.worlds.eternum.rules.cairo.Uint;
import dev.playloop.worlds.eternum.rules.record.GameRecord;
import java.math.BigInteger;
import java.util.List;

/// Explorers go: over explored tiles by any path, into the unknown by one step and a random find.
/// The twin of `troop_movement.cairo`.
final class TroopMovementSystems {
  static final String NAME = "troop_movement_systems";

  private static final int MAX_STEPS = 50;
  private static final BigInteger BIOMES = BigInteger.valueOf(16);
  private static final BigInteger FIND_RANGE = BigInteger.valueOf(41);
  private static final int FIND_MIN = 10;

  /// Stone, Coal, Wood, Copper, Labor, Donkey, Wheat or Fish.
  private static final int[] FINDS = {1, 2, 3, 4, 23, 25, 35, 36};

  private TroopMovementSystems() {}

  static ContractProgram program() {
    return Systems.of(NAME).on("explorer_move", TroopMovementSystems::move).build();
  }

  private static List<Felt> move(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    Uint id = parameters.u32();
    List<Integer> directions = parameters.span(it -> it.variant(MapCoord.DIRECTIONS));
    boolean explore = parameters.bool();
    parameters.end();
    OpenGame game = Systems.open(context, gameId);
    GameRecord explorer = game.ownExplorer(id);
    Uint cost = cost(game, directions.size(), explore);
    TroopStack.ofExplorer(explorer).tired(game, id, cost).into(explorer);
    MapCoord from = MapCoord.ofExplorer(explorer);
    Tiles.vacate(game, from);
    MapCoord to =
        explore
            ? uncover(game, id, from.neighbour(directions.getFirst()))
            : walk(game, id, from, directions);
    Tiles.occupy(game, to, id);
    game.put(Explorers.placed(explorer, to));
    return List.of();
  }

  private static Uint cost(OpenGame game, int steps, boolean explore) {
    Panic.unless(steps != 0, "the path is empty");
    Panic.unless(steps <= MAX_STEPS, "a path has at most " + MAX_STEPS + " steps, not " + steps);
    if (explore) {
      Panic.unless(steps == 1, "exploring takes one step, not " + steps);
      return game.config("stamina.explore_cost");
    }
    return game.config("stamina.travel_cost").times(steps);
  }

  private static MapCoord walk(OpenGame game, Uint id, MapCoord from, List<Integer> directions) {
    MapCoord at = from;
    for (int direction : directions) {
      at = at.neighbour(direction);
      Tiles.checkFree(game, at);
    }
    game.story("ExplorerMoveStory", id, at.x(), at.y(), Uint.u32(directions.size()));
    return at;
  }

  /// Gives an unknown tile its biome and the explorer what lies there.
  private static MapCoord uncover(OpenGame game, Uint id, MapCoord at) {
    GameRecord there = Tiles.tile(game, at);
    String name = "tile " + at.x() + "," + at.y();
    Panic.unless(there.variant("biome") == 0, name + " is explored");
    Panic.unless(there.variant("occupier_kind") == Tiles.NOBODY, name + " is taken");
    Felt provider = game.door().contract(Felt.shortString(VrfProvider.NAME));
    BigInteger random = VrfProvider.consumed(game.context(), provider, game.caller());
    int biome = 1 + random.mod(BIOMES).intValue();
    game.put(there.withVariant("biome", biome));
    BigInteger[] rest = random.divide(BIOMES).divideAndRemainder(BigInteger.valueOf(FINDS.length));
    Uint resource = Uint.u8(FINDS[rest[1].intValue()]);
    Uint units = Uint.u128(FIND_MIN + rest[0].mod(FIND_RANGE).longValue());
    Uint amount = units.times(Stores.PRECISION);
    Stores.grant(game, id, resource, amount);
    game.story("ExplorerExploreStory", id, resource, amount, Uint.u8(biome));
    return at;
  }
}
