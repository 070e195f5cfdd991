package dev.playloop.worlds.emerald.game;

import dev.playloop.schemas.Text;
import dev.playloop.worlds.emerald.model.GameState;
import dev.playloop.worlds.emerald.model.GameState.Menu;
import dev.playloop.worlds.emerald.model.GameState.Mode;
import dev.playloop.worlds.emerald.model.GameStateBattleBuilder;
import dev.playloop.worlds.emerald.model.GameStateBuilder;
import dev.playloop.worlds.emerald.model.GameStateMonsterBuilder;
import dev.playloop.worlds.emerald.model.GameStateNpcBuilder;
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
    return GameStateBuilder.builder()
        .frame(field.frame())
        .map(field.map().toString())
        .x(player.x())
        .y(player.y())
        .facing(player.facing().facing())
        .walks(player.way())
        .mode(mode(field))
        .text(text == null ? null : Text.cut(text, GameState.MAX_TEXT))
        .party(view.party().stream().map(GameStates::monster).toList())
        .battle(view.battle() == null ? null : battle(view.battle(), field))
        .nearby(nearby(field))
        .badges(view.badgeCount())
        .build();
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
    return GameStateMonsterBuilder.builder()
        .slot(monster.slot())
        .species(monster.species())
        .name(monster.name())
        .level(monster.level())
        .hp(monster.hp())
        .maxHp(monster.maxHp())
        .egg(monster.egg())
        .build();
  }

  private static GameState.Battle battle(Battle battle, FieldView field) {
    Battle.Fighter own = battle.own(field.battler());
    return GameStateBattleBuilder.builder()
        .trainer(battle.trainer())
        .isDouble(battle.isDouble())
        .menu(field.menu())
        .own(fighter(own))
        .foe(fighter(battle.foe()))
        .moves(
            own.moves().stream()
                .map(move -> new GameState.Move(move.slot(), move.move(), move.pp()))
                .toList())
        .build();
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
            GameStateNpcBuilder.builder()
                .id(actor.index())
                .x(actor.x())
                .y(actor.y())
                .facing(actor.facing().facing())
                .moving(actor.moving())
                .frozen(actor.frozen())
                .build())
        .toList();
  }
}
