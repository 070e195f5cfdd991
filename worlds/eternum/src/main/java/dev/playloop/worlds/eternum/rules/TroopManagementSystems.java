package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.ContractContext;
import dev.playloop.worlds.chain.simulator.ContractProgram;
import dev.playloop.worlds.eternum.rules.board.Explorers;
import dev.playloop.worlds.eternum.rules.board.Guards;
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
import java.util.List;

/// Explorers and guards: made, joined, swapped and dismissed. The twin of `troop_management.cairo`.
final class TroopManagementSystems {
  private TroopManagementSystems() {}

  static ContractProgram program() {
    return Systems.of("troop_management_systems")
        .on("explorer_create", TroopManagementSystems::createExplorer)
        .on("explorer_add", TroopManagementSystems::addToExplorer)
        .on("explorer_delete", TroopManagementSystems::deleteExplorer)
        .on("guard_add", TroopManagementSystems::addGuard)
        .on("guard_delete", TroopManagementSystems::deleteGuard)
        .on("explorer_explorer_swap", TroopSwaps::explorerToExplorer)
        .on("explorer_guard_swap", TroopSwaps::explorerToGuard)
        .on("guard_explorer_swap", TroopSwaps::guardToExplorer)
        .build();
  }

  private static List<Felt> createExplorer(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    Uint homeId = parameters.u32();
    int category = parameters.variant(TroopStack.CATEGORIES);
    int tier = parameters.variant(TroopStack.TIERS);
    Uint amount = parameters.u128();
    int direction = parameters.variant(MapCoord.DIRECTIONS);
    parameters.end();
    OpenGame game = Systems.open(context, gameId);
    GameRecord home = game.ownStructure(homeId);
    TroopStack.checkAmount(amount);
    TroopStack.checkTotal(amount);
    Uint explorers = home.uint("base.troop_explorer_count");
    Uint most = home.uint("base.troop_max_explorer_count");
    Panic.unless(
        explorers.below(most),
        "structure %s has %s of %s explorers".formatted(homeId, explorers, most));
    MapCoord at = MapCoord.ofStructure(home).neighbour(direction);
    Tiles.checkFree(game, at);
    Stores.spend(game, homeId, TroopStack.resourceOf(category, tier), amount);
    game.put(home.with("base.troop_explorer_count", explorers.plus(1)));
    Uint id = game.uuid();
    Tiles.occupy(game, at, id);
    GameRecord explorer = Explorers.placed(game.blank("ExplorerTroops", id.felt()), at);
    explorer.with("owner", homeId);
    game.put(TroopStack.fresh(game, category, tier, amount).into(explorer));
    game.story("ExplorerCreateStory", id, homeId, amount);
    return List.of(id.felt());
  }

  private static List<Felt> addToExplorer(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    Uint id = parameters.u32();
    Uint amount = parameters.u128();
    int direction = parameters.variant(MapCoord.DIRECTIONS);
    parameters.end();
    OpenGame game = Systems.open(context, gameId);
    GameRecord explorer = game.ownExplorer(id);
    Uint homeId = explorer.uint("owner");
    GameRecord home = game.structure(homeId);
    TroopStack.checkAmount(amount);
    Explorers.checkBesideStructure(MapCoord.ofExplorer(explorer), direction, home, homeId);
    TroopStack troops = TroopStack.ofExplorer(explorer).rested(game);
    Stores.spend(game, homeId, troops.resource(), amount);
    // Fresh troops are not more rested than those who joined a new explorer.
    TroopStack fresh = TroopStack.fresh(game, troops.category(), troops.tier(), amount);
    game.put(troops.joined(game, fresh, amount).into(explorer));
    game.story("ExplorerAddStory", id, homeId, amount);
    return List.of();
  }

  private static List<Felt> deleteExplorer(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    Uint id = parameters.u32();
    parameters.end();
    OpenGame game = Systems.open(context, gameId);
    GameRecord explorer = game.ownExplorer(id);
    Explorers.remove(game, id, explorer);
    game.story("ExplorerDeleteStory", id, explorer.uint("owner"), explorer.uint("troops.count"));
    return List.of();
  }

  private static List<Felt> addGuard(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    Uint id = parameters.u32();
    int slot = parameters.variant(Guards.SLOTS);
    int category = parameters.variant(TroopStack.CATEGORIES);
    int tier = parameters.variant(TroopStack.TIERS);
    Uint amount = parameters.u128();
    parameters.end();
    OpenGame game = Systems.open(context, gameId);
    GameRecord structure = game.ownStructure(id);
    TroopStack.checkAmount(amount);
    TroopStack.checkTotal(amount);
    Guards.checkSlot(id, structure, slot);
    TroopStack added = TroopStack.fresh(game, category, tier, amount);
    TroopStack troops = Guards.guard(structure, slot).joined(game, added, amount);
    Stores.spend(game, id, added.resource(), amount);
    game.put(Guards.withGuard(structure, slot, troops));
    game.story("GuardAddStory", id, Uint.u8(slot), amount);
    return List.of();
  }

  private static List<Felt> deleteGuard(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    Uint id = parameters.u32();
    int slot = parameters.variant(Guards.SLOTS);
    parameters.end();
    OpenGame game = Systems.open(context, gameId);
    GameRecord structure = game.ownStructure(id);
    TroopStack troops = Guards.guard(structure, slot);
    Guards.checkFilled(id, slot, troops.count());
    game.put(Guards.withGuard(structure, slot, troops.withCount(Uint.u128(0))));
    game.story("GuardDeleteStory", id, Uint.u8(slot), troops.count());
    return List.of();
  }
}
