package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.eternum.rules.board.MapCoord;
import dev.playloop.worlds.eternum.rules.board.OpenGame;
import dev.playloop.worlds.eternum.rules.board.Stores;
import dev.playloop.worlds.eternum.rules.cairo.Panic;
import dev.playloop.worlds.eternum.rules.cairo.Uint;
import dev.playloop.worlds.eternum.rules.record.GameRecord;
import dev.playloop.worlds.eternum.rules.record.ResourceAmount;
import java.util.List;

/// Who may fight, what a winner carries away, and how a battle is told. The twin of the second part
/// of `battle.cairo`.
final class BattleRules {
  /// A troop carries ten units.
  private static final long CARRY = 10;

  private BattleRules() {}

  /// One side of a battle as it is told.
  record Side(Uint id, Felt owner, Uint loss, Uint left) {}

  static void checkFoe(OpenGame game, Uint id, GameRecord home) {
    Panic.unless(!home.felt("owner").equals(game.caller()), id + " is your own");
  }

  static void checkRested(OpenGame game, Uint id, GameRecord explorer) {
    Uint end = explorer.uint("troops.battle_cooldown_end");
    Panic.unless(game.now().atLeast(end), "explorer " + id + " rests from battle until " + end);
  }

  /// The explorer after a blow, which is not kept by that.
  static void rest(OpenGame game, GameRecord explorer) {
    explorer.with(
        "troops.battle_cooldown_end",
        game.now().plus(game.config("battle_cooldown_ticks").times(game.config("tick_seconds"))));
  }

  /// Who takes what from whom.
  ///
  /// @param count the troops that carry it
  /// @param part what of a balance may be taken at most: one of so many parts
  record Loot(Uint from, Uint to, Uint count, List<ResourceAmount> list, long part) {}

  /// Takes what the list says, bounded for each by what is there (or a part of it), and in all by
  /// what the troops can carry beside what they took now.
  static Uint steal(OpenGame game, Loot loot) {
    Uint room = loot.count.times(CARRY);
    Uint stolen = Uint.u128(0);
    for (ResourceAmount item : loot.list) {
      GameRecord held = Stores.load(game, loot.from, item.resource());
      Uint balance = held.uint("BALANCE");
      Uint taken = item.amount().min(balance.over(loot.part)).min(room);
      if (!taken.isZero()) {
        game.put(held.with("BALANCE", balance.minus(taken)));
        Stores.grant(game, loot.to, item.resource(), taken);
        room = room.minus(taken);
        stolen = stolen.plus(taken);
      }
    }
    return stolen;
  }

  /// Tells of a battle. The winner is who still stands where the other does not; zero where both or
  /// none do.
  static void tell(OpenGame game, Side attacker, Side defender, MapCoord at, Raided raided) {
    Uint winner = Uint.u32(0);
    if (attacker.left.isZero() != defender.left.isZero()) {
      winner = defender.left.isZero() ? attacker.id : defender.id;
    }
    game.emit(
        game.blank("BattleEvent", game.uuid().felt())
            .with("attacker_id", attacker.id)
            .with("defender_id", defender.id)
            .with("attacker_owner", attacker.owner)
            .with("defender_owner", defender.owner)
            .with("winner_id", winner)
            .with("attacker_loss", attacker.loss)
            .with("defender_loss", defender.loss)
            .with("coord_x", at.x())
            .with("coord_y", at.y())
            .with("timestamp", game.now()));
    game.story(raided.story, attacker.id, defender.id, winner, raided.stolen);
  }

  /// Under what name it is told, and how much was carried away.
  record Raided(String story, Uint stolen) {
    static Raided battle(Uint stolen) {
      return new Raided("BattleStory", stolen);
    }
  }
}
