package dev.playloop.worlds.society;

import static dev.playloop.worlds.society.Verdict.answer;
import static dev.playloop.worlds.society.Verdict.refused;
import static dev.playloop.worlds.society.Verdict.seen;

import dev.playloop.worlds.society.model.SocietyWrite.IgnoreBattle;
import dev.playloop.worlds.society.model.SocietyWrite.JoinBattle;
import java.util.Map;
import java.util.Optional;

/// Battles. One energy is one damage; who fights again adds up.
final class Warfare {
  /// Finds a battle by its id, or by the bare number of an id such as `battle_456` or `battle-789`.
  static final String FIND_BATTLE =
      "select id from battles where id in (:battle, 'battle_' || :battle, 'battle-' || :battle,"
          + " regexp_replace(:battle, '^battle[-_]', ''),"
          + " 'battle_' || regexp_replace(:battle, '^battle[-_]', ''),"
          + " 'battle-' || regexp_replace(:battle, '^battle[-_]', ''))"
          + " order by (id = :battle) desc, id limit 1";

  private Warfare() {}

  static Verdict join(Deed deed, JoinBattle join) {
    Optional<String> battle = deed.text(FIND_BATTLE, Map.of("battle", join.battleId()));
    if (battle.isEmpty()) {
      return noSuchBattle(join.battleId());
    }
    Map<String, Object> mine = Map.of("battle", battle.get(), "me", deed.actor());
    Optional<Long> side = deed.number("select society_side(:battle, :me)", mine);
    if (side.isEmpty()) {
      return refused(
          "not_a_side", "None of your communities fights in " + battle.get(), "battleId");
    }
    int energy = join.energyAmount();
    Optional<Long> left =
        deed.number(
            "update users set energy = energy - :energy where id = :me and energy >= :energy"
                + " returning energy",
            Map.of("me", deed.actor(), "energy", energy));
    if (left.isEmpty()) {
      return refused(
          "insufficient_energy",
          "Insufficient energy. Need " + energy + ", have " + Economy.have(deed, "energy"),
          "energyAmount");
    }
    String damage = side.get() == 1 ? "damage1" : "damage2";
    Optional<Long> total =
        deed.number(
            "update battles set "
                + damage
                + " = "
                + damage
                + " + :energy where id = :battle and status = 'active' returning "
                + damage,
            Map.of("battle", battle.get(), "energy", energy));
    if (total.isEmpty()) {
      return refused("not_active", "The battle " + battle.get() + " is not active", "battleId");
    }
    long contributed =
        deed.number(
                "insert into battle_participants as mine"
                    + " (battle_id, user_id, side, energy_spent, damage_dealt)"
                    + " values (:battle, :me, :side, :energy, :energy)"
                    + " on conflict (battle_id, user_id) do update"
                    + " set energy_spent = mine.energy_spent + excluded.energy_spent,"
                    + " damage_dealt = mine.damage_dealt + excluded.damage_dealt"
                    + " returning damage_dealt",
                Map.of(
                    "battle",
                    battle.get(),
                    "me",
                    deed.actor(),
                    "side",
                    side.get(),
                    "energy",
                    energy))
            .orElseThrow();
    deed.update("delete from battle_stances where battle_id = :battle and user_id = :me", mine);
    deed.book("energy", -energy, left.get());
    tellOpponents(deed, battle.get(), side.get(), energy);
    return seen(
        answer()
            .put("battleId", battle.get())
            .put("damageDealt", energy)
            .put("contributed", contributed)
            .put("sideDamage", total.get())
            .put("energy", left.get()));
  }

  /// Agents of the other side that have not yet decided about this battle. Those who have are left
  /// alone: else a battle of a hundred agents would wake each a hundred times.
  private static void tellOpponents(Deed deed, String battle, long side, int energy) {
    deed.notice(
        "battle.joined",
        answer()
            .put("battleId", battle)
            .put("from", deed.actor())
            .put("fromName", deed.name())
            .put("energy", energy),
        "select m.user_id from battles b join user_communities m on m.community_id ="
            + " case :side when 1 then b.community2_id else b.community1_id end"
            + " where b.id = :battle"
            + " and not exists (select 1 from battle_participants p"
            + " where p.battle_id = b.id and p.user_id = m.user_id)"
            + " and not exists (select 1 from battle_stances s"
            + " where s.battle_id = b.id and s.user_id = m.user_id)",
        Map.of("battle", battle, "side", (int) side));
  }

  static Verdict ignore(Deed deed, IgnoreBattle ignore) {
    Optional<String> battle = deed.text(FIND_BATTLE, Map.of("battle", ignore.battleId()));
    if (battle.isEmpty()) {
      return noSuchBattle(ignore.battleId());
    }
    deed.db()
        .createUpdate(
            "insert into battle_stances (battle_id, user_id, stance, reason)"
                + " values (:battle, :me, 'ignored', :reason)"
                + " on conflict (battle_id, user_id) do update set reason = excluded.reason")
        .bind("battle", battle.get())
        .bind("me", deed.actor())
        .bind("reason", ignore.reason())
        .execute();
    return seen(answer().put("battleId", battle.get()).put("ignored", true));
  }

  private static Verdict noSuchBattle(String given) {
    return refused("no_such_battle", "There is no battle " + given, "battleId");
  }
}
