package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.ContractContext;
import dev.playloop.worlds.chain.simulator.ContractProgram;
import dev.playloop.worlds.eternum.rules.BattleRules.Loot;
import dev.playloop.worlds.eternum.rules.BattleRules.Raided;
import dev.playloop.worlds.eternum.rules.BattleRules.Side;
import dev.playloop.worlds.eternum.rules.board.Explorers;
import dev.playloop.worlds.eternum.rules.board.Guards;
import dev.playloop.worlds.eternum.rules.board.MapCoord;
import dev.playloop.worlds.eternum.rules.board.OpenGame;
import dev.playloop.worlds.eternum.rules.board.Stores;
import dev.playloop.worlds.eternum.rules.board.Systems;
import dev.playloop.worlds.eternum.rules.board.TroopStack;
import dev.playloop.worlds.eternum.rules.cairo.Panic;
import dev.playloop.worlds.eternum.rules.cairo.Parameters;
import dev.playloop.worlds.eternum.rules.cairo.Uint;
import dev.playloop.worlds.eternum.rules.record.GameRecord;
import dev.playloop.worlds.eternum.rules.record.ResourceAmount;
import java.util.List;

/// Explorers and guards against each other. The twin of `troop_battle.cairo`.
final class TroopBattleSystems {
  private static final Uint NONE = Uint.u128(0);

  private TroopBattleSystems() {}

  static ContractProgram program() {
    return Systems.of("troop_battle_systems")
        .on("attack_explorer_vs_explorer", TroopBattleSystems::explorers)
        .on("attack_explorer_vs_guard", TroopBattleSystems::explorerAndGuard)
        .on("attack_guard_vs_explorer", TroopBattleSystems::guardAndExplorer)
        .build();
  }

  private static List<Felt> explorers(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    Uint attackerId = parameters.u32();
    Uint defenderId = parameters.u32();
    int direction = parameters.variant(MapCoord.DIRECTIONS);
    List<ResourceAmount> list = parameters.span(ResourceAmount::read);
    parameters.end();
    OpenGame game = Systems.open(context, gameId);
    GameRecord attacker = game.ownExplorer(attackerId);
    GameRecord defender = game.explorer(defenderId);
    GameRecord other = game.structure(defender.uint("owner"));
    BattleRules.checkFoe(game, defenderId, other);
    MapCoord at = MapCoord.ofExplorer(defender);
    Explorers.checkBesideExplorer(MapCoord.ofExplorer(attacker), direction, at, defenderId);
    Stores.checkBounds(list);
    BattleRules.checkRested(game, attackerId, attacker);
    TroopStack mine = tired(game, attackerId, attacker);
    TroopStack theirs = TroopStack.ofExplorer(defender).rested(game);
    Blows blows = Blows.between(mine, theirs);
    Uint left = strike(game, attacker, mine, blows.attacker());
    Uint theirLeft = strike(game, defender, theirs, blows.defender());
    boolean won = !left.isZero() && theirLeft.isZero();
    Loot loot = new Loot(defenderId, attackerId, left, list, 1);
    Uint stolen = won ? BattleRules.steal(game, loot) : NONE;
    Explorers.keepOrRemove(game, attackerId, attacker);
    Explorers.keepOrRemove(game, defenderId, defender);
    Side first = new Side(attackerId, game.caller(), blows.attacker(), left);
    Side second = new Side(defenderId, other.felt("owner"), blows.defender(), theirLeft);
    BattleRules.tell(game, first, second, at, Raided.battle(stolen));
    return List.of();
  }

