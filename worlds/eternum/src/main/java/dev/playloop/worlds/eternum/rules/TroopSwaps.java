package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.ContractContext;
import dev.playloop.worlds.eternum.rules.board.Explorers;
import dev.playloop.worlds.eternum.rules.board.Guards;
import dev.playloop.worlds.eternum.rules.board.MapCoord;
import dev.playloop.worlds.eternum.rules.board.OpenGame;
import dev.playloop.worlds.eternum.rules.board.Systems;
import dev.playloop.worlds.eternum.rules.board.TroopStack;
import dev.playloop.worlds.eternum.rules.cairo.Panic;
import dev.playloop.worlds.eternum.rules.cairo.Parameters;
import dev.playloop.worlds.eternum.rules.cairo.Uint;
import dev.playloop.worlds.eternum.rules.record.GameRecord;
import java.util.List;

/// Troops that change places between explorers and guards of one player. The twin of the swaps of
/// `troop_management.cairo`.
final class TroopSwaps {
  private TroopSwaps() {}

  static List<Felt> explorerToExplorer(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    Uint fromId = parameters.u32();
    Uint toId = parameters.u32();
    int direction = parameters.variant(MapCoord.DIRECTIONS);
    Uint count = parameters.u128();
    parameters.end();
    OpenGame game = Systems.open(context, gameId);
    GameRecord from = game.ownExplorer(fromId);
    Panic.unless(!fromId.equals(toId), "explorer " + toId + " is both sides");
    GameRecord to = game.ownExplorer(toId);
    Explorers.checkBesideExplorer(
        MapCoord.ofExplorer(from), direction, MapCoord.ofExplorer(to), toId);
    TroopStack.checkAmount(count);
    TroopStack leaving = TroopStack.ofExplorer(from);
    TroopStack there = TroopStack.ofExplorer(to);
    checkHas(fromId, leaving.count(), count);
    leaving.checkSame(there);
    there.joined(game, leaving, count).into(to);
    to.with(
        "troops.battle_cooldown_end",
        from.uint("troops.battle_cooldown_end").max(to.uint("troops.battle_cooldown_end")));
    leaving.withCount(leaving.count().minus(count)).into(from);
    game.put(to);
    Explorers.keepOrRemove(game, fromId, from);
    tell(game, fromId, toId, count);
    return List.of();
  }

  static List<Felt> explorerToGuard(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    Uint fromId = parameters.u32();
    Uint toId = parameters.u32();
    int direction = parameters.variant(MapCoord.DIRECTIONS);
    int slot = parameters.variant(Guards.SLOTS);
    Uint count = parameters.u128();
    parameters.end();
    OpenGame game = Systems.open(context, gameId);
    GameRecord from = game.ownExplorer(fromId);
    GameRecord to = game.ownStructure(toId);
    Explorers.checkBesideStructure(MapCoord.ofExplorer(from), direction, to, toId);
    TroopStack.checkAmount(count);
    TroopStack leaving = TroopStack.ofExplorer(from);
    checkHas(fromId, leaving.count(), count);
    Guards.checkSlot(toId, to, slot);
    TroopStack troops = Guards.guard(to, slot).joined(game, leaving, count);
    leaving.withCount(leaving.count().minus(count)).into(from);
    // Before the explorer, whose home this may be.
    game.put(Guards.withGuard(to, slot, troops));
    Explorers.keepOrRemove(game, fromId, from);
    tell(game, fromId, toId, count);
    return List.of();
  }

  static List<Felt> guardToExplorer(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    Uint fromId = parameters.u32();
    int slot = parameters.variant(Guards.SLOTS);
    Uint toId = parameters.u32();
    int direction = parameters.variant(MapCoord.DIRECTIONS);
    Uint count = parameters.u128();
    parameters.end();
    OpenGame game = Systems.open(context, gameId);
    GameRecord from = game.ownStructure(fromId);
    GameRecord to = game.ownExplorer(toId);
    Explorers.checkBesideExplorer(
        MapCoord.ofStructure(from), direction, MapCoord.ofExplorer(to), toId);
    TroopStack.checkAmount(count);
    TroopStack leaving = Guards.guard(from, slot);
    Guards.checkFilled(fromId, slot, leaving.count());
    checkHas(fromId, leaving.count(), count);
    TroopStack.ofExplorer(to).joined(game, leaving, count).into(to);
    TroopStack left = leaving.withCount(leaving.count().minus(count));
    game.put(Guards.withGuard(from, slot, left));
    game.put(to);
    tell(game, fromId, toId, count);
    return List.of();
  }

  private static void checkHas(Uint id, Uint has, Uint count) {
    Panic.unless(has.atLeast(count), id + " has " + has + " troops, not " + count);
  }

  private static void tell(OpenGame game, Uint from, Uint to, Uint count) {
    game.story("TroopSwapStory", from, to, count);
  }
}
