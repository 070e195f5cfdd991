package dev.playloop.worlds.emerald.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.emerald.game.GameStates;
import dev.playloop.worlds.emerald.game.GameView;
import dev.playloop.worlds.emerald.game.Routine;
import dev.playloop.worlds.emerald.model.GameState.Menu;
import dev.playloop.worlds.emerald.model.GameState.Mode;
import dev.playloop.worlds.emerald.model.Pocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// What waits for buttons, and what its menus show, as they are read from the game's memory.
class MenuDecodersTest {
  private static final GameProfile PROFILE = TestMemory.PROFILE;
  private final TestMemory ram = new TestMemory();

  @ParameterizedTest
  @CsvSource({
    "CHOOSE_ACTION, action",
    "CHOOSE_MOVE, move",
    "CHOOSE_TARGET, target",
    "CHOOSE_MONSTER, party",
    "CHOOSE_ITEM, bag",
    "BATTLE_YES_NO, yes_no",
    "CONTROLLER_IDLE, none"
  })
  void controllerTellsWhichMenuWaits(Routine routine, Menu menu) {
    ram.u32(PROFILE.at(Symbol.CONTROLLERS), PROFILE.of(routine));

    assertThat(ram.field().menu()).isEqualTo(menu);
    assertThat(ram.field().battler()).isZero();
  }

  @Test
  void secondFightersMenuIsSeenInADoubleBattle() {
    ram.u32(PROFILE.at(Symbol.CONTROLLERS) + 8, PROFILE.of(Routine.CHOOSE_ACTION));

    assertThat(ram.field().menu()).isEqualTo(Menu.action);
    assertThat(ram.field().battler()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "OVERWORLD,  false, 0, false, field",
    "OVERWORLD,  true,  0, false, text",
    "OVERWORLD,  false, 2, false, text",
    "OVERWORLD,  false, 0, true,  busy",
    "BATTLE,     false, 0, false, busy",
    "BAG,        true,  0, false, bag",
    "PARTY_MENU, true,  0, false, party"
  })
  void modeTellsWhatButtonsDo(
      Routine screen, boolean locked, int textBox, boolean fade, Mode mode) {
    ram.u32(PROFILE.at(Symbol.MAIN) + 4, PROFILE.of(screen));
    ram.u8(PROFILE.at(Symbol.LOCK_FIELD_CONTROLS), locked ? 1 : 0);
    ram.u8(PROFILE.at(Symbol.MESSAGE_BOX_MODE), textBox);
    ram.u8(PROFILE.at(Symbol.PALETTE_FADE) + 7, fade ? 0x80 : 0);

    assertThat(GameStates.mode(ram.field())).isEqualTo(mode);
    assertThat(ram.field().isFree()).isEqualTo(mode == Mode.field);
  }

  @ParameterizedTest
  @EnumSource(names = {"START_MENU", "PARTY_CHOOSE", "BAG_INPUT"})
  void activeTasksAreKnownByTheirFunctions(Routine routine) {
    long task = PROFILE.at(Symbol.TASKS) + 3 * 0x28;
    ram.u32(task, PROFILE.of(routine));
    assertThat(ram.field().tasks()).isEmpty();
    ram.u8(task + 4, 1);

    assertThat(ram.field().tasks()).containsExactly(routine);
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 0", "1, 0, 1", "0, 2, 1", "3, 2, 2", "3, 0xFD, 1"})
  void bagStandsBelowWhatTheStartMenuHasAlready(int party, String flags, int place) {
    for (int i = 0; i < party; i++) {
      ram.monster(i, 24 + i, 77, 258, 20);
    }
    ram.u8(PROFILE.at(Symbol.PARTY_COUNT), party);
    ram.u8(TestMemory.BLOCKS.first() + 4720 + 0x861 / 8, Integer.decode(flags));

    assertThat(ram.view().startMenuBag()).isEqualTo(place);
  }

  @Test
  void cursorsOfBagAndPartyAreRead() {
    ram.u8(PROFILE.at(Symbol.PARTY_MENU) + 9, 7);
    long bag = PROFILE.at(Symbol.BAG_POSITION);
    ram.u8(bag + 5, 1).u16(bag + 8 + 2, 3).u16(bag + 0x12 + 2, 4);
    ram.u8(PROFILE.at(Symbol.BATTLE_PARTY_ORDER), 0x10)
        .u8(PROFILE.at(Symbol.BATTLE_PARTY_ORDER) + 1, 0x23)
        .u8(PROFILE.at(Symbol.BATTLE_PARTY_ORDER) + 2, 0x45);

    GameView view = ram.view();

    assertThat(view.partyCursor()).isEqualTo(7);
    assertThat(view.bagPocket()).isEqualTo(Pocket.balls);
    assertThat(view.bagPlace()).isEqualTo(7);
    assertThat(view.battleOrder()).containsExactly(1, 0, 2, 3, 4, 5);
  }

  @Test
  void textOfTheOpenBoxIsToldAndNoOther() {
    long text = PROFILE.at(Symbol.FIELD_TEXT);
    ram.u8(text, 0xBB).u8(text + 1, 0xFF);
    assertThat(ram.view().text()).isNull();
    ram.u8(PROFILE.at(Symbol.MESSAGE_BOX_MODE), 2);

    assertThat(ram.view().text()).isEqualTo("A");
    assertThat(GameStates.of(ram.view()).text()).isEqualTo("A");
  }
}
