package dev.playloop.worlds.emerald;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.emulator.TestRom.Area;
import dev.playloop.worlds.emulator.TestRom.Facing;
import dev.playloop.worlds.emulator.TestRom.Tile;
import tools.jackson.databind.JsonNode;

/// What scenarios in battles and menus share: which menu waits, and how a battle begins.
abstract class MenuScenarios<R extends Rig> extends Scenarios<R> {
  static final int MOST_TEXTS = 12;

  final JsonNode look() {
    return done("look", "{}");
  }

  final String menu() {
    return look().path("battle").path("menu").asString("");
  }

  /// Goes on with texts until the menu waits.
  final void toMenu(String menu) {
    for (int i = 0; i < MOST_TEXTS && !menu().equals(menu); i++) {
      done("press_buttons", "{\"buttons\":[\"A\"]}");
      rig.frames(90);
    }
    assertThat(menu()).isEqualTo(menu);
  }

  final void wildBattle() {
    stand(new Tile(Area.TOWN, 5, 10), Facing.SOUTH);
    rom.wildBattle();
    rig.frames(140);
    toMenu("action");
  }

  final void trainerBattle() {
    stand(new Tile(Area.TOWN, 5, 10), Facing.SOUTH);
    rom.trainerBattle();
    rig.frames(140);
    toMenu("action");
  }
}
