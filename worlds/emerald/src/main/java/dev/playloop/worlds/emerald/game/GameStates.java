package dev.playloop.worlds.emerald.game;

import dev.playloop.schemas.Text;
import dev.playloop.worlds.emerald.model.GameState;
import dev.playloop.worlds.emerald.model.GameState.Menu;
import dev.playloop.worlds.emerald.model.GameState.Mode;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A view as what models and perspectives know of a game. Pure.
public final class GameStates {
  private GameStates() {}

  public static GameState of(GameView view) {
    FieldView field = view.field();
    Player player = field.player();
    String text = view.text();
    return new GameState(
        field.frame(),
        field.map().toString(),
        player.x(),
        player.y(),
        player.facing().facing(),
        player.way(),
        mode(field),
        text == null ? null : Text.cut(text, GameState.MAX_TEXT),
        view.party().stream().map(GameStates::monster).toList(),
        view.battle() == null ? null : battle(view.battle(), field),
        nearby(field),
        view.badgeCount());
  }

  /// What the game does with buttons now.
  public static Mode mode(FieldView field) {
    return switch (field.screen()) {
      case BAG -> Mode.bag;
      case PARTY -> Mode.party;
      case BATTLE -> field.inBattle() ? Mode.battle : Mode.busy;
      case OTHER -> Mode.busy;
      case OVERWORLD -> {
        if (field.inBattle()) {
          yield field.menu() == Menu.none ? Mode.busy : Mode.battle;
        }
        if (field.tasks().contains(Routine.START_MENU)) {
          yield Mode.menu;
        }
        if (field.fading()) {
          yield Mode.busy;
        }
        yield field.locked() || field.textBox() ? Mode.text : Mode.field;
      }
    };
  }

  private static GameState.Monster monster(Monster monster) {
    return new GameState.Monster(
        monster.slot(),
        monster.species(),
        monster.name(),
        monster.level(),
        monster.hp(),
        monster.maxHp(),
        monster.egg());
  }

  private static GameState.Battle battle(Battle battle, FieldView field) {
    Battle.Fighter own = battle.own(field.battler());
    return new GameState.Battle(
        battle.trainer(),
        battle.isDouble(),
        field.menu(),
        fighter(own),
        fighter(battle.foe()),
        own.moves().stream()
            .map(move -> new GameState.Move(move.slot(), move.move(), move.pp()))
            .toList());
  }

  private static GameState.@Nullable Fighter fighter(Battle.Fighter fighter) {
    return fighter.species() == 0
        ? null
        : new GameState.Fighter(
            fighter.species(), fighter.name(), fighter.level(), fighter.hp(), fighter.maxHp());
  }

  private static List<GameState.Npc> nearby(FieldView field) {
    Tile here = field.player().tile();
    return field.actors().stream()
        .sorted(
            Comparator.comparingInt((Actor actor) -> actor.tile().distance(here))
                .thenComparingInt(Actor::index))
        .map(actor ->
            new GameState.Npc(
                actor.index(),
                actor.x(),
                actor.y(),
                actor.facing().facing(),
                actor.moving(),
                actor.frozen()))
        .toList();
  }
}
