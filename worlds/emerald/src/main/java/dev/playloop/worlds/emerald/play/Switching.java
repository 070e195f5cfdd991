package dev.playloop.worlds.emerald.play;

import dev.playloop.worlds.emerald.game.Battle;
import dev.playloop.worlds.emerald.game.GameView;
import dev.playloop.worlds.emerald.game.Monster;
import dev.playloop.worlds.emerald.game.Routine;
import dev.playloop.worlds.emerald.game.Screen;
import dev.playloop.worlds.emerald.model.Button;
import dev.playloop.worlds.emerald.model.EmeraldWrite.SwitchPokemon;
import dev.playloop.worlds.emerald.model.GameState.Menu;
import dev.playloop.worlds.emerald.play.Menus.Cursor;
import dev.playloop.worlds.emerald.play.Menus.Stuck;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `switch_pokemon`. While the party screen is open the game keeps the party in the order of that
/// screen, so the monster is found by its personality, not by its slot.
final class Switching {
  private static final int CANCEL = 7;
  private static final Cursor PARTY =
      new Cursor("party", GameView::partyCursor, Switching::inColumns);

  private Switching() {}

  static @Nullable Verdict check(GameView view, SwitchPokemon select) {
    boolean forced = isOpen(view);
    if (!forced && !Battles.waits(view, Menu.action) && !Battles.waits(view, Menu.move)) {
      return Menus.notWaiting(view, "the action menu of a battle, or a forced choice,");
    }
    if (select.slot() > view.party().size()) {
      return Verdict.refused(
          "empty_slot",
          "slot %d is empty; your party has %d monsters"
              .formatted(select.slot(), view.party().size()),
          "slot");
    }
    Monster monster = view.party().get(select.slot() - 1);
    if (monster.egg()) {
      return Verdict.refused("egg", monster.name() + " is an egg and can't fight", "slot");
    }
    if (monster.hp() == 0) {
      return Verdict.refused(
          "fainted",
          "%s in slot %d has fainted; choose one that has HP"
              .formatted(monster.name(), select.slot()),
          "slot");
    }
    return fights(view, select.slot() - 1, forced)
        ? Verdict.refused("already_fights", monster.name() + " is fighting already", "slot")
        : null;
  }

  private static boolean fights(GameView view, int index, boolean screenIsOpen) {
    Battle battle = Battles.battle(view);
    int slot = screenIsOpen ? view.battleOrder().get(index) : index;
    return (battle.own(0).partyIndex() == slot && battle.own(0).hp() > 0)
        || (battle.isDouble() && battle.own(2).partyIndex() == slot && battle.own(2).hp() > 0);
  }

  /// The party screen is open and takes input.
  private static boolean isOpen(GameView view) {
    return view.battle() != null
        && view.field().screen() == Screen.PARTY
        && view.field().tasks().contains(Routine.PARTY_CHOOSE);
  }

  static Verdict run(Session session, SwitchPokemon select) throws InterruptedException, Stuck {
    GameView before = session.view();
    Verdict refusal = check(before, select);
    if (refusal != null) {
      return refusal;
    }
    Monster wanted = before.party().get(select.slot() - 1);
    Menus menus = new Menus(session);
    if (!isOpen(before)) {
      Battles.backToActions(menus, before);
      menus.move(Battles.ACTION, Battle.MONSTERS, view -> Battles.waits(view, Menu.action));
      menus.choose(Battles.ACTION, Battle.MONSTERS, Switching::isOpen, "the party screen");
    }
    int place = place(session.view(), wanted);
    menus.move(PARTY, place, Switching::isOpen);
    menus.choose(
        PARTY,
        place,
        view -> view.field().tasks().contains(Routine.PARTY_SUBMENU),
        "the menu of the monster");
    GameView sent =
        menus.press(
            Button.A,
            Menus.MENU_LIMIT,
            view -> view.field().screen() != Screen.PARTY || isOpen(view),
            "the exchange");
    if (isOpen(sent)) {
      return new Verdict.Failed(
          "refused_by_game",
          "the game did not let it out; close the party with B",
          Report.of(sent));
    }
    return Battles.followed(session, before, "switched");
  }

  private static int place(GameView view, Monster wanted) throws Stuck {
    List<Monster> party = view.party();
    for (int i = 0; i < party.size(); i++) {
      if (party.get(i).personality() == wanted.personality()
          && party.get(i).species() == wanted.species()) {
        return i;
      }
    }
    throw new Stuck(wanted.name() + " is not on the party screen");
  }

  /// The first monster stands alone on the left, the others in a column, cancel below them.
  private static Button inColumns(int from, int want) {
    return from == CANCEL || from > want ? Button.Up : Button.Down;
  }
}