  private static List<Felt> explorerAndGuard(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    Uint attackerId = parameters.u32();
    Uint structureId = parameters.u32();
    int direction = parameters.variant(MapCoord.DIRECTIONS);
    parameters.end();
    OpenGame game = Systems.open(context, gameId);
    GameRecord attacker = game.ownExplorer(attackerId);
    GameRecord structure = game.structure(structureId);
    BattleRules.checkFoe(game, structureId, structure);
    MapCoord from = MapCoord.ofExplorer(attacker);
    Explorers.checkBesideStructure(from, direction, structure, structureId);
    BattleRules.checkRested(game, attackerId, attacker);
    int slot = outermost(structureId, structure);
    TroopStack mine = tired(game, attackerId, attacker);
    TroopStack theirs = Guards.guard(structure, slot).rested(game);
    Blows blows = Blows.between(mine, theirs);
    Uint left = strike(game, attacker, mine, blows.attacker());
    Uint theirLeft = theirs.count().minus(blows.defender());
    game.put(Guards.withGuard(structure, slot, theirs.withCount(theirLeft)));
    Explorers.keepOrRemove(game, attackerId, attacker);
    Side first = new Side(attackerId, game.caller(), blows.attacker(), left);
    Side second = new Side(structureId, structure.felt("owner"), blows.defender(), theirLeft);
    BattleRules.tell(game, first, second, MapCoord.ofStructure(structure), Raided.battle(NONE));
    return List.of();
  }

  private static List<Felt> guardAndExplorer(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    Uint structureId = parameters.u32();
    int slot = parameters.variant(Guards.SLOTS);
    Uint defenderId = parameters.u32();
    int direction = parameters.variant(MapCoord.DIRECTIONS);
    parameters.end();
    OpenGame game = Systems.open(context, gameId);
    GameRecord structure = game.ownStructure(structureId);
    GameRecord defender = game.explorer(defenderId);
    GameRecord other = game.structure(defender.uint("owner"));
    BattleRules.checkFoe(game, defenderId, other);
    MapCoord at = MapCoord.ofExplorer(defender);
    Explorers.checkBesideExplorer(MapCoord.ofStructure(structure), direction, at, defenderId);
    TroopStack guard = Guards.guard(structure, slot);
    Guards.checkFilled(structureId, slot, guard.count());
    TroopStack mine = tired(game, guard);
    TroopStack theirs = TroopStack.ofExplorer(defender).rested(game);
    Blows blows = Blows.between(mine, theirs);
    Uint left = mine.count().minus(blows.attacker());
    Uint theirLeft = strike(game, defender, theirs, blows.defender());
    game.put(Guards.withGuard(structure, slot, mine.withCount(left)));
    Explorers.keepOrRemove(game, defenderId, defender);
    Side first = new Side(structureId, structure.felt("owner"), blows.attacker(), left);
    Side second = new Side(defenderId, other.felt("owner"), blows.defender(), theirLeft);
    BattleRules.tell(game, first, second, at, Raided.battle(NONE));
    return List.of();
  }

  private static TroopStack tired(OpenGame game, Uint id, GameRecord explorer) {
    return TroopStack.ofExplorer(explorer).tired(game, id, game.config("stamina.attack_cost"));
  }

  private static TroopStack tired(OpenGame game, TroopStack guard) {
    Uint cost = game.config("stamina.attack_cost");
    TroopStack rested = guard.rested(game);
    Panic.unless(
        rested.stamina().atLeast(cost),
        "the guard needs " + cost + " stamina and has " + rested.stamina());
    return rested.withStamina(rested.stamina().minus(cost));
  }

  /// Writes what is left of the troops into the explorer, and when it may fight again.
  private static Uint strike(OpenGame game, GameRecord explorer, TroopStack troops, Uint loss) {
    Uint left = troops.count().minus(loss);
    troops.withCount(left).into(explorer);
    BattleRules.rest(game, explorer);
    return left;
  }

  /// The first guard in the way.
  private static int outermost(Uint id, GameRecord structure) {
    for (int slot = 0; slot < Guards.SLOTS; slot++) {
      if (!Guards.guard(structure, slot).count().isZero()) {
        return slot;
      }
    }
    throw Panic.text("structure " + id + " has no guard");
  }
}
