package dev.playloop.worlds.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.emulator.TestRom.Rule;
import dev.playloop.worlds.emulator.machine.Key;
import dev.playloop.worlds.emulator.machine.Roms;
import dev.playloop.worlds.emulator.thumb.ThumbMachine;
import org.junit.jupiter.api.BeforeEach;

/// A battle of the test game, played by its buttons.
abstract class GameBattle {
  static final int HP = 0x28;
  static final int ACTIVE = 0x0202_406E;
  static final long PARTY = 0x0202_44ECL;

  Play play;

  @BeforeEach
  void start() {
    play = new Play(new ThumbMachine(Roms.bundled()));
  }

  void wild() {
    play.rom().wildBattle();
    play.mailed();
    play.until("battle", () -> play.callback() == Play.BATTLE);
    play.through("action menu", Play.ACTION_MENU);
  }

  int cursor() {
    return play.u8(0x0202_44ACL);
  }

  /// Moves the action cursor, which does not wrap, and presses A.
  void choose(int action) {
    play.tap((action & 1) != 0 ? Key.RIGHT : Key.LEFT);
    play.tap((action & 2) != 0 ? Key.DOWN : Key.UP);
    assertThat(cursor()).isEqualTo(action);
    play.tap(Key.A);
  }

  /// Lets the foe bring the active monster down.
  void faint() {
    play.machine().write(0x0202_4084L + HP, new byte[] {1, 0});
    play.rom().running(Rule.NEVER);
    play.mailed();
    for (int i = 0; i < 10 && play.own(HP) > 0; i++) {
      choose(3);
      play.until("foe's turn", () -> play.controller() != Play.ACTION_MENU);
      for (int j = 0; j < 60 && play.own(HP) > 0 && play.controller() != Play.ACTION_MENU; j++) {
        play.tap(Key.B);
      }
    }
    assertThat(play.own(HP)).isZero();
  }
}
