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
import dev.playloop.worlds.eternum.rules.cairo.Parameters;
import dev.playloop.worlds.eternum.rules.cairo.Uint;
import dev.playloop.worlds.eternum.rules.record.GameRecord;
import dev.playloop.worlds.eternum.rules.record.ResourceAmount;
import java.util.List;

/// Explorers take from a structure's stores, past its guards. The twin of `raid.cairo`.
final class TroopRaidSystems {
  private static final Uint NONE = Uint.u128(0);

  /// Raiders take at most a quarter of what lies there.
  private static final long PART = 4;

  private TroopRaidSystems() {}

  static ContractProgram program() {
    return Systems.of("troop_raid_systems")
        .on("raid_explorer_vs_guard", TroopRaidSystems::raid)
        .build();
  }

  /// Each guard strikes the raiders as in a battle, by half of its losses; the raiders strike
  /// nobody. The raid succeeds where those who are left are at least half as strong as all guards
  /// together.
  private static List<Felt> raid(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    Uint raidersId = parameters.u32();
    Uint structureId = parameters.u32();
    int direction = parameters.variant(MapCoord.DIRECTIONS);
    List<ResourceAmount> list = parameters.span(ResourceAmount::read);
    parameters.end();
    OpenGame game = Systems.open(context, gameId);
    GameRecord raiders = game.ownExplorer(raidersId);
    GameRecord structure = game.structure(structureId);
    BattleRules.checkFoe(game, structureId, structure);
    MapCoord from = MapCoord.ofExplorer(raiders);
    Explorers.checkBesideStructure(from, direction, structure, structureId);
    Stores.checkList(list);
    BattleRules.checkRested(game, raidersId, raiders);
    TroopStack before =
        TroopStack.ofExplorer(raiders).tired(game, raidersId, game.config("stamina.attack_cost"));
    TroopStack left = pastGuards(before, structure);
    left.into(raiders);
    BattleRules.rest(game, raiders);
    Uint count = left.count();
    boolean succeeds =
        !count.isZero() && Blows.power(left, left).times(2).atLeast(strength(before, structure));
    Loot loot = new Loot(structureId, raidersId, count, list, PART);
    Uint stolen = succeeds ? BattleRules.steal(game, loot) : NONE;
    Explorers.keepOrRemove(game, raidersId, raiders);
    Side first = new Side(raidersId, game.caller(), before.count().minus(count), count);
    Side second = new Side(structureId, structure.felt("owner"), NONE, Uint.u128(succeeds ? 0 : 1));
    MapCoord at = MapCoord.ofStructure(structure);
    BattleRules.tell(game, first, second, at, new Raided("RaidStory", stolen));
    return List.of();
  }

  /// The raiders who are left.
  private static TroopStack pastGuards(TroopStack raiders, GameRecord structure) {
    Uint left = raiders.count();
    for (int slot = 0; slot < Guards.SLOTS; slot++) {
      Uint loss = Blows.between(raiders, Guards.guard(structure, slot)).attacker().over(2);
      left = left.minus(loss.min(left));
    }
    return raiders.withCount(left);
  }

  /// Of all guards together, against such raiders.
  private static Uint strength(TroopStack raiders, GameRecord structure) {
    Uint strength = NONE;
    for (int slot = 0; slot < Guards.SLOTS; slot++) {
      strength = strength.plus(Blows.power(Guards.guard(structure, slot), raiders));
    }
    return strength;
  }
}
