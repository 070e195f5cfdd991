package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.ContractContext;
import dev.playloop.worlds.chain.simulator.ContractProgram;
import dev.playloop.worlds.eternum.rules.board.OpenGame;
import dev.playloop.worlds.eternum.rules.board.Stores;
import dev.playloop.worlds.eternum.rules.board.StructureLevels;
import dev.playloop.worlds.eternum.rules.board.Systems;
import dev.playloop.worlds.eternum.rules.cairo.Panic;
import dev.playloop.worlds.eternum.rules.cairo.Parameters;
import dev.playloop.worlds.eternum.rules.cairo.Uint;
import dev.playloop.worlds.eternum.rules.record.GameRecord;
import java.util.List;

/// Structures grow. The twin of `structure.cairo`.
final class StructureSystems {
  private static final Uint MAX_LEVEL = Uint.u8(3);
  private static final Uint WOOD = Uint.u8(3);
  private static final Uint LABOR = Uint.u8(23);
  private static final Uint WHEAT = Uint.u8(35);

  private StructureSystems() {}

  static ContractProgram program() {
    return Systems.of("structure_systems").on("level_up", StructureSystems::levelUp).build();
  }

  private static List<Felt> levelUp(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    Uint id = parameters.u32();
    parameters.end();
    OpenGame game = Systems.open(context, gameId);
    GameRecord structure = game.ownStructure(id);
    Panic.unless(StructureLevels.isSettled(structure), "structure " + id + " has no levels");
    Uint level = structure.uint("base.level");
    Panic.unless(level.below(MAX_LEVEL), "structure " + id + " has the highest level " + level);
    Uint next = level.plus(1);
    Uint times = next.into(128);
    Stores.spend(game, id, LABOR, Uint.u128(100).times(times).times(Stores.PRECISION));
    Stores.spend(game, id, WOOD, Uint.u128(50).times(times).times(Stores.PRECISION));
    Stores.spend(game, id, WHEAT, Uint.u128(100).times(times).times(Stores.PRECISION));
    game.put(StructureLevels.reach(structure, next));
    game.story("StructureLevelUpStory", id, next);
    return List.of();
  }
}
