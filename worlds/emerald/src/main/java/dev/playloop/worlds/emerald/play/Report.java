package dev.playloop.worlds.emerald.play;

import dev.playloop.schemas.Text;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.emerald.game.Battle;
import dev.playloop.worlds.emerald.game.FieldView;
import dev.playloop.worlds.emerald.game.GameStates;
import dev.playloop.worlds.emerald.game.GameView;
import tools.jackson.databind.node.ObjectNode;

/// What results say of the game, in a few fields. Pure.
public final class Report {
  private static final int MAX_TEXT = 300;

  private Report() {}

  /// Where the player stands and what the game does with buttons now.
  public static ObjectNode of(GameView view) {
    FieldView field = view.field();
    ObjectNode report = place(field);
    report.put("mode", GameStates.mode(field).name());
    String text = view.text();
    if (text != null && !text.isBlank()) {
      report.put("text", Text.cut(text, MAX_TEXT));
    }
    if (view.battle() != null) {
      report.set("battle", battle(view.battle(), field));
    }
    return report;
  }

  static ObjectNode place(FieldView field) {
    return Json.NODES
        .objectNode()
        .put("map", field.map().toString())
        .put("x", field.player().x())
        .put("y", field.player().y())
        .put("facing", field.player().facing().words());
  }

  private static ObjectNode battle(Battle battle, FieldView field) {
    ObjectNode told =
        Json.NODES.objectNode().put("menu", field.menu().name()).put("trainer", battle.trainer());
    told.set("own", fighter(battle.own(field.battler())));
    told.set("foe", fighter(battle.foe()));
    return told;
  }

  private static ObjectNode fighter(Battle.Fighter fighter) {
    ObjectNode told =
        Json.NODES
            .objectNode()
            .put("name", fighter.name())
            .put("level", fighter.level())
            .put("hp", fighter.hp())
            .put("max_hp", fighter.maxHp());
    if (fighter.status() != 0) {
      told.put("status", fighter.status());
    }
    return told;
  }
}
